import type { CommandBench, Kill } from '../../command-bench.ts';
import type { Random } from '../random.ts';
import { type CommandStep, type History, isOutdated } from './history-check.ts';
import { HISTORY_USERS, someEnd, somePermissions } from './history-values.ts';

/** Of the commands, the shares that are killed. */
const KILLED_SHARES = {
  bulk: 0.6,
  change: 0.2,
  department: 0.3,
  import: 0.3,
  revert: 0.3,
  users: 0.5,
} as const;
/** What was killed of these can be run again, and comes to its end; the others may find that they were done. */
const CAN_REPEAT: ReadonlySet<CommandStep['kind']> = new Set(['bulk', 'change', 'import']);
/** A command is killed so long after its start at most, in milliseconds; most take a tenth of a second. */
const MAX_KILL_MS = 250;

/** So many times a command is run again that others got in the way of. */
const MAX_TRIES = 5;

/** The department that others are below, of an import. */
export const PARENT = 'PARENT';

/** Runs commands that change permissions, one after the other, and kills some of them. */
export class CommandLane {
  readonly #bench: CommandBench;
  readonly #history: History;
  readonly #random: Random;

  constructor(bench: CommandBench, history: History, random: Random) {
    this.#bench = bench;
    this.#history = history;
    this.#random = random;
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const step = this.#history.begin();
      const args = await this.#argumentsOf(step);
      const isKilled = this.#random.chance(KILLED_SHARES[step.kind]);
      await this.#run(step, args, isKilled ? this.#someKill(step) : undefined, false);
      await this.#tryAgain(step, args);
      if (!isKilled || step.code !== null) continue;
      this.#history.kills++;
      if (CAN_REPEAT.has(step.kind)) {
        const again = this.#history.begin(step.kind);
        again.size = step.size;
        await this.#run(again, args, undefined);
      }
    }
  }

  /** Runs a command again of which rows were refused because others changed the users meanwhile, as it says. */
  async #tryAgain(first: CommandStep, args: readonly string[]): Promise<void> {
    let step = first;
    for (let left = MAX_TRIES; left > 0 && isOutdated(step); left--) {
      const again = this.#history.begin(step.kind);
      again.size = step.size;
      await this.#run(again, args, undefined, left === 1);
      step = again;
    }
  }

  /** Anywhere in its life, or while it writes; only many rows take long enough for that. */
  #someKill({ kind }: CommandStep): Kill {
    return this.#random.chance(kind === 'bulk' ? 0.2 : 0.7)
      ? { from: 'start', afterMs: this.#random.below(MAX_KILL_MS) }
      : { from: 'first-output', afterMs: this.#random.below(MAX_KILL_MS / 5) };
  }

  async #run(
    step: CommandStep,
    args: readonly string[],
    kill: Kill | undefined,
    isLastAttempt: boolean = true,
  ): Promise<void> {
    // The service writes these entries without a request.
    const by = args.includes('expire') ? [] : ['--actor', step.actor];
    const { code, stderr, stdout } = await this.#bench.run([...args, ...by, '--json'], kill);
    this.#history.end(step, code, stdout, stderr, isLastAttempt);
  }

  /** A command, and the kind of its step. */
  async #argumentsOf(step: CommandStep): Promise<string[]> {
    const random = this.#random;
    const action = random.chance(0.5) ? 'add' : 'remove';
    const share = random.next();
    if (share < 0.3) {
      step.kind = 'change';
      if (random.chance(0.15)) return ['permissions', 'expire'];
      const until = action === 'add' ? someEnd(random) : undefined;
      const words = [random.pick(HISTORY_USERS), ...somePermissions(random, action)];
      // A command takes a while to begin.
      return ['permissions', action, ...words, ...(until === undefined ? [] : ['--until', later(until)])];
    }
    if (share < 0.6) {
      step.kind = 'bulk';
      // Each row of an atomic run changes something, so that its entries can be counted.
      step.isAtomic = random.chance(0.4);
      const rows = Array.from({ length: 5 + random.below(step.isAtomic ? 150 : 1500) }, (_, n) => {
        const [permission] = step.isAtomic ? [`service.${step.actor}.${n}`] : somePermissions(random, action);
        const until = action === 'add' || step.isAtomic ? someEnd(random) : undefined;
        return `${random.pick(HISTORY_USERS)},${permission},${until === undefined ? '' : later(until)}`;
      });
      const file = await this.#bench.write(
        `${step.actor}.csv`,
        `user,permission,until\n${rows.join('\n')}\n`,
      );
      step.size = rows.length;
      return step.isAtomic
        ? ['permissions', 'add', '--file', file, '--atomic']
        : ['permissions', action, '--file', file];
    }
    if (share < 0.7) {
      step.kind = 'users';
      const known = this.#history.created.users;
      if (known.length > 0 && random.chance(0.5)) {
        const rows = random.some(known, 20).map((email) => `${email},Renamed by ${step.actor}`);
        const file = await this.#bench.write(
          `${step.actor}.csv`,
          `email,name\n${[...new Set(rows)].join('\n')}\n`,
        );
        return ['users', 'update', '--file', file];
      }
      const rows = Array.from(
        { length: 1 + random.below(60) },
        (_, n) => `${step.actor}-${n}@example.org,N ${n}`,
      );
      return [
        'users',
        'create',
        '--file',
        await this.#bench.write(`${step.actor}.csv`, `email,name\n${rows.join('\n')}\n`),
      ];
    }
    if (share < 0.8) {
      step.kind = 'department';
      const known = this.#history.created.departments;
      const below = random.chance(0.5) ? ['--parent', PARENT] : [];
      if (known.length > 0 && random.chance(0.3))
        return ['departments', 'delete', known.splice(random.below(known.length), 1)[0] ?? ''];
      if (known.length > 0 && random.chance(0.4))
        return ['departments', 'update', random.pick(known), '--name', `Renamed by ${step.actor}`, ...below];
      return ['departments', 'create', step.actor, '--code', step.actor, ...below];
    }
    if (share < 0.9) {
      step.kind = 'import';
      if (random.chance(0.3)) {
        const departments = Array.from({ length: 1 + random.below(9) }, (_, n) => ({
          code: n === 0 ? PARENT : `other-${n}`,
          name: `Renamed by ${step.actor}`,
        }));
        return ['import', 'departments', await this.#bench.write(`${step.actor}.json`, departments), '--yes'];
      }
      const users = HISTORY_USERS.filter(() => random.chance(0.4)).map((_id) => ({
        _id,
        emails: [`user${HISTORY_USERS.indexOf(_id) + 1}@example.org`],
        permissions: somePermissions(random, 'set'),
      }));
      return ['import', 'users', await this.#bench.write(`${step.actor}.json`, users), '--yes'];
    }
    step.kind = 'revert';
    const { batches, entries } = this.#history.reversible;
    if (random.chance(0.4) && batches.length > 0) {
      return ['audit', 'revert', '--batch', random.pick(batches), '--yes'];
    }
    if (entries.length > 0) return ['audit', 'revert', String(random.pick(entries))];
    step.kind = 'change';
    return ['permissions', 'add', random.pick(HISTORY_USERS), 'service.a'];
  }
}

function later(until: string): string {
  return new Date(Date.parse(until) + 5000).toISOString();
}
