import type { Result, ResultAsync, SessionJson } from '@ops-admin/core';
import { type Config, type Environment, type InvalidConfig, isSafeUrl } from '@ops-admin/service';
import type { CommandParts, RemotePart } from '../command-parts.js';
import type { Io } from '../io.js';
import { readToken } from './read-token.js';
import { remoteAudit } from './remote-audit.js';
import { remoteChecks } from './remote-checks.js';
import { remoteDepartmentChanges } from './remote-department-changes.js';
import { remoteDepartments } from './remote-departments.js';
import { remoteKnownPermissions } from './remote-known-permissions.js';
import { remoteLocations } from './remote-locations.js';
import { remotePermissions } from './remote-permissions.js';
import type { RemoteSource } from './remote-source.js';
import { remoteUserChanges } from './remote-user-changes.js';
import { remoteUsers } from './remote-users.js';
import { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** The parts of a service over HTTP, with the same names as the parts over a database. */
const REMOTE_PARTS: { readonly [Name in RemotePart]: (source: RemoteSource) => CommandParts[Name] } = {
  audit: remoteAudit,
  checks: remoteChecks,
  departmentChanges: remoteDepartmentChanges,
  departmentChangeDryRuns: remoteDepartmentChanges,
  departments: remoteDepartments,
  dryRuns: remotePermissions,
  knownPermissions: remoteKnownPermissions,
  locations: remoteLocations,
  permissions: remotePermissions,
  userChanges: remoteUserChanges,
  userChangeDryRuns: remoteUserChanges,
  users: remoteUsers,
};

/** A service to use. */
export interface RemoteSettings {
  readonly config: Config;
  readonly environment: Environment;
  readonly io: Io;
  /** Its address. */
  readonly server: string;
}

/** Parts over HTTP. */
export interface Remote<Needed extends keyof CommandParts> {
  /** The id of the token's user. */
  actor(): ResultAsync<string, ServiceFailed>;
  session(): ResultAsync<SessionJson, ServiceFailed>;
  readonly parts: Pick<CommandParts, Needed>;
  readonly warnings: readonly string[];
}

/** Makes parts over HTTP; nothing is sent yet, and no file created. Errors: `invalid-config` if there is no token. */
export function openRemote<Needed extends keyof CommandParts>(
  { config, environment, io, server }: RemoteSettings,
  needs: readonly Needed[],
): Result<Remote<Needed>, InvalidConfig> {
  return readToken(environment)
    .mapErr((problem): InvalidConfig => ({ type: 'invalid-config', problems: [problem] }))
    .map(({ token, variable, warnings }) => {
      const connection = new ServiceConnection({ address: server, token, tokenVariable: variable });
      const session = () => connection.read((client) => client.showSession());
      // Commands that need other parts are refused before.
      const parts = needs.map((name) => [name, REMOTE_PARTS[name as RemotePart]({ config, connection, io })]);
      return {
        actor: () => session().map(({ user }) => user._id),
        session,
        parts: Object.fromEntries(parts) as Pick<CommandParts, Needed>,
        warnings: isSafeUrl(new URL(server)) ? warnings : [...warnings, IN_CLEAR],
      };
    });
}

const IN_CLEAR =
  'the address of the service begins with http:, so that anyone on the way can read the token and use it';
