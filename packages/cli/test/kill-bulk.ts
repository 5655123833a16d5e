import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { readAuditTrail, verifyAuditTrail } from '@ops-admin/core/operations';
import { aDraft, aUser } from '@ops-admin/testing';
import { BIN } from './ops-admin.ts';

const USER_COUNT = 500;
const PERMISSIONS = ['service.a.read', 'service.a.write', 'service.b', 'service.c.*'];
const KEPT = 'service.z';
/** Rounds that run at the same time. */
const LANE_COUNT = 2;

/** The state after killed batches. */
export interface KilledRuns {
  /** For each batch, the number of its rows in the audit log. */
  readonly written: number[];
  readonly rows: number;
  /** Flaws of a trail, and users whose set is not what their last entry says. */
  readonly flaws: string[];
}

/**
 * Kills a bulk removal at random moments, each time on a database of its own, and checks what it leaves. Runs that ended
 * before they could be killed are not counted, but done again. At the end the last one is repeated, and must finish.
 */
export async function killBulkRuns(rounds: number): Promise<KilledRuns> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-killed-'));
  try {
    const bench = await prepare(folder);
    const times = await bench.run('trial.db');
    const flaws: string[] = [];
    const written: number[] = [];
    let waiting = rounds;
    const lane = async (name: string) => {
      while (waiting > 0) {
        waiting--;
        // Every fourth before the first row is there, the others after.
        const isEarly = Math.random() < 0.25;
        const delay = Math.random() * (isEarly ? times.first : times.end - times.first);
        const kill = { delay, afterFirst: !isEarly };
        const { printed, wasKilled } = await bench.run(`${name}.db`, kill);
        const left = await check(folder, `${name}.db`);
        flaws.push(...left.flaws);
        if (left.removals < printed) flaws.push(`${printed} rows printed, ${left.removals} written`);
        if (wasKilled) written.push(left.removals);
        else waiting++;
      }
    };
    await Promise.all(Array.from({ length: LANE_COUNT }, (_, n) => lane(`lane${n}`)));

    await bench.again('lane0.db');
    const { flaws: late, held } = await check(folder, 'lane0.db');
    flaws.push(...late);
    if (held.some((set) => set !== KEPT)) flaws.push('the repeated run did not finish');
    return { written, rows: USER_COUNT * PERMISSIONS.length, flaws };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Kill {
  /** Milliseconds after the start, or after the first row. */
  readonly delay: number;
  readonly afterFirst: boolean;
}

interface Run {
  /** Milliseconds from the start. */
  readonly first: number;
  readonly end: number;
  readonly printed: number;
  readonly wasKilled: boolean;
}

async function prepare(folder: string): Promise<{
  run(file: string, kill?: Kill): Promise<Run>;
  again(file: string): Promise<Run>;
}> {
  const keys = join(folder, 'keys.json');
  const users = Array.from({ length: USER_COUNT }, (_, n) =>
    aUser(n, { permissions: [...PERMISSIONS, KEPT] }),
  );
  const database = openSqlite({ file: join(folder, 'template.db') })._unsafeUnwrap();
  const { trailSigner } = openKeyFile(keys)._unsafeUnwrap();
  const importing = database.sealedBy(trailSigner).organisation.importUsers(users, {
    ...aDraft(),
    action: 'set',
  });
  (await importing)._unsafeUnwrap();
  await database.close();
  const rows = PERMISSIONS.flatMap((permission) =>
    users.map(({ emails: [email] }) => `${email},${permission}`),
  );
  await writeFile(join(folder, 'rows.csv'), `user,permission\n${rows.join('\n')}\n`);

  const again = async (file: string, kill?: Kill): Promise<Run> => {
    const args = ['permissions', 'remove', '--file', 'rows.csv', '--json', '--db', file];
    const start = performance.now();
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: folder,
      env: { OPS_AUTH_KEYS: keys },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let first = 0;
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      first ||= performance.now() - start;
      output += chunk.toString();
    });
    const closed = once(child, 'close') as Promise<[number | null, string | null]>;
    if (kill) {
      if (kill.afterFirst) await once(child.stdout, 'data');
      await sleep(kill.delay);
      child.kill('SIGKILL');
    }
    const [, signal] = await closed;
    const lines = output.split('\n').slice(0, -1);
    const printed = lines.filter((line) => !line.startsWith('{"summary"')).length;
    return { first, end: performance.now() - start, printed, wasKilled: signal === 'SIGKILL' };
  };
  const run = async (file: string, kill?: Kill): Promise<Run> => {
    for (const rest of ['-wal', '-shm']) await rm(join(folder, file + rest), { force: true });
    await copyFile(join(folder, 'template.db'), join(folder, file));
    return again(file, kill);
  };
  return { again, run };
}

async function check(
  folder: string,
  file: string,
): Promise<{ flaws: string[]; removals: number; held: string[] }> {
  const database = openSqlite({ file: join(folder, file) })._unsafeUnwrap();
  try {
    const { trailVerifier } = openKeyFile(join(folder, 'keys.json'))._unsafeUnwrap();
    const log = database.audit;
    const verified = await verifyAuditTrail({ audit: log, verifier: trailVerifier });
    const flaws = verified.isErr() ? [JSON.stringify(verified.error)] : [];
    const after = new Map<string, string>();
    let removals = 0;
    for await (const read of readAuditTrail(log)) {
      const entry = read._unsafeUnwrap();
      after.set(`${entry.userId}`, entry.after.join());
      if (entry.action === 'remove') removals++;
    }
    const users = (await database.users.list())._unsafeUnwrap();
    const held = users.map(({ permissions }) => [...permissions].join());
    for (const [n, { id }] of users.entries()) {
      if (held[n] !== after.get(id)) flaws.push(`${id} holds ${held[n]}, the trail says ${after.get(id)}`);
    }
    return { flaws, removals, held };
  } finally {
    await database.close();
  }
}
