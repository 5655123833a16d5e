import { isSafeUrl } from '@ops-admin/adapter-auth-jose/config';
import type { RemoteGeocoder } from '@ops-admin/adapter-geocoder';
import {
  isNextAsked,
  PROVIDER_KINDS,
  type ProviderKind,
  type ProviderKindName,
} from '@ops-admin/adapter-geocoder/config';
import { parsedBy } from '@ops-admin/adapter-http-koa/schemas';
import { err, ok, Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import type { ConfiguredGeocoder } from './config.js';
import type { Environment } from './environment.js';
import { readSecret, secretVariables } from './read-secret.js';
import { decimal, httpUrl, wholeNumber } from './values.js';
import type { Variable } from './variable.js';

const KINDS = Object.keys(PROVIDER_KINDS) as ProviderKindName[];
const GEOCODER = new RegExp(`^(?:gazetteer|(?<kind>${KINDS.join('|')})(?::[a-z0-9]+)?)$`);
const MAX_KEEP_SECONDS = 366 * 86_400;

const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;
/** As in Accept-Language. */
const LANGUAGES = /^[\w,;=.* -]{1,64}$/;

/** The settings of one provider; each variable is called `OPS_<PROVIDER>_…`. */
const SETTINGS = v.object({
  CACHE: v.optional(wholeNumber(0, MAX_KEEP_SECONDS)),
  LANGUAGE: v.optional(v.pipe(v.string(), v.regex(LANGUAGE_TAG, 'must be a language such as en'))),
  RATE: v.optional(decimal(0.01, 1000)),
  TIMEOUT: v.optional(wholeNumber(1, 60), '5'),
  URL: v.optional(v.pipe(v.string(), parsedBy(httpUrl, 'must be an http or https URL without a user name'))),
});
/** The same, if several languages are allowed. */
const SETTINGS_WITH_LANGUAGES = v.object({
  ...SETTINGS.entries,
  LANGUAGE: v.optional(
    v.pipe(
      v.string(),
      v.regex(LANGUAGES, 'must be a language such as en, or several such as de-CH,de;q=0.9'),
    ),
  ),
});

/** The language of answers unless another is set. */
const DEFAULT_LANGUAGE = 'en';
/** A variable of a provider, with the prefix of its setting. */
const OF_REMOTE = new RegExp(
  `^(OPS_(?:${KINDS.join('|').toUpperCase()})_(?:[A-Z0-9]+_)?)(?:${Object.keys(SETTINGS.entries).join('|')}|KEY|KEY_FILE)$`,
);

interface Named {
  readonly name: string;
  readonly kind: ProviderKindName | 'gazetteer';
}

/**
 * Reads the order of the address providers and the settings of each: `OPS_GEOCODERS=nominatim,nominatim:backup` uses
 * `OPS_NOMINATIM_URL` and `OPS_NOMINATIM_BACKUP_URL`. Errors: every problem together.
 */
export function readGeocoders(
  environment: Environment,
  userAgent: string,
): Result<readonly ConfiguredGeocoder[], readonly string[]> {
  return readOrder(environment).andThen((order) =>
    Result.combineWithAllErrors(
      order.map(
        ({ kind, name }): Result<ConfiguredGeocoder, readonly string[]> =>
          kind === 'gazetteer' ? ok({ kind }) : readRemote(environment, kind, name, userAgent),
      ),
    ).mapErr((problems) => problems.flat()),
  );
}

const DEFAULT_ORDER = 'gazetteer';

/** The variables that are read here, for the providers that `OPS_GEOCODERS` names, with the defaults of known providers. */
export function geocoderVariables(
  environment: Environment,
  geocoders: readonly ConfiguredGeocoder[] = [],
): readonly Variable[] {
  const remote = namesOf(environment.OPS_GEOCODERS).filter((name) => GEOCODER.exec(name)?.groups?.kind);
  return [
    { name: 'OPS_GEOCODERS', fallback: DEFAULT_ORDER },
    { name: 'OPS_GEOCODER_ON_EMPTY', fallback: isNextAsked(geocoders) ? 'next' : 'stop' },
    ...remote.flatMap((name) => {
      const known = geocoders.find((one) => one.kind !== 'gazetteer' && one.name === name);
      return variablesOfRemote(name, known?.kind === 'gazetteer' ? undefined : known);
    }),
  ];
}

function variablesOfRemote(name: string, known: Partial<RemoteGeocoder> = {}): Variable[] {
  const prefix = prefixOf(name);
  const fallbacks: Readonly<Record<keyof typeof SETTINGS.entries, string | number | undefined>> = {
    CACHE: known.keepSeconds,
    LANGUAGE: known.language ?? DEFAULT_LANGUAGE,
    RATE: known.requestsPerSecond,
    TIMEOUT: known.timeoutMs && known.timeoutMs / 1000,
    URL: known.baseUrl?.href,
  };
  return [
    ...Object.entries(fallbacks).map(([setting, fallback]) => ({
      name: prefix + setting,
      fallback: fallback?.toString(),
    })),
    ...secretVariables(`${prefix}KEY`),
  ];
}

/** Whether a variable belongs to a provider that `OPS_GEOCODERS` does not name. */
export function isOfUnusedGeocoder({ OPS_GEOCODERS: order }: Environment, variable: string): boolean {
  const match = OF_REMOTE.exec(variable);
  return match !== null && !namesOf(order).some((name) => prefixOf(name) === match[1]);
}

function namesOf(order = DEFAULT_ORDER): string[] {
  return order.split(',').map((part) => part.trim());
}

function prefixOf(name: string): string {
  return `OPS_${name.replace(':', '_').toUpperCase()}_`;
}

function readOrder(environment: Environment): Result<readonly Named[], readonly string[]> {
  const { OPS_GEOCODERS: given } = environment;
  const idle = given === undefined && Object.keys(environment).find(isOfRemote);
  if (idle) return err([`${idle} needs OPS_GEOCODERS, which names the providers to ask`]);
  const problems = new Set<string>();
  const order: Named[] = [];
  for (const name of namesOf(given)) {
    const match = GEOCODER.exec(name);
    if (!match)
      problems.add(
        `OPS_GEOCODERS: ${JSON.stringify(name)} is not one of gazetteer, ${KINDS.join(', ')}; a second server of a kind is called nominatim:backup`,
      );
    if (order.some((one) => one.name === name)) problems.add(`OPS_GEOCODERS names ${name} more than once`);
    order.push({ name, kind: (match?.groups?.kind as ProviderKindName | undefined) ?? 'gazetteer' });
  }
  return problems.size > 0 ? err([...problems]) : ok(order);
}

function isOfRemote(variable: string): boolean {
  return KINDS.some((kind) => variable.startsWith(`OPS_${kind.toUpperCase()}_`));
}

function readRemote(
  environment: Environment,
  kind: ProviderKindName,
  name: string,
  userAgent: string,
): Result<RemoteGeocoder, readonly string[]> {
  const about: ProviderKind = PROVIDER_KINDS[kind];
  const prefix = prefixOf(name);
  const given = Object.keys(SETTINGS.entries).map((setting) => [setting, environment[prefix + setting]]);
  const parsed = v.safeParse(
    about.takesLanguages ? SETTINGS_WITH_LANGUAGES : SETTINGS,
    Object.fromEntries(given),
  );
  const key = readSecret(environment, `${prefix}KEY`);
  if (!parsed.success || key.isErr()) {
    const issues = (parsed.issues ?? []).map((issue) => prefix + describeIssue(issue, ''));
    return err([...issues, ...(key.isErr() ? [key.error] : [])]);
  }

  const { CACHE, LANGUAGE, RATE, TIMEOUT, URL: url } = parsed.output;
  const baseUrl = url ?? (about.url === undefined ? undefined : new URL(about.url));
  if (!baseUrl) return err([`${prefix}URL is required with ${name} in OPS_GEOCODERS`]);
  const problem = keyProblem(about.key, key.value, baseUrl);
  if (problem) return err([`${prefix}KEY ${problem}`]);

  const { hosts, requestsPerSecond } = about.publicLimit ?? {};
  const rate = RATE ?? (hosts?.includes(baseUrl.hostname) ? requestsPerSecond : undefined);
  return ok({
    kind,
    name,
    baseUrl,
    userAgent,
    timeoutMs: TIMEOUT * 1000,
    keepSeconds: CACHE ?? about.keepSeconds,
    ...(LANGUAGE !== undefined && { language: LANGUAGE }),
    ...(rate !== undefined && { requestsPerSecond: rate }),
    ...(key.value !== undefined && { key: key.value }),
  });
}

function keyProblem(rule: ProviderKind['key'], key: string | undefined, baseUrl: URL): string | undefined {
  if (key === undefined)
    return rule === 'required' ? 'or the same with _FILE after it is required' : undefined;
  if (rule === 'none') return 'has no effect: this kind of provider needs no key; remove it';
  return isSafeUrl(baseUrl) ? undefined : 'is only sent over https, or to this machine; change the URL';
}
