import type { ExitCode } from '../exit-code.js';

/** A service that was asked over HTTP did not do what it was asked for. */
export interface ServiceFailed {
  readonly type: 'service-failed';
  readonly exitCode: ExitCode;
  /** For programs: the interface's, and `SERVICE_UNAVAILABLE` where no answer came. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** Seconds until it may be asked again. */
  readonly retryAfter?: number;
  /** Where a change was sent and no answer says what became of it. */
  readonly mayBeDone?: true;
}
