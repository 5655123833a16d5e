import type { Data, Problem } from '@ops-admin/client';
import { useEffect, useState } from 'preact/hooks';
import { go } from '../address.js';
import { startDraftsOf } from '../parts/draft.js';
import { notify } from '../parts/notice.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { claimsOf } from './code-flow.js';
import { askTabs, tellSignedOut, tellTabs } from './other-tabs.js';
import { beginSignIn, comeBack, endSession, type Prompt, type Provider, reasonOf } from './provider.js';
import { dropToken, hasToken, heldToken, holdToken, whenForbidden, whenRefused } from './token.js';

/** The signed-in user, with the permissions that make a user an admin or a reader. */
export type Session = Data<'showSession'> & AccessPermissions;

export type AccessPermissions = Pick<Data<'showPageConfig'>, 'adminPermission' | 'readerPermission'>;

export type SignInStage =
  | { readonly is: 'starting' }
  /** `provider` is the place to sign in; without one users paste a token. */
  | {
      readonly is: 'out';
      readonly provider: Provider | null;
      readonly why?: string | undefined;
      readonly isError?: boolean;
    }
  /** The token is valid, but belongs to no active user; `message` says so. */
  | { readonly is: 'nobody'; readonly message: string }
  | { readonly is: 'unreachable'; readonly problem: Problem }
  | { readonly is: 'in'; readonly session: Session };

export interface SessionControl {
  readonly stage: SignInStage;
  start(): Promise<void>;
  /** Signs in with a pasted token, or at the provider. */
  signIn(token?: string): Promise<void>;
  signOut(): Promise<void>;
}

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
  #access: AccessPermissions = { adminPermission: '', readerPermission: '' };
  /** The session that the page shows. */
  #shown: Session | undefined;
  /** The token comes from the provider and was never accepted. If it is refused, another one would be too: a loop. */
  #isUntried = false;
  /** After a sign-out here alone the provider's session continues, and would sign in the next person as this one. */
  #prompt: Prompt | undefined;

  constructor(show: (stage: SignInStage) => void) {
    this.#show = show;
    whenRefused((challenge) => void this.#refused(challenge));
    whenForbidden(() => void this.#readAccess());
    addEventListener('hashchange', () => {
      const linked = takeLinkedToken();
      if (linked === undefined || this.#provider) return;
      holdToken({ token: linked });
      void this.#enter();
    });
  }

  async start(): Promise<void> {
    const linked = takeLinkedToken();
    const config = await service.showPageConfig();
    if (config.isErr()) return this.#show({ is: 'unreachable', problem: config.error });
    const { signIn, ...access } = config.value;
    this.#provider = signIn;
    this.#access = access;
    if (this.#provider) {
      try {
        const back = await comeBack(this.#provider);
        if (back && !back.token) return this.#endHere(words.signIn.ended);
        if (back?.token) {
          holdToken(back.token);
          this.#isUntried = true;
        }
      } catch (error) {
        return this.#leave(words.signIn.failed(reasonOf(error, this.#provider)), true);
      }
    } else if (linked !== undefined) holdToken({ token: linked });
    // An open tab of the same origin gives its token to a new tab.
    if (!hasToken()) {
      const token = await askTabs();
      if (token !== undefined) holdToken({ token });
    }
    if (!hasToken()) return this.#leave();
    await this.#enter();
  }

  async signIn(token?: string): Promise<void> {
    if (token !== undefined) {
      holdToken({ token });
      return await this.#enter();
    }
    await this.#toProvider(this.#prompt);
  }

  async signOut(): Promise<void> {
    const provider = this.#provider;
    go(location.pathname, 'replace');
    this.#leave(words.signIn.signedOut);
    tellSignedOut();
    const isEnded = provider ? await endSession(provider).catch(() => false) : true;
    holdToken(undefined);
    if (!provider || isEnded) return;
    this.#prompt = 'login';
    this.#leave(words.signIn.signedOutHere(new URL(provider.issuer).host));
  }

  async #enter(): Promise<void> {
    const session = await service.showSession();
    if (session.isOk()) {
      this.#isUntried = false;
      startDraftsOf(session.value.user._id);
      tellTabs(() => {
        holdToken(undefined);
        this.#leave(words.signIn.signedOut);
      });
      return this.#showSession(session.value);
    }
    if (session.error.type === 'error-answer' && session.error.status === 401) return;
    this.#show({ is: 'unreachable', problem: session.error });
  }

  #showSession(session: Data<'showSession'>): void {
    this.#shown = { ...session, ...this.#access };
    this.#show({ is: 'in', session: this.#shown });
  }

  /** Reads the session again, because another admin may have changed the user's access. */
  async #readAccess(): Promise<void> {
    const session = await service.showSession();
    if (session.isErr() || !this.#shown) return;
    const { admin, reader } = session.value;
    if (admin === this.#shown.admin && reader === this.#shown.reader) return;
    this.#showSession(session.value);
    notify({ text: words.signIn.accessChanged });
  }

  /** The tab keeps the form; a provider whose session continues leads back to it. */
  async #refused(challenge: string): Promise<void> {
    const [, message] = /error_description="([^"]+)"/.exec(challenge) ?? [];
    if (message !== undefined) return this.#show({ is: 'nobody', message });
    if (this.#provider && !this.#isUntried) return await this.#toProvider('none');
    const ended = hasExpired(heldToken() ?? '');
    this.#endHere(words.signIn[this.#provider ? 'notAccepted' : ended ? 'expired' : 'refused'], true);
  }

  async #toProvider(prompt?: Prompt): Promise<void> {
    if (!this.#provider) return;
    try {
      await beginSignIn(this.#provider, prompt);
    } catch (error) {
      this.#leave(words.signIn.failed(reasonOf(error, this.#provider)), true);
    }
  }

  /** Ends the session, and keeps what was typed for the next sign-in of the same user. */
  #endHere(why: string, isError = false): void {
    dropToken();
    this.#leave(why, isError);
  }

  #leave(why?: string, isError = false): void {
    this.#show({ is: 'out', provider: this.#provider, why, isError });
  }
}

/** Whether the claims of a token say that it has expired. */
function hasExpired(token: string): boolean {
  const { exp } = claimsOf(token) ?? {};
  return typeof exp === 'number' && exp * 1000 <= Date.now();
}

/** Removes the token of the link that `serve --demo` prints from the address; returns it on the loopback only. */
function takeLinkedToken(): string | undefined {
  const [, token] = /^#token=([\w.-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return undefined;
  go(location.pathname, 'replace');
  return /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(location.hostname) ? token : undefined;
}
