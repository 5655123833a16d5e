import type { ExitCode } from '../exit-code.js';

export interface ServiceFailed {
  readonly type: 'service-failed';
  readonly exitCode: ExitCode;
  /** For programs: the interface's, and `SERVICE_UNAVAILABLE` if no answer came. */
  readonly code: string;
  readonly message: string;
  /** The message alone that the service answered. */
  readonly answer?: string;
  /** Whether a change was sent and its result is unknown. */
  readonly mayBeDone?: true;
}
