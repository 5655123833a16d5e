import { isFailedRow } from '@ops-admin/core';
import type { CommandBench } from '../../command-bench.ts';

/** A change that was asked for over HTTP. */
export interface AskedChange {
  /** Its `X-Request-Id`. */
  readonly id: string;
  readonly action: 'add' | 'remove';
  readonly userId: string;
  readonly permissions: readonly string[];
  /** Refused once it has passed. */
  readonly until: string | undefined;
  /** A status, or a word where nothing was heard. */
  outcome: number | string;
}

/** A command that was run. */
export interface CommandStep {
  /** The actor of its entries in the audit log. */
  readonly actor: string;
  kind: 'change' | 'bulk' | 'department' | 'import' | 'revert' | 'users';
  /** Rows of a bulk run; 1 of the others. */
  size: number;
  /** Whether it is done wholly or not at all. */
  isAtomic: boolean;
  /** `null` where it was killed, `undefined` while it runs. */
  code?: number | null;
  /** The changes it reported as done. */
  rows: readonly CommandRow[];
}

interface CommandRow {
  readonly result?: string;
  readonly entry?: number;
  readonly userId?: string;
  readonly email?: string;
  readonly code?: string;
  readonly batch?: string;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

/** An entry in the form of `audit export`. */
interface Entry {
  readonly id: number;
  readonly time: string;
  readonly action: string;
  readonly actor: string;
  readonly source: string;
  readonly userId: string;
  readonly requestId?: string;
  readonly requested: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly ends?: Ends;
  readonly endsBefore?: Ends;
}

type Ends = Readonly<Record<string, string | null>>;

/** The permissions of a user according to the audit log, with their ends. */
interface Replayed {
  readonly permissions: readonly string[];
  readonly ends: ReadonlyMap<string, string>;
}

/** Everything that was asked for, and the comparison of it with what there is. */
export class History {
  readonly flaws: string[] = [];
  kills = 0;
  /** The ids that a revert may name. */
  readonly reversible: { readonly batches: string[]; readonly entries: number[] } = {
    batches: [],
    entries: [],
  };
  /** E-mails and codes of what commands created, which a later command may name. */
  readonly created: { readonly users: string[]; readonly departments: string[] } = {
    users: [],
    departments: [],
  };
  readonly #asked: AskedChange[] = [];
  readonly #steps: CommandStep[] = [];
  #entries: readonly Entry[] = [];
  /** Bulk runs that were killed after some of their rows. */
  #inTheMiddle = 0;

  ask(
    action: 'add' | 'remove',
    userId: string,
    permissions: readonly string[],
    until: string | undefined,
  ): AskedChange {
    const asked = {
      until,
      id: `history-${this.#asked.length}`,
      action,
      userId,
      permissions,
      outcome: 'not answered',
    };
    this.#asked.push(asked);
    return asked;
  }

  begin(kind: CommandStep['kind'] = 'change'): CommandStep {
    const step: CommandStep = {
      actor: `step-${this.#steps.length}`,
      kind,
      size: 1,
      isAtomic: false,
      rows: [],
    };
    this.#steps.push(step);
    return step;
  }

  /** Keeps what a command has printed, up to the last whole line where it was killed. */
  end(
    step: CommandStep,
    code: number | null,
    stdout: string,
    stderr: string,
    isLastAttempt: boolean = true,
  ): void {
    step.code = code;
    step.rows = readRows(stdout, ['bulk', 'import', 'users'].includes(step.kind));
    // Nobody takes back what users began with, least of all the rights of who changes the others.
    for (const { batch, entry } of step.rows.filter(isChangeOfThere)) {
      if (entry !== undefined) this.reversible.entries.push(entry);
      if (batch !== undefined && this.reversible.batches.at(-1) !== batch)
        this.reversible.batches.push(batch);
    }
    for (const { code, email, result } of step.rows) {
      if (result !== 'created') continue;
      if (email !== undefined) this.created.users.push(email);
      if (code !== undefined) this.created.departments.push(code);
    }
    // Of a bulk run some rows may name what is not there, a revert may find nothing left to do.
    const isFine = code === null || code === 0 || (isOutdated(step) && !isLastAttempt);
    if (!isFine)
      this.flaws.push(`${step.kind} ${step.actor} ended with ${code}: ${stderr} ${stdout.slice(-500)}`);
  }

  /** Compares all requests with the audit log, and the audit log with the permissions of users. */
  async compare(bench: CommandBench, when: string): Promise<void> {
    const flaws: string[] = [];
    const checked = await bench.run(['db', 'check', '--json']);
    if (checked.code !== 0) flaws.push(`db check: ${checked.stdout}${checked.stderr}`);
    const verified = await bench.run(['audit', 'verify', '--json']);
    if (verified.code !== 0) flaws.push(`audit verify: ${verified.stdout}${verified.stderr}`);
    const lines = (await bench.mustRun('audit', 'export')).trim().split('\n');
    this.#entries = lines.map((line) => JSON.parse(line) as Entry);
    const begun = new Date().toISOString();
    const users = JSON.parse(await bench.mustRun('users', 'list', '--json')) as {
      _id: string;
      permissions: string[];
      ends: Ends;
    }[];
    const listed = new Date().toISOString();
    const replayed = this.#replay(flaws);
    for (const { _id, ends, permissions } of users) {
      const told = replayed.get(_id) ?? NOTHING;
      const endOf = (one: string) => told.ends.get(one) ?? '9999';
      // What ended while the list was made may be in it.
      const isSure = (one: string) => endOf(one) <= begun || endOf(one) > listed;
      const held = told.permissions.filter((one) => isSure(one) && endOf(one) > listed);
      if (permissions.filter(isSure).join() !== held.join())
        flaws.push(`${_id} holds ${permissions}, the trail says ${held}`);
      for (const one of held)
        if ((ends[one] ?? '9999') !== endOf(one))
          flaws.push(`${one} of ${_id} ends ${ends[one]}, not ${endOf(one)}`);
    }
    this.#compareHttp(flaws);
    this.#compareCommands(flaws);
    this.flaws.push(...flaws.map((flaw) => `${when}: ${flaw}`));
  }

  tally(): {
    kills: number;
    acknowledged: number;
    unheard: number;
    unheardDone: number;
    inTheMiddle: number;
    entries: number;
    flaws: readonly string[];
  } {
    const ids = new Set(this.#entries.map(({ requestId }) => requestId));
    const unheard = this.#asked.filter(({ outcome }) => outcome === 'closed');
    const rows = this.#steps.flatMap((step) => step.rows).filter(isChangeOfThere);
    return {
      kills: this.kills,
      acknowledged: this.#asked.filter(({ outcome }) => outcome === 200).length + rows.length,
      unheard: unheard.length + this.#steps.filter(({ code }) => code === null).length,
      unheardDone: unheard.filter(({ id }) => ids.has(id)).length,
      inTheMiddle: this.#inTheMiddle,
      entries: this.#entries.length,
      flaws: this.flaws,
    };
  }

  /** The permissions of users according to the audit log, from an empty set. */
  #replay(flaws: string[]): Map<string, Replayed> {
    const held = new Map<string, Replayed>();
    let last = 0;
    for (const entry of this.#entries) {
      const { action, added, after, before, ends = {}, endsBefore = {}, id, removed, time, userId } = entry;
      if (id <= last) flaws.push(`entry ${id} comes after ${last}`);
      last = id;
      const { ends: knownEnds, permissions: known } = held.get(userId) ?? NOTHING;
      const until = new Map(knownEnds);
      if (JSON.stringify(sorted(Object.entries(endsBefore))) !== JSON.stringify(sorted(until)))
        flaws.push(
          `entry ${id} begins with ends ${JSON.stringify(endsBefore)}, not ${JSON.stringify([...until])}`,
        );
      const ended = before.filter((one) => (until.get(one) ?? '9999') <= time);
      if (action === 'expire' ? removed.join() !== ended.join() : ended.some((one) => !removed.includes(one)))
        flaws.push(`entry ${id} (${action}) of ${time} takes ${removed}, where ${ended} had ended`);
      for (const one of removed) until.delete(one);
      for (const [one, end] of Object.entries(ends))
        if (end === null) until.delete(one);
        else until.set(one, end);
      if (before.join() !== known.join()) flaws.push(`entry ${id} begins with ${before}, not with ${known}`);
      const expected = [...before.filter((one) => !removed.includes(one)), ...added];
      // An import puts them in the order of its file.
      const [told, made] = action === 'set' ? [[...after].sort(), [...expected].sort()] : [after, expected];
      if (told.join() !== made.join()) flaws.push(`entry ${id} ends with ${after}, not with ${expected}`);
      if (new Set(after).size !== after.length) flaws.push(`entry ${id} has a permission twice`);
      if (removed.some((one) => !before.includes(one))) flaws.push(`entry ${id} removes what was not held`);
      if (added.some((one) => before.includes(one))) flaws.push(`entry ${id} adds what was held`);
      held.set(userId, { permissions: after, ends: until });
    }
    return held;
  }

  #compareHttp(flaws: string[]): void {
    const byRequest = Map.groupBy(
      this.#entries.filter(({ source }) => source === 'http'),
      ({ requestId }) => requestId ?? '',
    );
    for (const { action, id, outcome, permissions, until, userId } of this.#asked) {
      const [entry, ...more] = byRequest.get(id) ?? [];
      byRequest.delete(id);
      if (more.length > 0) flaws.push(`${id} is in the trail ${more.length + 1} times`);
      if (outcome === 200 && !entry) flaws.push(`${id} was acknowledged, and is not in the trail`);
      const isLate = outcome === 400 && until !== undefined && until <= new Date().toISOString();
      if (typeof outcome === 'number' && outcome !== 200 && !isLate)
        flaws.push(`${id} was answered with ${outcome}`);
      if (outcome === 'hang') flaws.push(`${id} was not answered in time`);
      if (!entry) continue;
      const isThat =
        entry.userId === userId &&
        entry.action === action &&
        [...new Set(entry.requested)].sort().join() === [...new Set(permissions)].sort().join();
      if (!isThat) flaws.push(`${id} is in the trail as ${JSON.stringify(entry)}`);
    }
    for (const id of byRequest.keys()) flaws.push(`the trail has a request ${id} that nobody sent`);
  }

  #compareCommands(flaws: string[]): void {
    const byId = new Map(this.#entries.map((entry) => [entry.id, entry]));
    const byActor = Map.groupBy(
      this.#entries.filter(({ action, source }) => source !== 'http' && action !== 'expire'),
      ({ actor }) => actor,
    );
    const reported = new Set<number>();
    this.#inTheMiddle = 0;
    for (const { actor, code, isAtomic, kind, rows, size } of this.#steps) {
      const done = byActor.get(`cli:${actor}`) ?? [];
      byActor.delete(`cli:${actor}`);
      const entries = rows.filter(({ entry }) => entry !== undefined);
      for (const { added = [], entry = 0, removed = [], userId } of entries) {
        const found = byId.get(entry);
        const isThat =
          (found?.userId ?? undefined) === userId &&
          found?.actor === `cli:${actor}` &&
          found.added.join() === added.join() &&
          found.removed.join() === removed.join();
        if (!isThat) flaws.push(`${actor} reported entry ${entry}, which is ${JSON.stringify(found)}`);
        if (reported.has(entry)) flaws.push(`entry ${entry} was reported twice`);
        reported.add(entry);
      }
      const isShort = done.length < entries.length || (code === 0 && done.length !== entries.length);
      // A row of a run that changes nothing has no entry.
      const unchanged = rows.filter(({ result }) => result === 'nothing-held' || result === 'already-held');
      const isPart = kind === 'bulk' && done.length > 0 && done.length + unchanged.length < size;
      if (isPart) this.#inTheMiddle++;
      if (isPart && (isAtomic || code === 0)) flaws.push(`${actor} did ${done.length} of ${size} rows`);
      if (isShort)
        flaws.push(`${actor} (${kind}) reported ${entries.length} changes, the trail has ${done.length}`);
    }
    for (const actor of byActor.keys()) flaws.push(`the trail has changes of ${actor}, which never ran`);
  }
}

const NOTHING: Replayed = { permissions: [], ends: new Map() };

function sorted(entries: Iterable<readonly [string, unknown]>): unknown[] {
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether a row reports a change of a user who existed before. */
function isChangeOfThere({ entry, result }: CommandRow): boolean {
  return entry !== undefined && result !== 'created';
}

/** Whether rows were refused only because others changed the users meanwhile. The command says to try again. */
export function isOutdated({ code, rows }: CommandStep): boolean {
  const failed = rows.filter((row) => isFailedRow({ result: '', ...row }));
  return code === 4 && failed.length > 0 && failed.every(({ result }) => result === 'changed-since');
}

/** Rows of a bulk run, one a line; else one report. What was cut off in the middle was not reported. */
function readRows(stdout: string, isLines: boolean): CommandRow[] {
  try {
    if (!isLines) return stdout.trim() === '' ? [] : [JSON.parse(stdout) as CommandRow].flat();
  } catch {
    // A revert of a run prints a line for each of its changes.
  }
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as CommandRow);
}
