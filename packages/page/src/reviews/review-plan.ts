import type { PermissionRow, Problem, User } from '@ops-admin/client';
import { ROWS_SHOWN } from '../changes/batch-plan.js';
import type { ShownRow } from '../changes/batch-rows.js';
import { type Plan, type Rows, reasonOf } from '../changes/plan.js';
import { type Changes, newBatchName, sendChanges } from '../changes/send-changes.js';
import { untilEndOf } from '../permissions/until-field.js';
import { service } from '../service.js';
import { words } from '../words.js';

export interface Decision {
  readonly is: 'keep' | 'remove' | 'until';
  /** The last day, for `until`. */
  readonly day: string;
  readonly user: string;
  readonly permission: string;
  /** The entry that added the permission; 0 if the audit log has none. */
  readonly entry: number;
  /** The newest entry of the audit log at the time of the decision. */
  readonly asOf: number;
}

/** A change with its decisions: a review of one permission, or all ends of one user. */
interface Step {
  readonly change: Changes['changes'][number];
  readonly of: readonly Decision[];
}

/** Plans all decisions as one batch. A permission that changed after its decision is left as it is. */
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

/** An erased user is a failed row, and does not stop the others. */
const isGone = (problem: Problem) => problem.type === 'error-answer' && problem.status === 404;

function judgementOf(one: Decision): Step {
  const { entry, is, permission, user } = one;
  const decision = is === 'keep' ? 'keep' : 'remove';
  return { change: { user, permissions: [permission], decision, entry }, of: [one] };
}

/** Neither a review nor an addition gives an end to a permanent permission; setting all held permissions does. */
function endsOf(held: User | undefined, of: readonly Decision[]): Step {
  const { asOf = 0, user = '' } = of[0] ?? {};
  const ends = new Map(Object.entries(held?.ends ?? {}));
  for (const { day, permission } of of) {
    const { until } = untilEndOf(day);
    if (until) ends.set(permission, until);
  }
  return { change: { user, permissions: held?.permissions ?? [], ends: Object.fromEntries(ends), asOf }, of };
}

/** Adds the decided permissions, and the entry after which changes are shown. */
function shownRow(row: PermissionRow, step: Step | undefined): ShownRow {
  const isNamed = row.removed?.length || row.ends;
  const asked = isNamed ? [] : (step?.of.map(({ permission }) => permission) ?? []);
  return { ...row, asked, ...(step?.of[0] && { asOf: step.of[0].asOf }) };
}
