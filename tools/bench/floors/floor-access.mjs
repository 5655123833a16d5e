import { readFileSync } from 'node:fs';
import { importJWK, jwtVerify } from 'jose';

const EXPECTED = {
  algorithms: ['ES256'],
  audience: 'ops-admin',
  issuer: 'urn:ops-admin:local',
  typ: 'at+jwt',
  requiredClaims: ['iat', 'exp', 'sub'],
};

/**
 * Verifies every token with the key pair of the service, and reads the rights of the caller from the database. Gives
 * `undefined` for whoever is nobody.
 */
export async function openFloorAccess(keyFile, store) {
  const { keys } = JSON.parse(readFileSync(keyFile, 'utf8'));
  const { kty, crv, x, y } = keys.find((key) => key.kty === 'EC');
  const publicKey = await importJWK({ kty, crv, x, y }, 'ES256');
  return async (authorization) => {
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    const verified = await jwtVerify(token, publicKey, EXPECTED).catch(() => undefined);
    const userId = verified?.payload.sub;
    const permissions = userId === undefined ? undefined : store.permissionsOf(userId);
    const isAdmin = ADMIN.some((one) => permissions?.includes(one));
    return permissions && { userId, permissions, isAdmin, expiresAt: verified.payload.exp };
  };
}

const ADMIN = ['service.admin.access', 'service.admin.*', 'service.admin'];
