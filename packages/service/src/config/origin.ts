import * as v from 'valibot';
import { originOf } from './origin-of.js';
import { withoutSecrets } from './without-secrets.js';

/**
 * An origin as a browser writes it in `Origin`: only scheme, host and port, without `*`, `null` and patterns. Origins are
 * compared exactly, so other texts would never match.
 */
export function origin(): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(),
    v.check(
      (text) => originOf(text) === text,
      ({ input }) => describeMistake(input),
    ),
  );
}

function describeMistake(text: string): string {
  const meant = originOf(text);
  const mistake = `must be an origin such as https://ops.example.org, not "${withoutSecrets(text)}"`;
  if (text.includes('*')) return `${mistake}; patterns do not work: name each origin`;
  return meant === undefined ? mistake : `${mistake}; write ${meant}`;
}
