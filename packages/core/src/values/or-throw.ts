import type { Result } from '../result.js';

/**
 * Returns the value of a result, for programs that cannot continue without it. A failure throws an `Error` with its `type` and
 * details, and itself as `cause`. The message is for the log, never for a caller.
 */
export function orThrow<T>(result: Result<T, { readonly type: string; readonly message?: string }>): T {
  if (result.isOk()) return result.value;
  const { error } = result;
  const text = error.message
    ? `${error.type}: ${error.message}`
    : // A detail of an error can contain itself.
      JSON.stringify(error, (_, value) => (value instanceof Error ? `${value}` : value));
  throw new Error(text, { cause: error });
}
