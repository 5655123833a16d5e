import type { Address, GeoLookupError, Result } from '@ops-admin/core';
import type { Parameters, ProviderAnswer } from './provider-server.js';
import type { CodedPlace } from './write-names.js';

export type { Address, CodedPlace, GeoLookupError, ProviderAnswer };

/** How a kind of provider is asked, and how its answers are read. */
export interface ProviderForm {
  /** Below the base URL. */
  readonly path: string;
  /** The parameters of every request, in a language and with the key of an account. */
  readonly parameters: (language: string, key: string | undefined) => Parameters;
  /** The name of the parameter that takes the address. */
  readonly asked: string;
  /** The address as it is sent; if missing, as it is. Errors: the provider does not take it. */
  readonly textOf?: (address: Address) => Result<string, GeoLookupError>;
  readonly placeIn: (answer: ProviderAnswer) => Result<CodedPlace, GeoLookupError>;
}
