import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Client, createClient, type Problem } from '@ops-admin/client';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { ServiceFailed } from './service-failed.js';

/** The address of a service, and the token for it. */
export interface ServiceAccess {
  /** Without a slash at its end. */
  readonly address: string;
  readonly token: string;
  /** The variable that gave the token, for messages. */
  readonly tokenVariable: string;
}

/** Calls one operation. */
type Ask<T> = (client: Client) => Answer<T>;

/** What is repeated, and when: if the service is busy, and if no answer came. */
interface Repeated {
  readonly whenBusy: boolean;
  readonly whenSilent: boolean;
}

const MAX_REPETITIONS = 3;
/** The longest wait that the service can ask for. */
const MAX_WAIT_SECONDS = 30;
/** Doubled each time. */
const FIRST_PAUSE_MS = 250;

/**
 * Calls a service, and repeats a call if that cannot do a thing twice: if it was not sent, if it changes nothing, or if the
 * service says that it did not make the change (decision 12).
 */
export class ServiceConnection {
  readonly #access: ServiceAccess;

  constructor(access: ServiceAccess) {
    this.#access = access;
  }

  /** A `GET`; the client itself repeats it if the service is busy. */
  read<T>(ask: Ask<T>): ResultAsync<T, ServiceFailed> {
    return this.#ask(ask, { whenBusy: false, whenSilent: true });
  }

  /** What an operation gives one by one; nothing is repeated. */
  async *each<T>(
    ask: (client: Client) => AsyncGenerator<Result<T, Problem>, void>,
  ): AsyncGenerator<Result<T, ServiceFailed>, void> {
    const { address: baseUrl, token } = this.#access;
    for await (const one of ask(createClient({ baseUrl, token }))) {
      yield one.mapErr((problem) => this.#failureOf(problem, false));
    }
  }

  /** A dry run. */
  dryRun<T>(ask: Ask<T>): ResultAsync<T, ServiceFailed> {
    return this.#ask(ask, { whenBusy: true, whenSilent: true });
  }

  /** A change that is one transaction: if the service is busy, nothing was changed. */
  change<T>(ask: Ask<T>): ResultAsync<T, ServiceFailed> {
    return this.#ask(ask, { whenBusy: true, whenSilent: false }, true);
  }

  /** A change that can be made in part. */
  changeInParts<T>(ask: Ask<T>): ResultAsync<T, ServiceFailed> {
    return this.#ask(ask, { whenBusy: false, whenSilent: false }, true);
  }

  #ask<T>(ask: Ask<T>, repeated: Repeated, isChange = false): ResultAsync<T, ServiceFailed> {
    const answered = async (): Promise<Result<T, ServiceFailed>> => {
      for (let repetitions = 0; ; repetitions++) {
        const { answer, isSent } = await this.#attempt(ask);
        if (answer.isOk()) return ok(answer.value);
        const seconds = repetitions < MAX_REPETITIONS ? waitAfter(answer.error, repeated, isSent) : undefined;
        if (seconds === undefined) return err(this.#failureOf(answer.error, isChange && isSent));
        await pause(seconds === 'a while' ? FIRST_PAUSE_MS * 2 ** repetitions : seconds * 1000);
      }
    };
    return new ResultAsync(answered());
  }

  async #attempt<T>(ask: Ask<T>): Promise<{ readonly answer: Result<T, Problem>; readonly isSent: boolean }> {
    const { address: baseUrl, token } = this.#access;
    let isSent = false;
    const client = createClient({
      baseUrl,
      token,
      fetch: async (url, init) => {
        isSent = true;
        try {
          return await fetch(url, init);
        } catch (error) {
          isSent = !isUnconnected(error);
          throw error;
        }
      },
    });
    return { answer: await ask(client), isSent };
  }

  #failureOf(problem: Problem, mayBeDone: boolean): ServiceFailed {
    const { address, tokenVariable } = this.#access;
    switch (problem.type) {
      case 'error-answer': {
        const { code, message, retryAfter, status } = problem;
        const isRefused = status === 401 || status === 403;
        const who = isRefused ? `${address} refuses the token in ${tokenVariable}` : address;
        return {
          type: 'service-failed',
          exitCode: exitCodeOf(status),
          code,
          message: `${who}: ${message}${remedyOf(status, retryAfter)}`,
          answer: message,
          ...(retryAfter !== undefined && { retryAfter }),
          // Every other answer says that nothing was changed.
          ...(mayBeDone && status >= 500 && status !== 503 && { mayBeDone }),
        };
      }
      case 'not-sent':
        return {
          type: 'service-failed',
          exitCode: EXIT.invalid,
          code: 'VALIDATION_ERROR',
          message: problem.message,
        };
      case 'aborted':
      case 'no-answer':
        return {
          type: 'service-failed',
          exitCode: EXIT.failed,
          code: 'SERVICE_UNAVAILABLE',
          message: `${address}: ${problem.message}; look whether the service is there, and this its address`,
          ...(mayBeDone && { mayBeDone }),
        };
    }
  }
}

function waitAfter(problem: Problem, repeated: Repeated, isSent: boolean): number | 'a while' | undefined {
  if (problem.type === 'error-answer') {
    const { retryAfter = 1, status } = problem;
    const isBusy = status === 429 || status === 503;
    return isBusy && repeated.whenBusy && retryAfter <= MAX_WAIT_SECONDS ? retryAfter : undefined;
  }
  if (problem.type !== 'no-answer') return undefined;
  // A silent one was waited for long enough. A proxy can lose the service for a moment; other answers of a proxy are kept as they are.
  const { isSilent, status = 502 } = problem;
  if (isSilent) return undefined;
  return status >= 502 && (repeated.whenSilent || !isSent) ? 'a while' : undefined;
}

/** What to do, if the service itself does not say it. */
function remedyOf(status: number, retryAfter: number | undefined): string {
  if (retryAfter !== undefined) return `; ask again in ${retryAfter} s`;
  return status === 500 ? '; the log of the service has more under this id' : '';
}

function exitCodeOf(status: number): ExitCode {
  if (status === 404 || status === 410) return EXIT.notFound;
  return status === 400 || status === 409 || status === 413 || status === 431 ? EXIT.invalid : EXIT.failed;
}

/** Whether there was no connection at all, so that nothing was sent. */
function isUnconnected(error: unknown): boolean {
  const { cause } = Object(error);
  const { code, errors, syscall } = Object(cause);
  if (Array.isArray(errors)) return errors.every((one) => isUnconnected({ cause: one }));
  return /^(?:connect|getaddrinfo)$/.test(syscall) || NOT_CONNECTED.test(code);
}

/** Too slow, or with a certificate that is not trusted. */
const NOT_CONNECTED =
  /^(?:UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|ERR_SSL_WRONG_VERSION_NUMBER|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;
