import { forgedAlgorithms } from './algorithms.ts';
import { forgedClaims } from './claims.ts';
import type { Forged, Forger } from './forger.ts';
import { forgedForms } from './forms.ts';
import { forgedHeaders } from './headers.ts';
import { forgedSignatures } from './signatures.ts';

type Forgery = (forger: Forger) => Iterable<Forged>;

/** Those that depend on the algorithm of the key. */
export const BY_ALGORITHM: readonly Forgery[] = [forgedAlgorithms, forgedSignatures];
const ALL: readonly Forgery[] = [...BY_ALGORITHM, forgedForms, forgedHeaders, forgedClaims];

/**
 * Every token that we know how to forge for a target, each text once. Created again for each target and run: signatures of
 * ECDSA are never the same, and the times are around the target's own.
 */
export function forgedTokens(forger: Forger, forgeries: readonly Forgery[] = ALL): Forged[] {
  const seen = new Set([forger.real()]);
  const made: Forged[] = [];
  for (const forged of forgeries.flatMap((forge) => [...forge(forger)])) {
    if (seen.has(forged.token)) continue;
    seen.add(forged.token);
    made.push(forged);
  }
  return made;
}
