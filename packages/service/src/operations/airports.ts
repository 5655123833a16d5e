import { okAsync, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type {
  AirportRenewal,
  ReferenceData,
  ReferenceDataInfo,
  RenewAirportsError,
} from '@ops-admin/reference-data';

/** Where the data on airports and places comes from, and how much there is. */
export interface Airports {
  /** About the reference file in use. */
  info(): ResultAsync<ReferenceDataInfo, StoreUnavailable>;
}

/** Where airports are read from: a folder or its URL; OurAirports by default. */
export interface RenewalOptions {
  readonly from?: string | undefined;
  /** Whether they are used even if many of the current ones are missing. */
  readonly force: boolean;
}

/** Renews the airports; a running service uses them at once (decision 7). */
export interface AirportRenewals {
  /** Reads and checks the files, and replaces the current airports by their content. */
  renew(options: RenewalOptions): ResultAsync<AirportRenewal, RenewAirportsError>;
}

/** {@link Airports} of opened reference data. */
export function airportsOf(reference: ReferenceData): Airports {
  return { info: () => okAsync(undefined).andThen(() => reference.info()) };
}

/** {@link AirportRenewals} of a reference file, which can be missing or damaged: this can repair it. */
export function airportRenewals(file: string): AirportRenewals {
  return {
    renew: ({ force, from }) =>
      ResultAsync.fromSafePromise(import('@ops-admin/reference-data')).andThen(({ renewAirports }) =>
        renewAirports({ from, file, force }),
      ),
  };
}
