import type { Data, Problem } from '@ops-admin/client';
import { useEffect, useState } from 'preact/hooks';
import { go } from '../address.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { type Asked, beginSignIn, comeBack, endSession, type Provider } from './provider.js';
import { hasToken, holdToken, whenRefused } from './token.js';

/** Who is signed in. */
export type Session = Data<'showSession'>;

/** How far the sign-in is. */
export type SignInStage =
  | { readonly is: 'starting' }
  /** `provider` is where to sign in; without one a token is pasted. */
  | { readonly is: 'out'; readonly provider: Provider | null; readonly why?: string | undefined }
  | { readonly is: 'unreachable'; readonly problem: Problem }
  | { readonly is: 'in'; readonly session: Session };

/** What somebody can do about their session. */
export interface SessionControl {
  readonly stage: SignInStage;
  start(): Promise<void>;
  /** With a pasted token, or at the provider. */
  signIn(token?: string): Promise<void>;
  signOut(): Promise<void>;
}

/** A token that is refused this soon would be refused again: nobody goes round in circles. */
const FRESH_MS = 10_000;

export function useSession(): SessionControl {
  const [stage, setStage] = useState<SignInStage>({ is: 'starting' });
  const [flow] = useState(() => new SignInFlow(setStage));
  useEffect(() => {
    void flow.start();
  }, [flow]);
  return {
    stage,
    start: () => flow.start(),
    signIn: (token) => flow.signIn(token),
    signOut: () => flow.signOut(),
  };
}

class SignInFlow {
  readonly #show: (stage: SignInStage) => void;
  #provider: Provider | null = null;
  /** When the provider gave the token. */
  #givenAt = 0;
  /** The service does not know whom the provider knows. */
  #isNobody = false;
  #isLeaving = false;

  constructor(show: (stage: SignInStage) => void) {
    this.#show = show;
    whenRefused(() => void this.#refused());
  }

  async start(): Promise<void> {
    const linked = takeLinkedToken();
    if (linked !== undefined) holdToken({ token: linked });
    const config = await service.showPageConfig();
    if (config.isErr()) return this.#show({ is: 'unreachable', problem: config.error });
    this.#provider = config.value.signIn;
    try {
      const back = this.#provider && (await comeBack(this.#provider));
      if (back?.token) {
        holdToken(back.token);
        this.#givenAt = Date.now();
      } else if (back) return this.#leave(words.signIn.ended);
    } catch (error) {
      return this.#leave(words.signIn.failed(reasonOf(error)));
    }
    if (!hasToken()) return this.#leave();
    await this.#enter();
  }

  async signIn(token?: string): Promise<void> {
    if (token !== undefined) {
      holdToken({ token });
      return await this.#enter();
    }
    await this.#toProvider(this.#isNobody ? 'everybody' : 'unknown');
  }

  async signOut(): Promise<void> {
    const provider = this.#provider;
    history.replaceState(null, '', location.pathname);
    this.#leave(words.signIn.signedOut);
    if (provider) await endSession(provider).catch(() => {});
    holdToken(undefined);
  }

  async #enter(): Promise<void> {
    const session = await service.showSession();
    if (session.isOk()) return this.#show({ is: 'in', session: session.value });
    if (session.error.type === 'error-answer' && session.error.status === 401) return;
    this.#show({ is: 'unreachable', problem: session.error });
  }

  /** The form that somebody is in is kept by the tab; a provider that still knows them leads back to it. */
  async #refused(): Promise<void> {
    const isFresh = Date.now() - this.#givenAt < FRESH_MS;
    if (this.#provider && !isFresh) return await this.#toProvider('nobody');
    this.#isNobody = isFresh;
    sessionStorage.removeItem('token');
    this.#leave(isFresh ? words.signIn.notAUser : words.signIn.refused);
  }

  /** Several requests can be refused at once. */
  async #toProvider(asked: Asked): Promise<void> {
    if (!this.#provider || this.#isLeaving) return;
    this.#isLeaving = true;
    try {
      await beginSignIn(this.#provider, asked);
    } catch (error) {
      this.#isLeaving = false;
      this.#leave(words.signIn.failed(reasonOf(error)));
    }
  }

  #leave(why?: string): void {
    this.#show({ is: 'out', provider: this.#provider, why });
  }
}

/** `serve --demo` prints a link with a token, which is taken out of the address at once. */
function takeLinkedToken(): string | undefined {
  const [, token] = /^#token=([\w.-]+)$/.exec(location.hash) ?? [];
  if (token !== undefined) go(location.pathname, 'replace');
  return token;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
