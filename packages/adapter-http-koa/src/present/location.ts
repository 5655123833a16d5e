import type { Location } from '@ops-admin/core';

/** A place in an answer (interface, "Geocoded location"). */
export interface LocationJson {
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly lat: number;
  readonly long: number;
}

/** The answer of a look-up (interface, "GET /geo-locations/address/{address}"). */
export interface LocatedJson {
  readonly message: '';
  readonly data: { readonly address: LocationJson };
}

export function presentLocated({ city, state, country, lat, long }: Location): LocatedJson {
  return { message: '', data: { address: { city, state, country, lat, long } } };
}
