import { useEffect, useState } from 'preact/hooks';

const PREFIX = 'draft:';

/** The id of whoever is signed in. */
let author = '';

/**
 * What somebody has typed or ticked, kept by the tab until the form is done or given up: a sign-in in the middle of it
 * loses nothing. `form` is what it belongs to, by default the address.
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
  // Also what nobody changes: a form that is begun again begins with the same.
  useEffect(() => keep(value), [key]);
  const change = (next: T) => {
    // At once: what is shown next can be another form.
    keep(next);
    setValue(() => next);
  };
  return [value, change];
}

/** Whose drafts these are from now on: those of somebody else, who was signed in before, are forgotten. */
export function startDraftsOf(user: string): void {
  author = user;
  dropWhere((key) => !key.startsWith(`${PREFIX}${author}:`));
}

/** Forgets what was typed into the form at this address. */
export function dropDrafts(): void {
  dropWhere((key) => key.startsWith(`${PREFIX}${author}:${location.hash}:`));
}

function dropWhere(isDropped: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && isDropped(key)) sessionStorage.removeItem(key);
  }
}

const isNothing = (json: string): boolean => ['""', '[]', '{}'].includes(json);
