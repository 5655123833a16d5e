import { userInfo } from 'node:os';
import { type AuditSource, type ChangeOrigin, REASON_MAX_LENGTH } from '@ops-admin/core';
import { InvalidArgumentError, type Option } from 'commander';
import { VariableOption } from './config/variable-option.js';
import { given } from './given.js';

export interface OperatorOptions {
  readonly actor?: string;
  readonly reason?: string;
}

/** Returns the operator: the operating-system user, or the name in `--actor`. */
export function operatorAs(
  source: AuditSource,
  { actor = userName(), reason, batch }: OperatorOptions & { readonly batch?: string } = {},
): ChangeOrigin {
  return { actor: `cli:${actor}`, source, ...given({ reason, batch }) };
}

export function actorOption(): Option {
  return new VariableOption('--actor <name>', 'who makes the change; default: the operating-system user')
    .env('OPS_ACTOR')
    .argParser(parseNote);
}

export function reasonOption(): Option {
  return new VariableOption('--reason <text>', 'the reason, for the audit log')
    .env('OPS_REASON')
    .argParser(parseNote);
}

export function operatorOptions(): Option[] {
  return [reasonOption(), actorOption()];
}

function parseNote(text: string): string {
  const length = [...text].length;
  if (length > 0 && length <= REASON_MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(text)) return text;
  throw new InvalidArgumentError(
    `Write 1 to ${REASON_MAX_LENGTH} characters on one line, without control characters.`,
  );
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as in containers.
    return String(process.getuid?.() ?? 'unknown');
  }
}
