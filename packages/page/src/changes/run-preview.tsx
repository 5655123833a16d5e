import type { Problem } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { dropDrafts, useDraft } from '../parts/draft.js';
import { Field } from '../parts/field.js';
import { noteChange } from '../parts/load.js';
import { Note, ProblemNote } from '../parts/note.js';
import { notify } from '../parts/notice.js';
import { numberText, words } from '../words.js';
import { isChange, isFailed, type Run, type RunPlan } from './run-plan.js';
import { RunRows } from './run-rows.js';

/** Shows what a plan would do, asks for a reason, does it, and says what it did. */
export function RunPreview(props: {
  plan: RunPlan;
  /** The number of users it names. */
  count?: number;
  onDone(run: Run): void;
  onBack?: (() => void) | undefined;
}): VNode {
  const { count = 1, onBack, onDone, plan } = props;
  const [shown, setShown] = useState<Run>();
  const [made, setMade] = useState<Run>();
  const [problem, setProblem] = useState<Problem>();
  const [isMaking, setMaking] = useState(false);
  const [rowsDone, setRowsDone] = useState<number>();
  const [reason, setReason] = useDraft('reason', '');

  const look = async () => {
    setShown(undefined);
    setProblem(undefined);
    const answer = await plan.preview(setRowsDone);
    setRowsDone(undefined);
    answer.match(setShown, setProblem);
  };
  useEffect(() => void look(), []);

  const make = async () => {
    if (!shown || isMaking) return;
    setMaking(true);
    setProblem(undefined);
    const answer = await plan.make(reason, shown, setRowsDone);
    setRowsDone(undefined);
    setMaking(false);
    if (answer.isErr()) return setProblem(answer.error);
    const run = answer.value;
    noteChange();
    const [first] = run.results;
    const changed = run.results.filter(isChange).length;
    if (changed > 0) {
      dropDrafts();
      notify({ text: words.done(run.results, changed), entry: first?.entry, batch: run.batch ?? undefined });
    }
    if (run.results.some(isFailed)) return setMade(run);
    onDone(run);
  };

  if (made) {
    return (
      <>
        <Note kind="bad">{words.run.failed(numberText(made.results.filter(isFailed).length))}</Note>
        <RunRows rows={made.results} shown={shown?.results} />
        <div class="row end">
          <button
            type="button"
            onClick={() => {
              setMade(undefined);
              void look();
            }}
          >
            {words.run.again}
          </button>
          <button type="button" class="primary" onClick={() => onDone(made)}>
            {words.close}
          </button>
        </div>
      </>
    );
  }
  const changes = shown?.results.filter(isChange).length ?? 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      {rowsDone !== undefined && count > 1 && (
        <p>
          <progress max={count} value={rowsDone} aria-label={words.run.progress} /> {numberText(rowsDone)} /{' '}
          {numberText(count)}
        </p>
      )}
      {!shown && !problem && <p class="quiet">{words.run.looking}</p>}
      {shown && <RunRows rows={shown.results} />}
      {shown?.leavesNoAdmin && <Note kind="bad">{words.run.leavesNoAdmin}</Note>}
      <ProblemNote problem={problem} />
      {problem && isMakingUnknown(problem, shown) && <p>{words.run.unknown}</p>}
      {changes > 0 && (
        <Field
          label={words.run.reason}
          hint={words.run.reasonHint}
          value={reason}
          onValue={setReason}
          maxLength={500}
          isFirst
        />
      )}
      <div class="row end">
        {onBack && (
          <button type="button" onClick={onBack}>
            {words.run.back}
          </button>
        )}
        {problem && !shown && (
          <button type="button" onClick={() => void look()}>
            {words.problems.retry}
          </button>
        )}
        {changes > 0 && (
          <button type="submit" class={plan.isDangerous ? 'danger' : 'primary'} disabled={isMaking}>
            {isMaking ? words.run.making : plan.verb}
          </button>
        )}
      </div>
    </form>
  );
}

/** Whether it is not known if the change was made: no answer came after it was shown. */
function isMakingUnknown(problem: Problem, shown: Run | undefined): boolean {
  return shown !== undefined && problem.type === 'no-answer';
}
