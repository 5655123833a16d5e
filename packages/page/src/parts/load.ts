import type { Answer, Client, Problem } from '@ops-admin/client';
import { useEffect, useState } from 'preact/hooks';
import { serviceFor } from '../service.js';

/** The state of a read. The last answer stays while another is loading; a failed filter shows no old rows. */
export interface Loaded<T> {
  readonly value?: T | undefined;
  readonly problem?: Problem | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/** The wait before a retry if the service does not name one. */
const RETRY_SECONDS = 5;

/** The pause in typing after which suggestions are read. */
const TYPING_MS = 250;

/** Reads all that the page shows again after a change. */
export function noteChange(): void {
  dispatchEvent(new Event('ops-admin-changed'));
}

/** Reads when the key changes (`undefined` reads nothing), after a change, and after a passing problem. */
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

/** Returns a text after a pause in typing. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

/** Whether a problem passes: no connection, or a busy service. */
export function isPassing(problem: Problem): boolean {
  return (
    problem.type === 'no-answer' ||
    (problem.type === 'error-answer' && (problem.status === 429 || problem.status === 503))
  );
}

export function retryAfter(problem: Problem): number {
  return Math.max((problem.type === 'error-answer' && problem.retryAfter) || RETRY_SECONDS, 1);
}
