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
export function ProblemNote({ problem }: { problem: Problem | undefined }): VNode | null {
  if (!problem || problem.type === 'aborted') return null;
  const requestId = problem.type === 'error-answer' ? problem.requestId : undefined;
  return (
    <Note kind={isPassing(problem) ? 'warn' : 'bad'}>
      <p>{problem.type === 'no-answer' ? words.problems.noAnswer : words.problems.of(problem.message)}</p>
      {isPassing(problem) && <p>{words.problems.goesOn}</p>}
      {requestId !== undefined && <p class="quiet">{words.problems.request(requestId)}</p>}
    </Note>
  );
}
