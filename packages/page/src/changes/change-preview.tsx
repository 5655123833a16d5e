import type { Problem } from '@ops-admin/client';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DialogBody, DialogFoot, useFocusKept } from '../parts/dialog.js';
import { dropDrafts, useDraft } from '../parts/draft.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { isPassing, noteChange, retryAfter } from '../parts/load.js';
import { Note, ProblemNote } from '../parts/note.js';
import { notify } from '../parts/notice.js';
import { numberText, words } from '../words.js';
import type { Plan } from './plan.js';
import { ReasonField } from './reason-field.js';

export function ChangePreview<T>(props: {
  plan: Plan<T>;
  onDone(made: T): void;
  onBack?: (() => void) | undefined;
  /** Called to decide again about failed rows; by default the preview is refreshed. */
  onAgain?: () => void;
  onRefused?: ((problem: Problem) => void) | undefined;
  /** The text to type before the change is made. */
  confirmation?: string | undefined;
  children?: ComponentChildren;
}): VNode {
  const { children, confirmation, onAgain, onBack, onDone, onRefused, plan } = props;
  const { count = 1, seen } = plan;
  const [shown, setShown] = useState<T>();
  const [made, setMade] = useState<T>();
  const [problem, setProblem] = useState<Problem>();
  const [isMaking, setMaking] = useState(false);
  const [rowsDone, setRowsDone] = useState(0);
  const [reason, setReason] = useDraft('reason', '');
  const [typed, setTyped] = useState('');
  const wait = useCountdown(problem);
  useFocusKept();

  const look = async () => {
    if (made !== undefined && onAgain) return onAgain();
    setMade(undefined);
    setShown(undefined);
    setProblem(undefined);
    const answer = await plan.preview(setRowsDone);
    answer.match(setShown, (refusal) => {
      setProblem(refusal);
      onRefused?.(refusal);
    });
    setRowsDone(0);
  };
  // Refresh the preview when the record has changed.
  useEffect(() => void look(), [seen?.version]);

  const isConfirmed = confirmation === undefined || typed.trim().toLowerCase() === confirmation.toLowerCase();
  const make = async () => {
    if (shown === undefined || isMaking || wait > 0) return;
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
    // The view has changed, so the notice stands in the new one.
    if (changed > 0) notify(notice);
    noteChange();
  };

  const { changed, failed } = shown === undefined ? { changed: 0, failed: 0 } : plan.sum(shown);
  const isStale = problem?.type === 'error-answer' && problem.status === 412;
  const isOpen = changed > 0 && made === undefined && !isStale;
  const verb = shown === undefined || typeof plan.verb === 'string' ? plan.verb : plan.verb(shown);
  return (
    <Form class="parts" onSend={() => void make()}>
      <DialogBody>
        {children}
        {count > 1 && (isMaking || shown === undefined) && !problem && (
          <p class="row">
            <progress max={count} value={rowsDone} aria-label={words.change.progress} />
            {words.change.rows(numberText(rowsDone), numberText(count))}
          </p>
        )}
        {shown === undefined && !problem && <p class="muted">{words.change.looking}</p>}
        {made !== undefined && (
          <Note kind="bad">{words.change.failed(numberText(plan.sum(made).failed))}</Note>
        )}
        {made !== undefined ? plan.describe(made, shown) : shown !== undefined && plan.describe(shown)}
        {isStale ? (
          <Note kind="warn">{words.change.stale}</Note>
        ) : (
          <ProblemNote problem={problem} isRetried={false} />
        )}
        {isStale && seen?.since}
        {problem?.type === 'no-answer' && shown !== undefined && <p>{words.change.unknown}</p>}
        {isOpen && (
          <>
            {count > 1 && failed > 0 && <Note kind="warn">{words.change.leavesOut(failed)}</Note>}
            {confirmation !== undefined && (
              <Field
                label={words.erase.type(confirmation)}
                value={typed}
                onValue={setTyped}
                mistake={isConfirmed ? undefined : words.erase.differs}
              />
            )}
            <ReasonField value={reason} onValue={setReason} />
          </>
        )}
      </DialogBody>
      <DialogFoot
        cancel={made !== undefined || (shown !== undefined && changed === 0) ? words.close : words.cancel}
        first={
          onBack &&
          made === undefined && (
            <button type="button" class="button quiet first" onClick={onBack}>
              {words.change.back}
            </button>
          )
        }
      >
        {(problem || made !== undefined) && (
          <button
            type="button"
            class={isOpen ? 'button' : 'button primary'}
            onClick={() => (isStale ? noteChange() : void look())}
          >
            {words.change.again}
          </button>
        )}
        {isOpen && (
          <button
            type="submit"
            class={plan.isDangerous ? 'button danger' : 'button primary'}
            aria-disabled={isMaking || wait > 0 || undefined}
          >
            {isMaking ? words.change.making : wait > 0 ? words.change.wait(wait) : (verb as string)}
          </button>
        )}
      </DialogFoot>
    </Form>
  );
}

/** Returns the seconds until a change can be sent again after a busy service refused it. */
function useCountdown(problem: Problem | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (problem?.type !== 'error-answer' || !isPassing(problem)) return setLeft(0);
    setLeft(retryAfter(problem));
    const timer = setInterval(() => setLeft((last) => Math.max(0, last - 1)), 1000);
    return () => clearInterval(timer);
  }, [problem]);
  return left;
}
