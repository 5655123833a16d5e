import type { GeoLookup, Logger, LookupCache, Metrics, RegionNames } from '@ops-admin/core';
import type { ProviderOptions } from '../providers/address-provider.js';
import { createProvider } from '../providers/create-provider.js';
import type { ProviderKindName } from '../providers/provider-kinds.js';
import { CachedProvider } from './cached-provider.js';
import type { ChainedProvider } from './chained-provider.js';
import { FailoverGeoLookup, type FailoverOptions } from './failover-geo-lookup.js';
import { isNextAsked } from './is-next-asked.js';
import { LocalProvider } from './local-provider.js';
import { ResilientProvider } from './resilient-provider.js';
import { SingleFlightGeoLookup } from './single-flight-geo-lookup.js';

/** A remote provider with its settings. */
export interface RemoteGeocoder extends Omit<ProviderOptions, 'regions'> {
  readonly kind: ProviderKindName;
  /** As the configuration names it: `nominatim`, or `nominatim:backup`. */
  readonly name: string;
  /** The largest number of requests a second, over all callers; unlimited if missing. */
  readonly requestsPerSecond?: number;
  /** How many seconds a found place is kept; 0 means not at all. */
  readonly keepSeconds: number;
}

/**
 * A provider in this process, which needs neither limit nor cooldown: the gazetteer of `@ops-admin/reference-data`, or your
 * own.
 */
export interface LocalGeocoder {
  readonly kind: 'gazetteer';
  readonly lookup: GeoLookup;
}

/** A provider in the order. */
export type Geocoder = LocalGeocoder | RemoteGeocoder;

/** Which providers are asked, in which order, and with which settings. */
export interface GatewaySettings extends Omit<FailoverOptions, 'nextOnEmpty' | 'providers'> {
  /** The providers, in the order in which they are asked. */
  readonly geocoders: readonly Geocoder[];
  /** Whether the next is asked if one does not know the place; by default if the last of several is a local one. */
  readonly nextOnEmpty?: boolean | undefined;
  /**
   * Milliseconds that a provider which keeps failing is not asked at first, 5,000 by default; at least half of them. Both
   * double, up to twelve times that.
   */
  readonly cooldownMs?: number;
  /** Where answers are kept; nowhere if missing. */
  readonly cache?: LookupCache | undefined;
  /** The names of regions and large towns for all providers; if missing, each uses its own names. */
  readonly regions?: RegionNames | undefined;
  readonly log: Logger;
  /** Where to count; nowhere if missing. */
  readonly metrics?: Metrics | undefined;
}

/** How long "not found" is kept at most: maps grow. */
const KEEP_NOT_FOUND_SECONDS = 600;

/** Change it when the request or its reading changes: older kept answers are then not used. */
const ANSWERS = 'with names of towns';

/** The gateway: one lookup for all the providers. It keeps nothing open. */
export interface Gateway {
  readonly lookup: GeoLookup;
}

/** Makes one lookup of all the providers. */
export function openGateway(settings: GatewaySettings): Gateway {
  const { geocoders, metrics, nextOnEmpty = isNextAsked(geocoders), deadlineMs } = settings;
  const providers = geocoders.map((geocoder) =>
    geocoder.kind === 'gazetteer'
      ? new LocalProvider(geocoder.kind, geocoder.lookup, metrics)
      : remoteProvider(geocoder, settings),
  );
  return { lookup: new SingleFlightGeoLookup(new FailoverGeoLookup({ providers, nextOnEmpty, deadlineMs })) };
}

function remoteProvider(
  geocoder: RemoteGeocoder,
  { cache, log, metrics, cooldownMs, regions }: GatewaySettings,
): ChainedProvider {
  const { kind, name, requestsPerSecond, keepSeconds, baseUrl, language = '' } = geocoder;
  const provider = new ResilientProvider(createProvider(kind, { regions, ...geocoder }), {
    name,
    requestsPerSecond,
    cooldownMs,
    log,
    metrics,
  });
  if (!cache || keepSeconds === 0) return provider;
  const policy = { found: keepSeconds, notFound: Math.min(keepSeconds, KEEP_NOT_FOUND_SECONDS) };
  return new CachedProvider(provider, {
    cache,
    policy,
    scope: [ANSWERS, kind, baseUrl.href, language],
    log,
    metrics,
  });
}
