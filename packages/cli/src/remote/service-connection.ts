import { type Answer, type Client, createClient, type Problem } from '@ops-admin/client';
import type { Result, ResultAsync } from '@ops-admin/core';
import { EXIT, type ExitCode } from '../exit-code.js';
import { readable } from './read-answers.js';
import type { ServiceFailed } from './service-failed.js';

/** The address of a service, and the token for it. */
export interface ServiceAccess {
  /** Without a slash at its end. */
  readonly address: string;
  readonly token: string;
  /** The variable that gave the token, for messages. */
  readonly tokenVariable: string;
}

/** Calls a service. The client alone repeats a call: one that was not carried out, and that cannot do a thing twice. */
export interface Connection {
  /** Calls a method of the client. A change can be made although no answer came. */
  ask<T>(call: (client: Client) => Answer<T>, isChange?: boolean): ResultAsync<T, ServiceFailed>;
  /** Calls a method that gives one thing after the other. */
  each<T>(
    call: (client: Client) => AsyncGenerator<Result<T, Problem>, void>,
  ): AsyncGenerator<Result<T, ServiceFailed>, void>;
}

/** Makes a connection; nothing is sent yet. */
export function connect(access: ServiceAccess): Connection {
  const client = readOnly(createClient({ baseUrl: access.address, token: access.token }));
  return {
    ask: (call, isChange = false) => call(client).mapErr((problem) => failureOf(problem, access, isChange)),
    async *each(call) {
      for await (const one of call(client)) yield one.mapErr((problem) => failureOf(problem, access, false));
    },
  };
}

/** The client, of whose answers commands can read every record. */
function readOnly(client: Client): Client {
  const methods = Object.entries(client).map(([name, call]) => {
    const isRead = readable(name as keyof Client);
    return [name, (members: never) => call(members).andThen(isRead)];
  });
  const { exportAudit, ...others } = client;
  return {
    ...others,
    ...Object.fromEntries(methods),
    async *exportAudit(members) {
      for await (const one of exportAudit(members)) yield one.andThen(readable('exportAudit'));
    },
  };
}

function failureOf(
  problem: Problem,
  { address, tokenVariable }: ServiceAccess,
  isChange: boolean,
): ServiceFailed {
  const mayBeDone = isChange && !UNCONNECTED.test(problem.message);
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
        message: `${address}: ${problem.message}; check that the service runs at this address`,
        ...(mayBeDone && { mayBeDone }),
      };
  }
}

/** Adds a remedy that the message of the service lacks. */
function remedyOf(status: number, retryAfter: number | undefined): string {
  if (retryAfter !== undefined) return `; ask again in ${retryAfter} s`;
  return status === 500 ? '; search the log of the service for this id' : '';
}

function exitCodeOf(status: number): ExitCode {
  if (status === 404 || status === 410) return EXIT.notFound;
  return status === 400 || status === 409 || status === 413 || status === 431 ? EXIT.invalid : EXIT.failed;
}

/** No connection was made, so that nothing was sent. */
const UNCONNECTED =
  /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH)\b|connect timeout|certificate/i;
