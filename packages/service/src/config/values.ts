import { err, ok, type Result } from '@ops-admin/core';
import * as v from 'valibot';

/** A whole number in decimal digits, within bounds. */
export function wholeNumber(from: number, to: number): v.GenericSchema<string, number> {
  return numberWithin(from, to, /^\d+$/, 'a whole number');
}

/** A number in decimal digits, with or without a point, within bounds. */
export function decimal(from: number, to: number): v.GenericSchema<string, number> {
  return numberWithin(from, to, /^\d+(?:\.\d+)?$/, 'a number');
}

function numberWithin(from: number, to: number, form: RegExp, what: string): v.GenericSchema<string, number> {
  const message = `must be ${what} from ${from} to ${to}`;
  return v.pipe(
    v.string(),
    v.regex(form, message),
    v.transform(Number),
    v.minValue(from, message),
    v.maxValue(to, message),
  );
}

export function commaList<Item>(item: v.GenericSchema<string, Item>): v.GenericSchema<string, Item[]> {
  return v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((one) => one.trim())),
    v.array(item),
  );
}

/** A URL without a user name and a password, or `undefined` if the text is not such a URL. */
export function parsePlainUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.username === '' && url.password === '' ? url : undefined;
}

/** A URL that a request can be sent to, without a user name and a password. */
export function httpUrl(text: string): Result<URL, undefined> {
  const url = parsePlainUrl(text);
  return url && /^https?:$/.test(url.protocol) ? ok(url) : err(undefined);
}
