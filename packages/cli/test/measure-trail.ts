import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as postgres from '@ops-admin/adapter-postgres';
import * as sqlite from '@ops-admin/adapter-sqlite';
import {
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  type ResultAsync,
  type TrailSigner,
} from '@ops-admin/core';
import { aDraft, aRequest, aTime, aUser, type OrganisationPorts } from '@ops-admin/testing';

const USERS = 20_000;
const ENTRIES = 226_000;
const ENTRIES_PER_CALL = 500;
const PAGE = { newestFirst: true, limit: 51 };
const signer: TrailSigner = {
  keyId: 'key',
  digest: (text) => hash('sha256', text, 'base64url'),
  uses: () => true,
  sign: () => 'signed',
};

type Ports = Pick<OrganisationPorts, 'audit' | 'organisation' | 'permissions'> & { close(): unknown };

async function open(url: string | undefined): Promise<Ports> {
  if (url) {
    const stores = (await postgres.openPostgres({ url }))._unsafeUnwrap();
    return { audit: stores.audit, ...stores.sealedBy(signer), close: stores.close };
  }
  const folder = mkdtempSync(join(tmpdir(), 'ops-admin-trail-'));
  const stores = sqlite.openSqlite({ file: join(folder, 'trail.db') })._unsafeUnwrap();
  return {
    audit: stores.audit,
    ...stores.sealedBy(signer),
    close: async () => {
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A change that is a new one for its user, every fifth of nothing; in runs of many or of one; each second reason its own. */
function requestOf(n: number): ChangeRequest {
  const round = Math.floor(n / USERS);
  const isNothing = n % 5 === 0;
  const action = n % 2 ? 'add' : 'remove';
  const permissions = isNothing ? [] : [`service.m${n % 2 ? round + 30 : round}.read`];
  const batch = isNothing ? {} : { batch: n % 10 === 1 ? `single-${n}` : `run-${round}` };
  const reason = n % 2 ? `Ticket OPS-${n}: left the team, see the note` : `Quarterly review ${n % 7}`;
  return aRequest((n % USERS) + 1, action, permissions, { time: aTime(n), reason, ...batch });
}

async function fill({ organisation, permissions }: Ports): Promise<void> {
  const held = Array.from({ length: 30 }, (_, m) => `service.m${m}.read`);
  for (let start = 1; start <= USERS; start += 2000) {
    const users = Array.from({ length: 2000 }, (_, n) => aUser(start + n, { permissions: held }));
    (await organisation.importUsers(users, { ...aDraft(), action: 'set', source: 'import' }))._unsafeUnwrap();
  }
  for (let start = 0; start < ENTRIES - USERS; start += ENTRIES_PER_CALL) {
    const requests = Array.from({ length: ENTRIES_PER_CALL }, (_, n) => requestOf(start + n));
    const options = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: false };
    (await permissions.change(requests, options))._unsafeUnwrap();
  }
}

/** How long a question takes, and how many answers it has. */
export interface Measured {
  readonly name: string;
  readonly found: number;
  readonly ms: number;
}

async function measure<T, E>(name: string, ask: () => ResultAsync<readonly T[], E>): Promise<Measured> {
  (await ask())._unsafeUnwrap();
  const start = performance.now();
  const found = (await ask())._unsafeUnwrap();
  return { name, found: found.length, ms: Math.round(performance.now() - start) };
}

/**
 * Times filters of a trail of 226,000 entries, of 20,000 users and 20,000 runs, each for a page of 50, the second time it is
 * asked: in a database that it may fill, or in SQLite.
 */
export async function measureTrail(url?: string): Promise<readonly Measured[]> {
  const ports = await open(url);
  try {
    await fill(ports);
    const filters = {
      'no filter': {},
      '--module': { module: 'm7' },
      '--action': { action: 'remove' },
      '--action, nothing matches': { action: 'unlink' },
      '--changed': { changed: true },
      '--changed --action, nothing matches': { changed: true, action: 'link' },
      '--changed false': { changed: false },
      '--changed false --module, nothing matches': { changed: false, module: 'm7' },
      '--reason, many': { reason: 'QUARTERLY' },
      '--reason, one': { reason: 'ops-113001:' },
      '--reason, nothing matches': { reason: 'nöwhere' },
    } as const;
    const [newest] = (await ports.audit.list({ newestFirst: true, limit: 1 }))._unsafeUnwrap();
    if (newest?.id !== ENTRIES) throw new Error(`there are ${newest?.id} entries`);
    const measured: Measured[] = [];
    for (const [name, filter] of Object.entries(filters)) {
      measured.push(await measure(name, () => ports.audit.list({ ...PAGE, ...filter })));
    }
    measured.push(await measure('batches', () => ports.audit.batches({ limit: PAGE.limit })));
    return measured;
  } finally {
    await ports.close();
  }
}
