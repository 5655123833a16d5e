import { createProvider, type ProviderOptions } from '@ops-admin/adapter-geocoder';
import type { Address, FoundLocation, GeoLookupError, Result } from '@ops-admin/core';
import type { LocalServers } from '../../../../test/local-servers.ts';
import { KEY, NOW, type ProviderFixture, type Reply } from './fixtures/provider-fixture.ts';
import { ADDRESS } from './nominatim-lookup.ts';

/** The address, and the options of the request. */
export interface Asked extends Partial<Omit<ProviderOptions, 'key'>> {
  readonly address?: Address;
  /** {@link KEY} where it is left out; undefined for none. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Looks {@link ADDRESS} up at a server of this kind at `baseUrl`. */
export async function askProvider(
  { kind }: ProviderFixture,
  baseUrl: URL,
  { address = ADDRESS, signal, ...given }: Asked = {},
): Promise<Result<FoundLocation, GeoLookupError>> {
  const { key, ...options } = { key: KEY, ...given };
  const provider = createProvider(kind, {
    baseUrl,
    userAgent: 'ops-admin-test/1',
    clock: () => NOW,
    ...(key !== undefined && { key }),
    ...options,
  });
  return provider.lookup(address, signal);
}

/** A server that gives this answer to every request. */
export function replying(servers: LocalServers, { status, headers, body }: Reply): Promise<URL> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return servers.http((_, response) => response.writeHead(status, headers).end(text));
}

/** Returns the result of this kind of provider for an answer. */
export async function resultOf(
  servers: LocalServers,
  fixture: ProviderFixture,
  reply: Reply,
): Promise<Result<FoundLocation, GeoLookupError>> {
  return askProvider(fixture, await replying(servers, reply));
}
