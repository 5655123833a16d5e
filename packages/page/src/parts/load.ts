import type { Answer, Client, Problem } from '@ops-admin/client';
import { useEffect, useState } from 'preact/hooks';
import { serviceFor } from '../service.js';

/** What was asked of the service. The last answer stays while something else is asked, but not if that fails: a failed filter has no rows. */
export interface Loaded<T> {
  readonly value?: T | undefined;
  readonly problem?: Problem | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/** The page asks again after this time if the service does not say when. */
const RETRY_SECONDS = 5;

/** What depends on a text is asked after this pause in typing. */
const TYPING_MS = 250;

/** Reads everything that is shown again, after a change. */
export function noteChange(): void {
  dispatchEvent(new Event('ops-admin-changed'));
}

/** Asks whenever the key changes; `undefined` asks nothing. Asks again after a change, and after what passes by itself. */
export function useLoad<T>(key: string | undefined, ask: (service: Client) => Answer<T>): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'> & { readonly of?: string }>({
    isLoading: key !== undefined,
  });
  const [turn, setTurn] = useState(0);
  const reload = () => setTurn((last) => last + 1);

  useEffect(() => {
    addEventListener('ops-admin-changed', reload);
    return () => removeEventListener('ops-admin-changed', reload);
  }, []);

  useEffect(() => {
    if (key === undefined) return setState({ isLoading: false });
    setState((last) => ({ ...last, isLoading: true }));
    const asking = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    void ask(serviceFor(asking.signal)).then((answer) => {
      if (asking.signal.aborted) return;
      if (answer.isOk()) return setState({ of: key, value: answer.value, isLoading: false });
      const problem = answer.error;
      setState((last) => ({ ...(last.of === key && last), problem, isLoading: false }));
      if (isPassing(answer.error)) retry = setTimeout(reload, retryAfter(answer.error) * 1000);
    });
    return () => {
      asking.abort();
      clearTimeout(retry);
    };
  }, [key, turn]);

  return { ...state, reload };
}

/** A text after a pause in typing. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

/** Whether a problem passes by itself: no connection, or a busy service. */
export function isPassing(problem: Problem): boolean {
  return (
    problem.type === 'no-answer' ||
    (problem.type === 'error-answer' && (problem.status === 429 || problem.status === 503))
  );
}

export function retryAfter(problem: Problem): number {
  return Math.max((problem.type === 'error-answer' && problem.retryAfter) || RETRY_SECONDS, 1);
}
