import * as v from 'valibot';
import { withoutSecrets } from './without-secrets.js';

/** Names and IPv4 addresses in small letters, and IPv6 addresses: URLs may have stranger hosts, browsers do not go there. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:]+\])$/;

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

/** The origin of a text that is a URL, where a browser could be there. */
function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) ? url.origin : undefined;
}

function describeMistake(text: string): string {
  const meant = originOf(text);
  const mistake = `must be an origin such as https://ops.example.org, not "${withoutSecrets(text)}"`;
  if (text.includes('*')) return `${mistake}; there are no patterns: name each origin`;
  return meant === undefined ? mistake : `${mistake}; write ${meant}`;
}
