import { useEffect, useState } from 'preact/hooks';

const PREFIX = 'draft:';

/** The id of the signed-in user. */
let author = '';

/**
 * Keeps what somebody types or ticks in the storage of the tab until the form is sent or closed, so that a sign-in in the
 * middle loses nothing. `form` names the form, by default by the address.
 */
export function useDraft<T>(name: string, initial: T, form: string = location.hash): [T, (value: T) => void] {
  const [key] = useState(() => `${PREFIX}${author}:${form}:${name}`);
  const [value, setValue] = useState<T>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as T);
  });
  const keep = (next: T) => {
    const text = JSON.stringify(next);
    if (isNothing(text) && isNothing(JSON.stringify(initial))) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  };
  // Keep the initial value too: a form that is opened again begins with the same values.
  useEffect(() => keep(value), [key]);
  const change = (next: T) => {
    // Immediately, because the next form shown can be another one.
    keep(next);
    setValue(() => next);
  };
  return [value, change];
}

/** Sets the user whose drafts are kept, and discards those of other users. */
export function startDraftsOf(user: string): void {
  author = user;
  dropWhere((key) => !key.startsWith(`${PREFIX}${author}:`));
}

/** Discards what was typed into the form at this address. */
export function dropDrafts(): void {
  dropWhere((key) => key.startsWith(`${PREFIX}${author}:${location.hash}:`));
}

function dropWhere(isDropped: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && isDropped(key)) sessionStorage.removeItem(key);
  }
}

const isNothing = (json: string): boolean => ['""', '[]', '{}'].includes(json);
