import type { PermissionRow, Problem, User } from '@ops-admin/client';
import { ROWS_SHOWN } from '../changes/batch-plan.js';
import type { ShownRow } from '../changes/batch-rows.js';
import { type Plan, type Rows, reasonOf } from '../changes/plan.js';
import { type Changes, newBatchName, sendChanges } from '../changes/send-changes.js';
import { untilEndOf } from '../permissions/until-field.js';
import { service } from '../service.js';
import { words } from '../words.js';

/** What is decided about a permission that a user holds. */
export interface Decision {
  readonly is: 'keep' | 'remove' | 'until';
  /** The last day, of `until`. */
  readonly day: string;
  readonly user: string;
  readonly permission: string;
  /** The entry that had added it at the decision; 0 where the audit log does not say. */
  readonly entry: number;
  /** The newest entry of the audit log then. */
  readonly asOf: number;
}

/** A change, and the decisions that it carries out: a review of one, or the ends of all that a user holds. */
interface Step {
  readonly change: Changes['changes'][number];
  readonly of: readonly Decision[];
}

/** Carries out the decisions in one batch. Permissions that others changed after a decision are left as they are. */
export function reviewPlan(decisions: readonly Decision[], onSaved: () => void): Plan<Rows> {
  const those = (is: Decision['is']) => decisions.filter((one) => one.is === is);
  const judged = [...those('remove'), ...those('keep')].map(judgementOf);
  const send = async (how: Parameters<typeof sendChanges>[1], onRow: (done: number) => void) => {
    const ends: Step[] = [];
    for (const user of new Set(those('until').map((one) => one.user))) {
      const shown = await service.showUser({ userId: user });
      if (shown.isErr() && !isGone(shown.error)) return shown.map(() => NOTHING);
      ends.push(
        endsOf(
          shown.unwrapOr(undefined)?.user,
          those('until').filter((one) => one.user === user),
        ),
      );
    }
    const steps = [...ends, ...judged];
    const answer = await sendChanges(
      [
        { action: 'set', changes: ends.map(({ change }) => change) },
        { action: 'review', changes: judged.map(({ change }) => change) },
      ],
      how,
      onRow,
    );
    return answer.map((run) => ({ ...run, results: run.results.map((row, n) => shownRow(row, steps[n])) }));
  };
  return {
    ...ROWS_SHOWN,
    verb: words.reviews.verb,
    isDangerous: those('remove').length > 0,
    count: decisions.length,
    preview: (onRow) => send({ dryRun: true }, onRow),
    make: async (reason, _shown, onRow) => {
      const answer = await send({ ...reasonOf(reason), batch: newBatchName() }, onRow);
      if (answer.isOk()) onSaved();
      return answer;
    },
    sum: (rows) => {
      const count = (what: string) => rows.results.filter(({ result }) => result === what).length;
      const text = words.reviews.done(count('kept'), count('removed'), count('updated'));
      return { ...ROWS_SHOWN.sum(rows), notice: { text, batch: rows.batch ?? undefined } };
    },
  };
}

const NOTHING: Rows = { batch: null, dryRun: true, leavesNoAdmin: false, results: [] };

/** An erased user is a failed row, which does not stop the others. */
const isGone = (problem: Problem) => problem.type === 'error-answer' && problem.status === 404;

function judgementOf(one: Decision): Step {
  const { entry, is, permission, user } = one;
  const decision = is === 'keep' ? 'keep' : 'remove';
  return { change: { user, permissions: [permission], decision, entry }, of: [one] };
}

/** A review sets no end, and an addition none of what is held for good: all that is held is said again. */
function endsOf(held: User | undefined, of: readonly Decision[]): Step {
  const { asOf = 0, user = '' } = of[0] ?? {};
  const ends = new Map(Object.entries(held?.ends ?? {}));
  for (const { day, permission } of of) {
    const { until } = untilEndOf(day);
    if (until) ends.set(permission, until);
  }
  return { change: { user, permissions: held?.permissions ?? [], ends: Object.fromEntries(ends), asOf }, of };
}

/** With what it was decided about, and what is newer than that decision. */
function shownRow(row: PermissionRow, step: Step | undefined): ShownRow {
  const isNamed = row.removed?.length || row.ends;
  const asked = isNamed ? [] : (step?.of.map(({ permission }) => permission) ?? []);
  return { ...row, asked, ...(step?.of[0] && { asOf: step.of[0].asOf }) };
}
