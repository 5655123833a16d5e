import { useEffect, useState } from 'preact/hooks';

const PREFIX = 'draft:';

/**
 * What somebody has typed, kept by the tab until the form is done or given up: a sign-in in the middle of a form loses
 * nothing. `form` is what it belongs to, by default the address.
 */
export function useDraft<T>(name: string, initial: T, form: string = location.hash): [T, (value: T) => void] {
  const [key] = useState(() => `${PREFIX}${form}:${name}`);
  const [value, setValue] = useState<T>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as T);
  });
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(value)), [key, value]);
  return [value, setValue];
}

/** Forgets what was typed into the form at this address. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${PREFIX}${location.hash}:`)) sessionStorage.removeItem(key);
  }
}
