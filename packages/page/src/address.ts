import { useEffect, useState } from 'preact/hooks';

/** A view and its state, from the fragment of the address. */
export interface Place {
  /** `users/65a1…` is `['users', '65a1…']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** The state of a view; empty and missing values are not in the address. */
export type PlaceQuery = Readonly<Record<string, string | undefined>>;

/** Returns the address of a view. Its slash distinguishes it from an anchor in the document. */
export function addressOf(path: string, query: PlaceQuery = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  const text = new URLSearchParams(given).toString();
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/** Returns the address of the same view with other state. */
export function addressWith({ path, query }: Place, changes: PlaceQuery): string {
  return addressOf(path.map(encodeURIComponent).join('/'), { ...query, ...changes });
}

/** `replace` adds no step to the history. */
export type Step = 'push' | 'replace';

export function go(address: string, step: Step = 'push'): void {
  if (step === 'push') location.hash = address;
  else {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

export function placeNow(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const parts = path.split('/').map(decoded);
  return { path: parts, query: Object.fromEntries(new URLSearchParams(query)) };
}

export function usePlace(): Place {
  const [place, setPlace] = useState(placeNow);
  useEffect(() => {
    const follow = () => setPlace(placeNow());
    addEventListener('hashchange', follow);
    // The sign-in starts before this effect and may already have replaced the address.
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  return place;
}

/** Decodes a part of an address; malformed parts stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads the number of an entry from an address, which users can edit. */
export function entryIn(text = ''): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Reads a list of texts from an address, which users can edit. */
export function textsIn(json = '[]'): string[] {
  try {
    const given: unknown = JSON.parse(json);
    return Array.isArray(given) ? given.map(String) : [];
  } catch {
    return [];
  }
}
