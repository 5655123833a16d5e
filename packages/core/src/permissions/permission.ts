import { err, ok, type Result } from '../result.js';
import type { Branded } from '../values/branded.js';
import { describeInput } from '../values/describe-input.js';

/**
 * A well-formed permission (interface, "Permission string"): `service.<module>` for the whole module, `service.<module>.<action>`
 * for one action, or `service.<module>.*` for every action. Module and action are ASCII letters, digits, `_` and `-`; case matters.
 */
export type Permission = Branded<string, 'Permission'>;

/** The value is not a string, is malformed, or is longer than {@link PERMISSION_MAX_LENGTH}. */
export interface InvalidPermission {
  readonly type: 'invalid-permission';
  readonly text: string;
}

/** The longest permission, in characters. */
export const PERMISSION_MAX_LENGTH = 256;

/** The largest number of permissions in one change. */
export const PERMISSIONS_PER_CHANGE = 1000;

/**
 * Reports whether a text can be held as a permission: it has no control character, at which stores split held strings, and no lone
 * surrogate. Old data can be malformed otherwise.
 */
export function canBeHeld(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

const SERVICE = 'service.';
const PATTERN = /^service\.[\w-]+(?:\.(?:[\w-]+|\*))?$/;

/** Parses a permission to add. Errors: {@link InvalidPermission}. */
export function parsePermission(input: unknown): Result<Permission, InvalidPermission> {
  return typeof input === 'string' && input.length <= PERMISSION_MAX_LENGTH && PATTERN.test(input)
    ? ok(input as Permission)
    : err({ type: 'invalid-permission', text: describeInput(input) });
}

/**
 * Returns the module of a string: its whole second segment after `service`. Held strings can be malformed: `service.users.read.all`
 * still belongs to `users`; `service`, `service..read` and `service.*` have no module.
 */
export function moduleOf(text: string): string | undefined {
  if (!text.startsWith(SERVICE)) return undefined;
  // Not `split`, because a removal reads every held string.
  const end = text.indexOf('.', SERVICE.length);
  const module = text.slice(SERVICE.length, end === -1 ? undefined : end);
  return module !== '' && module !== '*' ? module : undefined;
}

/** Returns the module whose wildcard `service.<module>.*` the text is. */
export function wildcardModuleOf(text: string): string | undefined {
  const module = moduleOf(text);
  return module !== undefined && text === wildcardOf(module) ? module : undefined;
}

export function wildcardOf(module: string): string {
  return `service.${module}.*`;
}

/** Returns the wildcard and the name of the module of a string; none without a module. */
export function wholesOf(text: string): readonly string[] {
  const module = moduleOf(text);
  return module === undefined ? [] : [wildcardOf(module), `service.${module}`];
}
