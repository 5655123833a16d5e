import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchService, CommandBench } from '../../command-bench.ts';
import { Random } from '../random.ts';
import { sendRaw } from '../raw-http.ts';
import { CommandLane, PARENT } from './command-lane.ts';
import { History } from './history-check.ts';
import { HISTORY_ADMIN, HISTORY_USERS, someEnd, somePermissions } from './history-values.ts';

/** How a history is made. */
export interface HistoryOptions {
  readonly seed: number;
  /** The minimum duration; the history also waits for an acknowledged change, and for the end of its round. */
  readonly seconds: number;
  /** The URL of an empty database; a file of its own without one. */
  readonly database?: string;
  /** The number of services that change the same organisation concurrently. */
  readonly services?: number;
}

/** The result of a history. */
export interface Told {
  readonly seed: number;
  readonly rounds: number;
  /** Services and commands that were killed. */
  readonly kills: number;
  /** Changes that were acknowledged, over HTTP and by the command. */
  readonly acknowledged: number;
  /** Changes that were sent or begun, and of which nothing was heard. */
  readonly unheard: number;
  /** Of those, the ones that were done. */
  readonly unheardDone: number;
  /** Bulk runs that were killed after some of their rows. */
  readonly inTheMiddle: number;
  readonly entries: number;
  /** Broken promises; none is good. */
  readonly flaws: readonly string[];
}

/** Connections to each service. */
const CONNECTIONS = 4;
/** Of the rounds, the share in which a service is killed while it starts. */
const EARLY_SHARE = 0.15;
/** A round runs for so long at most until its services are killed, in milliseconds. */
const MAX_ROUND_MS = 1200;

/**
 * Changes an organisation at random through services and commands, kills them with SIGKILL at random moments, and compares
 * after each round what was acknowledged and what users hold with what the audit trail says.
 *
 * The same seed asks for the same on each connection; what meets what, and what is killed in the middle, depends on time.
 */
export async function tellHistory({ database, seconds, seed, services = 1 }: HistoryOptions): Promise<Told> {
  const random = new Random(seed);
  const bench = await CommandBench.open(database, { OPS_LOG_LEVEL: 'error' });
  const history = new History();
  try {
    const users = [HISTORY_ADMIN, ...HISTORY_USERS].map((_id, n) => ({
      _id,
      emails: [`user${n}@example.org`],
      personalInformation: { name: `User ${n}` },
      permissions: n === 0 ? ['service.admin.access'] : [],
    }));
    const file = await bench.write('users.json', users);
    const first = history.begin('import');
    const created = await bench.mustRun('import', 'users', file, '--actor', first.actor, '--json');
    history.end(first, 0, created, '');
    const above = await bench.write('departments.json', [{ code: PARENT, name: 'Parent' }]);
    const second = history.begin('import');
    const made = await bench.mustRun('import', 'departments', above, '--actor', second.actor, '--json');
    history.end(second, 0, made, '');
    const token = (await bench.mustRun('token', 'issue', '--user', HISTORY_ADMIN, '--ttl', '7d')).trim();
    const commands = new CommandLane(bench, history, new Random(seed, 1));
    const end = performance.now() + seconds * 1000;
    let rounds = 0;
    const isToGoOn = () => performance.now() < end || history.tally().acknowledged === 0;
    for (; isToGoOn() && history.flaws.length === 0; rounds++) {
      const running = await startAll(bench, history, random, services);
      let isOver = false;
      const lanes = running.flatMap((service, at) =>
        Array.from({ length: CONNECTIONS }, (_, n) => {
          const own = new Random(seed, 2, rounds, at, n);
          return changeOverHttp(service, token, history, own, () => isOver);
        }),
      );
      const commanding = commands.work(() => isOver);
      await sleep(200 + random.below(MAX_ROUND_MS));
      for (const service of running) {
        await service.kill('SIGKILL');
        history.kills++;
        // The others continue for a while.
        if (running.length > 1) await sleep(random.below(200));
      }
      isOver = true;
      await Promise.all([...lanes, commanding]);
      await history.compare(bench, `round ${rounds}`);
    }
    // What was killed last can be served and changed again.
    const last = await bench.mustServe();
    await changeOnce(last, token, history, random);
    await last.kill('SIGTERM');
    await history.compare(bench, 'the end');
    return { seed, rounds, ...history.tally() };
  } finally {
    await bench.close();
  }
}

/** Services that run; before them perhaps one that is killed before it does. */
async function startAll(
  bench: CommandBench,
  history: History,
  random: Random,
  count: number,
): Promise<BenchService[]> {
  if (random.chance(EARLY_SHARE)) {
    const early = await bench.serve((child: ChildProcess) => {
      setTimeout(() => child.kill('SIGKILL'), random.below(400));
    });
    await early?.kill('SIGKILL');
    history.kills++;
  }
  return Promise.all(Array.from({ length: count }, () => bench.mustServe()));
}

async function changeOverHttp(
  service: BenchService,
  token: string,
  history: History,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const isHeard = await changeOnce(service, token, history, random);
    if (!isHeard) await sleep(20);
  }
}

/** Reports whether anything was answered. */
async function changeOnce(
  { url }: BenchService,
  token: string,
  history: History,
  random: Random,
): Promise<boolean> {
  const action = random.chance(0.55) ? 'add' : 'remove';
  const userId = random.pick(HISTORY_USERS);
  const permissions = somePermissions(random, action);
  const until = action === 'add' ? someEnd(random) : undefined;
  const asked = history.ask(action, userId, permissions, until);
  const body = Buffer.from(JSON.stringify({ payload: { userId, permissions, until } }));
  const outcome = await sendRaw(url, {
    method: 'PUT',
    target: `/user/${action}-permissions`,
    lines: [
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `X-Request-Id: ${asked.id}`,
    ],
    body,
  });
  asked.outcome = typeof outcome === 'string' ? outcome : outcome.status;
  return typeof outcome !== 'string';
}
