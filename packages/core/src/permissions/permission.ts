import { err, ok, type Result } from '../result.js';
import type { Branded } from '../values/branded.js';
import { describeInput } from '../values/describe-input.js';

/**
 * A well-formed permission (interface, "Permission string"): `service.<module>` for the whole module,
 * `service.<module>.<action>` for one action, or `service.<module>.*` for every action. Module and action are made of
 * ASCII letters, digits, `_` and `-`; case matters.
 */
export type Permission = Branded<string, 'Permission'>;

/** The value is not a text, is off the pattern, or is longer than {@link PERMISSION_MAX_LENGTH}. */
export interface InvalidPermission {
  readonly type: 'invalid-permission';
  readonly text: string;
}

/** Longest allowed permission string, in characters. */
export const PERMISSION_MAX_LENGTH = 256;

/** The largest number of permission strings in one change. */
export const PERMISSIONS_PER_CHANGE = 1000;

/**
 * Reports whether a text can be held as a permission: it has no control character and no lone surrogate. Old data can be off the
 * pattern, but stores join and split held strings at control characters.
 */
export function canBeHeld(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

const SERVICE = 'service.';
const PATTERN = /^service\.[\w-]+(?:\.(?:[\w-]+|\*))?$/;

/** Reads a permission to add. Errors: {@link InvalidPermission}. */
export function parsePermission(input: unknown): Result<Permission, InvalidPermission> {
  return typeof input === 'string' && input.length <= PERMISSION_MAX_LENGTH && PATTERN.test(input)
    ? ok(input as Permission)
    : err({ type: 'invalid-permission', text: describeInput(input) });
}

/**
 * The module a string belongs to: its whole second segment, if the first is `service`. Held strings can be off the pattern,
 * so this reads any string: `service.users.read.all` still belongs to `users`; `service`, `service..read` and `service.*`
 * belong to no module.
 */
export function moduleOf(text: string): string | undefined {
  if (!text.startsWith(SERVICE)) return undefined;
  // Not `split`: a removal asks for every string that is held.
  const end = text.indexOf('.', SERVICE.length);
  const module = text.slice(SERVICE.length, end === -1 ? undefined : end);
  return module !== '' && module !== '*' ? module : undefined;
}

/** The module whose wildcard `service.<module>.*` the text is, or `undefined` if it is not one. */
export function wildcardModuleOf(text: string): string | undefined {
  const module = moduleOf(text);
  return module !== undefined && text === wildcardOf(module) ? module : undefined;
}

/** The wildcard of a module. */
export function wildcardOf(module: string): string {
  return `service.${module}.*`;
}

/** The strings that stand for all of the module that a string belongs to: its wildcard and its name; none without a module. */
export function wholesOf(text: string): readonly string[] {
  const module = moduleOf(text);
  return module === undefined ? [] : [wildcardOf(module), `service.${module}`];
}
