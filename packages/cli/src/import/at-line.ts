import { type CliError, describeError, type InvalidInput } from '../cli-error.js';

/** An error of the whole import, reported with the line of the record that brings it about. */
export function atLine(line: number | undefined, error: CliError): InvalidInput {
  const [, message] = describeError(error);
  return { type: 'invalid-input', message: `line ${line ?? '?'}: ${message}` };
}
