/** The access token of this tab. */
export interface HeldToken {
  readonly token: string;
  /** When it ends, in milliseconds since 1970; unknown for a pasted one. */
  readonly endsAt?: number | undefined;
  /** Gets another one without the person; the refresh token is in memory alone. */
  readonly renew?: (() => Promise<HeldToken>) | undefined;
}

/** In the storage of the tab, so that a reload needs no sign-in. */
const KEY = 'token';

/** A token is renewed this long before it ends. */
const EARLY_MS = 30_000;

let held: HeldToken | undefined = stored();
let renewing: Promise<void> | undefined;
let refused: (challenge: string) => void = () => {};

/** Keeps a token, or with `undefined` forgets everything that the tab has stored. */
export function holdToken(token: HeldToken | undefined): void {
  held = token;
  if (token) sessionStorage.setItem(KEY, token.token);
  else sessionStorage.clear();
}

/** Forgets the token alone: what was typed stays for who signs in again. */
export function dropToken(): void {
  held = undefined;
  sessionStorage.removeItem(KEY);
}

export function hasToken(): boolean {
  return held !== undefined;
}

/** The access token of this tab, for a new tab. */
export function heldToken(): string | undefined {
  return held?.token;
}

/** The token for a request. */
export async function accessToken(): Promise<string> {
  const { endsAt = Number.POSITIVE_INFINITY, renew } = held ?? {};
  if (renew && Date.now() > endsAt - EARLY_MS) {
    renewing ??= renew()
      // The service says what is wrong with the old one.
      .then(holdToken, () => {})
      .finally(() => {
        renewing = undefined;
      });
    await renewing;
  }
  return held?.token ?? '';
}

/** What happens when the service refuses the token, with its `WWW-Authenticate`. */
export function whenRefused(listener: (challenge: string) => void): void {
  refused = listener;
}

export function onRefused(challenge: string): void {
  refused(challenge);
}

/** Sets what happens when the service refuses a request because the user lacks access. */
export function whenForbidden(listener: () => void): void {
  noteForbidden = listener;
}

/** Notes that the service refused a request because the user lacks access. */
export let noteForbidden: () => void = () => {};

function stored(): HeldToken | undefined {
  const token = sessionStorage.getItem(KEY);
  return token === null ? undefined : { token };
}
