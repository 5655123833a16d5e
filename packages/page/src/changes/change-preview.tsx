import type { Problem } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useFocusKept } from '../parts/dialog.js';
import { dropDrafts, useDraft } from '../parts/draft.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { noteChange } from '../parts/load.js';
import { Note, ProblemNote } from '../parts/note.js';
import { notify } from '../parts/notice.js';
import { numberText, words } from '../words.js';
import { ChangedSince } from './changed-since.js';
import type { Plan } from './plan.js';

/** Shows what a plan would do, asks for a reason, does it, and says what it did. */
export function ChangePreview<T>(props: {
  plan: Plan<T>;
  onDone(made: T): void;
  onBack?: (() => void) | undefined;
  /** Where it is decided again what was not done; here by default. */
  onAgain?: () => void;
}): VNode {
  const { onAgain, onBack, onDone, plan } = props;
  const { asSeen, count = 1 } = plan;
  const [shown, setShown] = useState<T>();
  const [made, setMade] = useState<T>();
  const [problem, setProblem] = useState<Problem>();
  const [isMaking, setMaking] = useState(false);
  const [rowsDone, setRowsDone] = useState(0);
  const [reason, setReason] = useDraft('reason', '');
  useFocusKept();

  const look = async () => {
    if (made !== undefined && onAgain) return onAgain();
    setMade(undefined);
    setShown(undefined);
    setProblem(undefined);
    const answer = await plan.preview(setRowsDone);
    answer.match(setShown, setProblem);
    setRowsDone(0);
  };
  // Again, where the user is another one now.
  useEffect(() => void look(), [asSeen?.newestEntry]);

  const make = async () => {
    if (shown === undefined || isMaking) return;
    setMaking(true);
    setProblem(undefined);
    const answer = await plan.make(reason, shown, setRowsDone);
    setRowsDone(0);
    setMaking(false);
    if (answer.isErr()) return setProblem(answer.error);
    const { changed, failed, notice } = plan.sum(answer.value);
    if (changed > 0) dropDrafts();
    if (failed > 0) setMade(answer.value);
    else onDone(answer.value);
    // Where it leads to: the notice is part of that view.
    if (changed > 0) notify(notice);
    noteChange();
  };

  const { changed, failed } = shown === undefined ? { changed: 0, failed: 0 } : plan.sum(shown);
  const isStale = problem?.type === 'error-answer' && problem.status === 412;
  return (
    <Form onSend={() => void make()}>
      {count > 1 && (isMaking || shown === undefined) && !problem && (
        <p class="row">
          <progress max={count} value={rowsDone} aria-label={words.run.progress} />
          {words.run.rows(numberText(rowsDone), numberText(count))}
        </p>
      )}
      {shown === undefined && !problem && <p class="quiet">{words.run.looking}</p>}
      {made !== undefined && <Note kind="bad">{words.run.failed(numberText(plan.sum(made).failed))}</Note>}
      {made !== undefined ? plan.describe(made, shown) : shown !== undefined && plan.describe(shown)}
      {isStale ? (
        <Note kind="bad">{words.run.stale}</Note>
      ) : (
        <ProblemNote problem={problem} isRetried={false} />
      )}
      {isStale && asSeen && <ChangedSince user={asSeen.user} asOf={asSeen.newestEntry} />}
      {problem?.type === 'no-answer' && shown !== undefined && <p>{words.run.unknown}</p>}
      {changed > 0 && made === undefined && !isStale && (
        <>
          {count > 1 && failed > 0 && <Note kind="warn">{words.run.leavesOut(failed)}</Note>}
          <Field
            label={words.run.reason}
            hint={words.run.reasonHint}
            value={reason}
            onValue={setReason}
            maxLength={500}
          />
        </>
      )}
      <div class="row end">
        {onBack && made === undefined && (
          <button type="button" onClick={onBack}>
            {words.run.back}
          </button>
        )}
        {(problem || made !== undefined) && (
          <button type="button" onClick={() => (isStale ? noteChange() : void look())}>
            {words.run.again}
          </button>
        )}
        {changed > 0 && made === undefined && !isStale && (
          <button type="submit" class={plan.isDangerous ? 'danger' : 'primary'} disabled={isMaking}>
            {isMaking ? words.run.making : plan.verb}
          </button>
        )}
      </div>
    </Form>
  );
}
