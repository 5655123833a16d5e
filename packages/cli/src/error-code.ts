import type { CliError } from './cli-error.js';
import { EXIT, type ExitCode } from './exit-code.js';

/** A code for programs: the code of the interface if it has one for the same error. */
export function codeOf(error: CliError, exitCode: ExitCode): string {
  switch (error.type) {
    case 'actor-refused':
      return 'FORBIDDEN';
    case 'bulk-ended':
      return exitCode === EXIT.partly ? 'ROWS_FAILED' : 'STOPPED';
    case 'feed-gone':
      return 'GONE';
    case 'code-taken':
    case 'department-not-empty':
    case 'email-taken':
    case 'identity-taken':
    case 'parent-cycle':
    case 'user-exists':
    case 'user-refused':
      return 'CONFLICT';
    case 'quota-exceeded':
      return 'RATE_LIMIT_EXCEEDED';
    case 'service-failed':
      return error.code;
    case 'store-unavailable':
      return error.isBusy || error.isOutOfReach ? 'SERVICE_UNAVAILABLE' : 'SERVER_ERROR';
    case 'user-not-found':
      return 'USER_NOT_FOUND';
    case 'row-refused':
      return exitCode === EXIT.notFound ? 'USER_NOT_FOUND' : 'VALIDATION_ERROR';
    default:
      return exitCode === EXIT.invalid
        ? 'VALIDATION_ERROR'
        : exitCode === EXIT.notFound
          ? 'NOT_FOUND'
          : 'SERVER_ERROR';
  }
}
