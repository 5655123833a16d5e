import type { Problem } from '@ops-admin/client';
import type { ComponentChildren, VNode } from 'preact';
import { words } from '../words.js';
import { Icon } from './icon.js';
import { isPassing } from './load.js';

/** A message in a box; an error is read out immediately. */
export function Note(props: { kind: 'info' | 'bad' | 'warn'; children: ComponentChildren }): VNode {
  const { children, kind } = props;
  return (
    <div class={`note ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      {kind !== 'info' && <Icon of="alert" />}
      <div>{children}</div>
    </div>
  );
}

export function ProblemNote(props: {
  problem: Problem | undefined;
  /** Whether the page retries; it never repeats a change. */
  isRetried?: boolean;
  onRetry?: (() => void) | undefined;
}): VNode | null {
  const { isRetried = true, onRetry, problem } = props;
  if (!problem || problem.type === 'aborted') return null;
  // The strip below the top bar shows it once for the whole page.
  const isForeign = problem.type === 'no-answer' && problem.status !== undefined;
  if (problem.type === 'no-answer' && isRetried && !isForeign) return null;
  // The log has more only about errors of the service.
  const requestId = problem.type === 'error-answer' && problem.status >= 500 ? problem.requestId : undefined;
  const goesOn = isPassing(problem) && isRetried;
  return (
    <Note kind={goesOn ? 'warn' : 'bad'}>
      <p>
        {isForeign
          ? words.problems.foreign(problem.status ?? 0)
          : problem.type === 'no-answer'
            ? words.problems.noAnswer
            : words.problems.plain(problem.message)}
      </p>
      {goesOn && <p>{words.problems.goesOn}</p>}
      {!isRetried && problem.type === 'error-answer' && isPassing(problem) && (
        <p>{words.problems.nothingDone}</p>
      )}
      {requestId !== undefined && <p class="muted">{words.problems.request(requestId)}</p>}
      {onRetry && !goesOn && !(problem.type === 'error-answer' && problem.status < 500) && (
        <button type="button" class="link" onClick={onRetry}>
          {words.problems.retry}
        </button>
      )}
    </Note>
  );
}
