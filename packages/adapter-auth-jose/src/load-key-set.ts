import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileFailure } from '@ops-admin/core/adapter';
import type { JSONWebKeySet, JWK } from 'jose';
import * as v from 'valibot';
import { fetchDocument, parseJson } from './fetch-document.js';
import { isSafeUrl } from './safe-url.js';

/** The provider is not the configured one: no retry will help. */
export class WrongProvider extends Error {
  override readonly name = 'WrongProvider';
}

const KEY_SET = v.object({ keys: v.array(v.unknown()) });
const METADATA = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });

/** The key set at an address. Rejects with an error that is safe to log. */
export async function fetchKeySet(url: URL): Promise<JSONWebKeySet> {
  const { status, body } = await fetchDocument(url);
  if (status !== 200) throw new Error(`${url} answered with status ${status}`);
  return keySetIn(body, String(url));
}

export async function readKeySet(file: string): Promise<JSONWebKeySet> {
  // A pipe is not waited for.
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile())
    throw new Error(
      `cannot read the key set ${file}: it is not a regular file; name another in OPS_AUTH_JWKS_FILE`,
    );
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const reason = fileFailure(cause, 'the file does not exist');
    throw new Error(`cannot read the key set ${file}: ${reason}; name it in OPS_AUTH_JWKS_FILE`, { cause });
  });
  return keySetIn(parseJson(text), file);
}

/**
 * Where an issuer has its keys, from its metadata: OpenID Connect Discovery, otherwise RFC 8414. Rejects with {@link
 * WrongProvider} if the metadata names another issuer, or an address that is not safe.
 */
export async function discoverKeySetUrl(issuer: string): Promise<URL> {
  const metadata = v.safeParse(METADATA, await fetchMetadata(issuer));
  if (!metadata.success) throw new Error(`the metadata of ${issuer} must name issuer and jwks_uri`);
  const named = metadata.output;
  if (named.issuer !== issuer) {
    throw new WrongProvider(`the metadata of ${issuer} names the issuer ${JSON.stringify(named.issuer)}`);
  }
  const url = new URL(named.jwks_uri);
  if (!isSafeUrl(url)) throw new WrongProvider(`the keys of ${issuer} are at ${url}, which is not https`);
  return url;
}

async function fetchMetadata(issuer: string): Promise<unknown> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${path}/.well-known/openid-configuration`,
    `/.well-known/oauth-authorization-server${path}`,
  ];
  let status = 0;
  for (const place of places) {
    const answer = await fetchDocument(new URL(origin + place));
    // Some servers answer every path with a page.
    if (answer.body !== undefined) return answer.body;
    status = answer.status;
  }
  throw new Error(`${issuer} has no metadata: status ${status}`);
}

function keySetIn(body: unknown, place: string): JSONWebKeySet {
  const parsed = v.safeParse(KEY_SET, body);
  const keys = parsed.success ? parsed.output.keys.filter(isPublicKey) : [];
  if (keys.length === 0) throw new Error(`no key set exists at ${place}`);
  return { keys };
}

/** Ignores keys that cannot be read, which must not make the others useless, and secret ones. */
function isPublicKey(key: unknown): key is JWK {
  try {
    return (
      createPublicKey({ key: key as JsonWebKey, format: 'jwk' }).type === 'public' &&
      !('d' in (key as object))
    );
  } catch {
    return false;
  }
}
