import type { Result, ResultAsync, SessionJson } from '@ops-admin/core';
import { type Config, type Environment, type InvalidConfig, isSafeUrl } from '@ops-admin/service';
import type { CommandParts } from '../command-parts.js';
import { readToken } from './read-token.js';
import { remoteParts } from './remote-parts.js';
import { connect } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

export interface RemoteSettings {
  readonly config: Config;
  readonly environment: Environment;
  readonly server: string;
}

export interface Remote<Needed extends keyof CommandParts> {
  /** The id of the token's user. */
  actor(): ResultAsync<string, ServiceFailed>;
  session(): ResultAsync<SessionJson, ServiceFailed>;
  readonly parts: Pick<CommandParts, Needed>;
  readonly warnings: readonly string[];
}

/** Makes parts over HTTP; nothing is sent yet, and no file created. Errors: `invalid-config` without a token. */
export function openRemote<Needed extends keyof CommandParts>({
  config,
  environment,
  server,
}: RemoteSettings): Result<Remote<Needed>, InvalidConfig> {
  return readToken(environment)
    .mapErr((problem): InvalidConfig => ({ type: 'invalid-config', problems: [problem] }))
    .map(({ token, variable, warnings }) => {
      const connection = connect({ address: server, token, tokenVariable: variable });
      const session = () => connection.ask((client) => client.showSession());
      return {
        actor: () => session().map(({ user }) => user._id),
        session,
        // Commands that need other parts are refused before.
        parts: remoteParts(config, connection) as Partial<CommandParts> as Pick<CommandParts, Needed>,
        warnings: isSafeUrl(new URL(server)) ? warnings : [...warnings, IN_CLEAR],
      };
    });
}

const IN_CLEAR =
  'the address of the service begins with http:, so anyone on the network can read and use the token';
