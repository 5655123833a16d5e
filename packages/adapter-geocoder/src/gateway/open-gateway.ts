import type { GeoLookup, Logger, LookupCache, Metrics } from '@ops-admin/core';
import type { ProviderOptions } from '../providers/address-provider.js';
import { createProvider } from '../providers/create-provider.js';
import type { ProviderKindName } from '../providers/provider-kinds.js';
import { CachedProvider } from './cached-provider.js';
import type { ChainedProvider } from './chained-provider.js';
import { FailoverGeoLookup, type FailoverOptions } from './failover-geo-lookup.js';
import { LocalProvider } from './local-provider.js';
import { ResilientProvider } from './resilient-provider.js';
import { SingleFlightGeoLookup } from './single-flight-geo-lookup.js';

/** A remote provider, set up. */
export interface RemoteGeocoder extends ProviderOptions {
  readonly kind: ProviderKindName;
  /** As the configuration names it: `nominatim`, or `nominatim:backup`. */
  readonly name: string;
  /** Most requests a second over all callers; unlimited where it is left out. */
  readonly requestsPerSecond?: number;
  /** For how many seconds a found place is kept; 0 for not at all. */
  readonly keepSeconds: number;
}

/** A provider in the order: the gazetteer of this package, or a remote one. */
export type Geocoder = { readonly kind: 'gazetteer' } | RemoteGeocoder;

/** Which providers are asked, and how they stand in for each other. */
export interface GatewayOptions extends Omit<FailoverOptions, 'providers'> {
  readonly geocoders: readonly Geocoder[];
  /** Milliseconds a provider that keeps failing is left alone, at first; see ResilientProvider. */
  readonly restMs?: number;
}

/** What the providers are asked with. */
export interface GatewayParts {
  readonly gazetteer: GeoLookup;
  /** Where answers are kept; nowhere, where it is left out. */
  readonly cache?: LookupCache | undefined;
  readonly log: Logger;
  /** Where to count; nowhere, where it is left out. */
  readonly metrics?: Metrics | undefined;
}

/** "There is no such place" is kept for so many seconds at most: maps grow. */
const KEEP_NOT_FOUND = 600;

/** The one look-up that callers see of all the providers. */
export function openGateway(
  { geocoders, restMs, ...options }: GatewayOptions,
  parts: GatewayParts,
): GeoLookup {
  const providers = geocoders.map((geocoder) =>
    geocoder.kind === 'gazetteer'
      ? new LocalProvider('gazetteer', parts.gazetteer, parts.metrics)
      : remoteProvider(geocoder, restMs, parts),
  );
  return new SingleFlightGeoLookup(new FailoverGeoLookup({ ...options, providers }));
}

function remoteProvider(
  geocoder: RemoteGeocoder,
  restMs: number | undefined,
  { cache, log, metrics }: GatewayParts,
): ChainedProvider {
  const { kind, name, requestsPerSecond, keepSeconds, baseUrl, language = '' } = geocoder;
  const provider = new ResilientProvider(createProvider(kind, geocoder), {
    name,
    requestsPerSecond,
    restMs,
    log,
    metrics,
  });
  if (!cache || keepSeconds === 0) return provider;
  const policy = { found: keepSeconds, notFound: Math.min(keepSeconds, KEEP_NOT_FOUND) };
  return new CachedProvider(provider, { cache, policy, scope: [kind, baseUrl.href, language], log, metrics });
}
