import { useEffect, useState } from 'preact/hooks';

/** Where the page is: a view and all of its state, as they are in the fragment of the address. */
export interface Place {
  /** `users/65a1…` is `['users', '65a1…']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** What is left out, empty or `undefined` is not in the address. */
export type PlaceQuery = Readonly<Record<string, string | undefined>>;

/** The address of a view. The slash tells it from a place in the document, which tools take for a link to skip there. */
export function addressOf(path: string, query: PlaceQuery = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  const text = new URLSearchParams(given).toString();
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/** The same view with other state. */
export function addressWith({ path, query }: Place, changes: PlaceQuery): string {
  return addressOf(path.map(encodeURIComponent).join('/'), { ...query, ...changes });
}

/** How an address follows another: `replace` leaves no step back to that. */
export type Step = 'push' | 'replace';

/** Goes to an address. */
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

/** Somebody can type anything into an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The number of an entry in an address, where anybody can type anything. */
export function entryIn(text = ''): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The list of texts that a member of an address is; anybody can type anything into it. */
export function textsIn(json = '[]'): string[] {
  try {
    const given: unknown = JSON.parse(json);
    return Array.isArray(given) ? given.map(String) : [];
  } catch {
    return [];
  }
}
