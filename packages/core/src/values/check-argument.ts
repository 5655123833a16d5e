import type { ListRange } from './list-range.js';

/**
 * Throws a `TypeError` if an argument is not a text. Stores call these checks before their driver, so that a mistake of the
 * caller ends in the same way with every store.
 */
export function checkText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

/** Throws a `TypeError` if an argument is not an array of texts. */
export function checkTexts(value: unknown, name: string): asserts value is readonly string[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array, not ${kindOf(value)}`);
  for (let n = 0; n < value.length; n++) {
    // The name of the place is only made if needed: sets have many texts.
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
