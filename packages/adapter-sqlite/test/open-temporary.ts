import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Connections, connectionsOf, LiveDatabase, sqliteStores } from '@ops-admin/adapter-sqlite';
import type { TrailSigner } from '@ops-admin/core';
import { aDraft, aSigner, type OrganisationPorts } from '@ops-admin/testing';
import type { OpenedStore, OpenStore } from '@ops-admin/testing/contracts';
import type Database from 'better-sqlite3';

/** A folder that mocha's hooks make before each test of the suite it is called in, and remove after. */
export function temporaryFolder(): { path(...names: string[]): string } {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return { path: (...names) => join(folder, ...names) };
}

export function portsOf(database: Database.Database, signer: TrailSigner = aSigner()): OrganisationPorts {
  return portsOver(connectionsOf(database), signer);
}

function portsOver(connections: Connections, signer: TrailSigner): OrganisationPorts {
  const { sealedBy, ...stores } = sqliteStores(connections);
  return { ...stores, ...sealedBy(signer) };
}

/** An organisation in a file of its own, which is watched as a service watches it. */
export interface TemporaryOrganisation extends OpenedStore {
  readonly file: string;
  readonly database: Database.Database;
}

export const openTemporaryOrganisation: OpenStore<TemporaryOrganisation> = async ({ signer, users }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  const file = join(folder, 'organisation.db');
  const { database, ...ports } = openLive(file, signer);
  (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  return {
    ...ports,
    file,
    database: database.current().database,
    close: async () => {
      database.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** What the suites of stores ask for beside the ports. */
export const SUITE_OPTIONS = {
  break: async ({ file }: TemporaryOrganisation): Promise<void> => {
    await rm(file);
    // The file is looked at once a turn of the event loop.
    await nextTurn();
  },
  reopen: async ({ file }: TemporaryOrganisation): Promise<OpenedStore> => {
    const { database, ...ports } = openLive(file, aSigner());
    return { ...ports, close: async () => database.close() };
  },
};

function openLive(
  file: string,
  signer: TrailSigner,
): OrganisationPorts & { readonly database: LiveDatabase } {
  const log = { error: () => {}, info: () => {} };
  const database = LiveDatabase.open(file, { log })._unsafeUnwrap();
  return { ...portsOver(database, signer), database };
}
