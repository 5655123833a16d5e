import {
  type GatewaySettings,
  type Geocoder,
  type LocalGeocoder,
  openGateway,
  type RemoteGeocoder,
} from '@ops-admin/adapter-geocoder';
import { type Logger, parseAddress } from '@ops-admin/core';
import { InMemoryGeoLookup } from '@ops-admin/testing';
import type { AServer } from './a-server.ts';

/** A place that only the gazetteer of these tests knows. */
export const IN_GAZETTEER = 'Malbun';

/** The gazetteer of these tests. */
export const GAZETTEER: LocalGeocoder = {
  kind: 'gazetteer',
  lookup: new InMemoryGeoLookup({
    [IN_GAZETTEER]: { city: IN_GAZETTEER, state: '', country: 'LI', lat: 47, long: 9 },
  }),
};

/** A logger that keeps its lines. */
export function aLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

/** A server in the order. */
export function remote(server: AServer, given: Partial<RemoteGeocoder> = {}): RemoteGeocoder {
  return {
    kind: 'nominatim',
    name: 'nominatim',
    baseUrl: server.url,
    userAgent: 'ops-admin-test/1',
    keepSeconds: 0,
    ...given,
  };
}

/** The gateway over these providers, with short answers: the city, or the error's type. */
export function aGateway(
  geocoders: readonly Geocoder[],
  { log = aLog().log, cache, metrics, ...options }: Partial<GatewaySettings> = {},
) {
  const gateway = openGateway({ geocoders, cache, log, metrics, ...options });
  const lookup = (text: string) => gateway.lookup.lookup(parseAddress(text)._unsafeUnwrap());
  const ask = async (text: string): Promise<string> =>
    lookup(text).match(
      ({ city }) => city,
      ({ type }) => type,
    );
  return { ask, lookup };
}
