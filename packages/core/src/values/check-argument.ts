import type { ListRange } from './list-range.js';

/**
 * Throws a `TypeError` if an argument is not a string. Stores check arguments before their driver does, so that a bug of the caller
 * fails alike in every store.
 */
export function checkText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

/** Throws a `TypeError` if an argument is not an array of strings. */
export function checkTexts(value: unknown, name: string): asserts value is readonly string[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array, not ${kindOf(value)}`);
  for (let n = 0; n < value.length; n++) {
    // Makes the name of the place only if needed, because sets have many strings.
    if (typeof value[n] !== 'string') checkText(value[n], `${name}[${n}]`);
  }
}

/** Throws a `RangeError` if an argument is not a whole number. */
export function checkInteger(value: unknown, name: string): asserts value is number {
  if (!Number.isInteger(value)) throw new RangeError(`${name} must be a whole number, not ${kindOf(value)}`);
}

/** Throws a `RangeError` if an argument is not a whole number of 0 or more. */
export function checkCount(value: unknown, name: string): asserts value is number {
  checkInteger(value, name);
  if (value < 0) throw new RangeError(`${name} must be at least 0, not ${value}`);
}

/** Throws a `RangeError` if the bounds of a list are not whole numbers of 0 or more. */
export function checkRange({ end = 0, start }: ListRange): void {
  checkCount(start, 'start');
  if (end !== Number.POSITIVE_INFINITY) checkCount(end, 'end');
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  return Array.isArray(value) ? 'an array' : typeof value;
}
