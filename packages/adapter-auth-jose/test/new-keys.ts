import { generateKeyPairSync } from 'node:crypto';
import type { LocalKeys } from '@ops-admin/adapter-auth-jose';

export function newKeys(): LocalKeys {
  return { kid: 'test', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}
