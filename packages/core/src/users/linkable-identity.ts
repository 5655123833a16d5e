import { err, ok, type Result } from '../result.js';
import type { Branded } from '../values/branded.js';
import { membersOf } from '../values/members-of.js';
import type { ExternalIdentity } from './user.js';

/** An identity that can be linked: issuer and subject are not empty, and have neither control characters nor lone surrogates. */
export type LinkableIdentity = Branded<ExternalIdentity, 'LinkableIdentity'>;

/** A part of an identity is not a string, is empty, or has control characters or lone surrogates. */
export interface InvalidIdentity {
  readonly type: 'invalid-identity';
  readonly part: keyof ExternalIdentity;
  readonly reason: 'no-text' | 'empty' | 'unprintable';
}

/** Parses an identity; issuer and subject stay exactly as given. Errors: {@link InvalidIdentity}. */
export function parseLinkableIdentity(input: unknown): Result<LinkableIdentity, InvalidIdentity> {
  const { issuer, subject } = membersOf(input);
  const identity = { issuer, subject };
  for (const part of ['issuer', 'subject'] as const) {
    const invalid = (reason: InvalidIdentity['reason']) =>
      err({ type: 'invalid-identity' as const, part, reason });
    const text = identity[part];
    if (typeof text !== 'string') return invalid('no-text');
    if (text === '') return invalid('empty');
    if (/[\p{Cc}\p{Cs}]/u.test(text)) return invalid('unprintable');
  }
  return ok(identity as LinkableIdentity);
}
