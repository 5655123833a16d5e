import type { Problem } from '@ops-admin/client';
import type { ComponentChildren, VNode } from 'preact';
import { words } from '../words.js';
import { isPassing } from './load.js';

/** Something that is said in a box: what went wrong is read out at once. */
export function Note(props: { kind: 'info' | 'bad' | 'good' | 'warn'; children: ComponentChildren }): VNode {
  const { children, kind } = props;
  return (
    <div class={`note ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      {children}
    </div>
  );
}

/** A problem, in words: what happened, whether it goes on by itself, and under what the log has more. */
export function ProblemNote(props: {
  problem: Problem | undefined;
  /** Whether it is asked again without anybody; changes are not. */
  isRetried?: boolean;
}): VNode | null {
  const { isRetried = true, problem } = props;
  if (!problem || problem.type === 'aborted') return null;
  // What somebody can mend themselves is all in the message.
  const requestId = problem.type === 'error-answer' && problem.status >= 500 ? problem.requestId : undefined;
  const goesOn = isPassing(problem) && isRetried;
  return (
    <Note kind={goesOn ? 'warn' : 'bad'}>
      <p>{problem.type === 'no-answer' ? words.problems.noAnswer : words.problems.plain(problem.message)}</p>
      {goesOn && <p>{words.problems.goesOn}</p>}
      {!isRetried && problem.type === 'error-answer' && isPassing(problem) && (
        <p>{words.problems.nothingDone}</p>
      )}
      {requestId !== undefined && <p class="quiet">{words.problems.request(requestId)}</p>}
    </Note>
  );
}
