import type { ComposeError } from '../compose-error.js';
import type { InvalidConfig } from '../config/read-config.js';
import type { AreaCommandError } from './area-command.js';

/** Each {@link AreaExitCode} by name. */
export const EXIT = { done: 0, failed: 1, invalid: 2, notFound: 3, partly: 4 } as const;

/** 0 done, 1 unexpected failure, 2 bad usage or bad input, 3 not found, 4 some of it failed (decision 9). */
export type AreaExitCode = 0 | 1 | 2 | 3 | 4;

/** Why a command failed, for the shell, for programs and for people. */
export interface AreaFailure {
  readonly exitCode: AreaExitCode;
  readonly code: string;
  readonly message: string;
}

/** Bad usage, or bad input. */
export function invalid(message: string): AreaFailure {
  return { exitCode: EXIT.invalid, code: 'VALIDATION_ERROR', message };
}

/** A failure that is not the caller's mistake. */
export function failed(message: string): AreaFailure {
  return { exitCode: EXIT.failed, code: 'SERVER_ERROR', message };
}

/** The failure for an error of a command, or of opening its parts. */
export function failureOf(error: AreaCommandError | ComposeError | InvalidConfig): AreaFailure {
  switch (error.type) {
    case 'not-found':
      return { exitCode: EXIT.notFound, code: 'NOT_FOUND', message: error.message };
    case 'invalid-input':
      return invalid(error.message);
    case 'invalid-config':
      return invalid(error.problems.join('; '));
    case 'store-unavailable': {
      const { cause, isBusy } = error;
      if (!isBusy) return failed(`the database failed: ${cause instanceof Error ? cause.message : cause}`);
      const message = 'another program is changing the database for too long; nothing was changed; try again';
      return { exitCode: EXIT.failed, code: 'SERVICE_UNAVAILABLE', message };
    }
    case 'database-unusable':
      return /^(?:missing|older|wrong-url)$/.test(error.problem)
        ? invalid(error.message)
        : failed(error.message);
    default:
      return failed('message' in error ? error.message : error.type);
  }
}
