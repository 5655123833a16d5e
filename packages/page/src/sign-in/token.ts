export interface HeldToken {
  readonly token: string;
  /** The end, in milliseconds since 1970; unknown for a pasted token. */
  readonly endsAt?: number | undefined;
  /** Renews the token without the person; the refresh token is in memory alone. */
  readonly renew?: (() => Promise<HeldToken>) | undefined;
}

/** The tab's storage keeps the token, so that a reload needs no sign-in. */
const KEY = 'token';

/** The time before its end at which a token is renewed, in milliseconds. */
const EARLY_MS = 30_000;

let held: HeldToken | undefined = stored();
let renewing: Promise<void> | undefined;
let refused: (challenge: string) => void = () => {};

/** Keeps a token, or with `undefined` clears the storage of the tab. */
export function holdToken(token: HeldToken | undefined): void {
  held = token;
  if (token) sessionStorage.setItem(KEY, token.token);
  else sessionStorage.clear();
}

/** Removes the token alone: what was typed stays for the next sign-in. */
export function dropToken(): void {
  held = undefined;
  sessionStorage.removeItem(KEY);
}

export function hasToken(): boolean {
  return held !== undefined;
}

export function heldToken(): string | undefined {
  return held?.token;
}

export async function accessToken(): Promise<string> {
  const { endsAt = Number.POSITIVE_INFINITY, renew } = held ?? {};
  if (renew && Date.now() > endsAt - EARLY_MS) {
    renewing ??= renew()
      // The service then names the fault of the old token.
      .then(holdToken, () => {})
      .finally(() => {
        renewing = undefined;
      });
    await renewing;
  }
  return held?.token ?? '';
}

/** Sets what happens when the service refuses the token, with its `WWW-Authenticate`. */
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
