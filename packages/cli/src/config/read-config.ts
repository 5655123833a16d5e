import { DEFAULT_ADMIN_PERMISSION, parsePermission } from '@ops-admin/core';
import { err, ok, type Result } from 'neverthrow';
import * as v from 'valibot';
import { describeIssue, parsedBy } from '../compose.js';
import { type Config, type GeocoderConfig, LOG_LEVELS } from './config.js';
import type { Environment } from './environment.js';
import { readAuth } from './read-auth.js';
import { parsePlainUrl, wholeNumber } from './values.js';

/** Variables of the environment that make no sense together or alone, each with its name and what it must be. */
export interface InvalidConfig {
  readonly type: 'invalid-config';
  readonly problems: readonly string[];
}

const httpUrl = (text: string): Result<URL, unknown> => {
  const url = parsePlainUrl(text);
  return url && /^https?:$/.test(url.protocol) ? ok(url) : err(undefined);
};

const ENVIRONMENT = v.pipe(
  v.object({
    OPS_ADMIN_PERMISSION: v.optional(
      v.pipe(v.string(), parsedBy(parsePermission, 'must be a permission such as service.admin.access')),
      DEFAULT_ADMIN_PERMISSION,
    ),
    OPS_AUTH_KEYS: v.optional(v.string()),
    OPS_GEOCODERS: v.optional(v.literal('nominatim', 'must be nominatim, the one provider so far')),
    OPS_GEOCODER_USER_AGENT: v.optional(
      v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')),
      'ops-admin (https://www.npmjs.com/package/@ops-admin/cli)',
    ),
    OPS_GEOCODE_RATE_LIMIT: v.optional(wholeNumber(1, 1_000_000), '100'),
    OPS_GEOCODE_RATE_WINDOW: v.optional(wholeNumber(1, 86_400), '60'),
    OPS_LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
    OPS_NOMINATIM_URL: v.optional(
      v.pipe(v.string(), parsedBy(httpUrl, 'must be an http or https URL without a user name')),
    ),
  }),
  v.forward(
    v.check(
      ({ OPS_GEOCODERS, OPS_NOMINATIM_URL }) =>
        OPS_GEOCODERS !== 'nominatim' || OPS_NOMINATIM_URL !== undefined,
      'is required with OPS_GEOCODERS=nominatim',
    ),
    ['OPS_NOMINATIM_URL'],
  ),
);

/** Reads the configuration. Errors: {@link InvalidConfig}, with every wrong variable at once. */
export function readConfig(environment: Environment): Result<Config, InvalidConfig> {
  const parsed = v.safeParse(ENVIRONMENT, environment);
  const auth = readAuth(environment);
  if (!parsed.success || auth.isErr()) {
    const problems = (parsed.issues ?? []).map((issue) => describeIssue(issue, 'The environment'));
    return err({ type: 'invalid-config', problems: [...problems, ...(auth.isErr() ? auth.error : [])] });
  }
  const { output } = parsed;
  return ok({
    adminPermission: output.OPS_ADMIN_PERMISSION,
    authKeys: output.OPS_AUTH_KEYS,
    provider: auth.value,
    geocoder: geocoderOf(output),
    logLevel: output.OPS_LOG_LEVEL,
    rateLimit: { limit: output.OPS_GEOCODE_RATE_LIMIT, windowSeconds: output.OPS_GEOCODE_RATE_WINDOW },
  });
}

function geocoderOf({
  OPS_GEOCODERS,
  OPS_NOMINATIM_URL,
  OPS_GEOCODER_USER_AGENT,
}: v.InferOutput<typeof ENVIRONMENT>): GeocoderConfig | undefined {
  if (OPS_GEOCODERS !== 'nominatim' || OPS_NOMINATIM_URL === undefined) return undefined;
  return { url: OPS_NOMINATIM_URL, userAgent: OPS_GEOCODER_USER_AGENT };
}
