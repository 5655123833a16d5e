import * as v from 'valibot';
import { answerObject } from './answer-object.js';

/** Where tokens for the service come from: metadata of a protected resource (RFC 9728, section 2). */
export interface ProtectedResourceJson {
  readonly resource: string;
  readonly authorization_servers: string[];
  readonly bearer_methods_supported: 'header'[];
}

export const PROTECTED_RESOURCE: v.GenericSchema<ProtectedResourceJson> = answerObject<ProtectedResourceJson>(
  {
    resource: v.pipe(v.string(), v.description('Where clients reach the service.')),
    authorization_servers: v.pipe(
      v.array(v.string()),
      v.description('The issuer whose tokens are accepted; its metadata say where to sign in.'),
    ),
    bearer_methods_supported: v.array(v.literal('header')),
  },
);
