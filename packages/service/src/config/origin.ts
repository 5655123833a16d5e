import { originOf } from '@ops-admin/adapter-http-koa/config';
import * as v from 'valibot';
import { withoutSecrets } from './without-secrets.js';

/**
 * An origin as a browser writes it in `Origin`: scheme, host and port alone; `*`, `null` and patterns are not. They are
 * compared to the letter, so that everything else would be taken and never match.
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
  if (text.includes('*')) return `${mistake}; there are no patterns: name each origin`;
  return meant === undefined ? mistake : `${mistake}; write ${meant}`;
}
