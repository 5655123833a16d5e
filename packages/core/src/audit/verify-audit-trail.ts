import { err, ok, type Result, ResultAsync } from '../result.js';
import type { OnProgress } from '../values/progress.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { NO_ENTRY } from './audit-chain.js';
import type { AuditLog } from './audit-log.js';
import { readEntryPages } from './read-audit-trail.js';
import type { TrailVerifier } from './trail-seal.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';

export interface VerifyAuditTrailPorts {
  readonly audit: AuditLog;
  readonly verifier: TrailVerifier;
}

/** Options of a verification. */
export interface VerifyAuditTrailInput {
  /** An earlier head: the audit log can have grown, but must still have it. */
  readonly head?: string | undefined;
  /** Whether every signature is checked, and not only as many as vouch for all entries. */
  readonly everySignature?: boolean;
  readonly onProgress?: OnProgress | undefined;
}

/** Verifies the audit log. Public keys are enough. Errors: {@link BrokenTrail}, `store-unavailable`. */
export function verifyAuditTrail(
  ports: VerifyAuditTrailPorts,
  input: VerifyAuditTrailInput = {},
): ResultAsync<SoundTrail, BrokenTrail | StoreUnavailable> {
  return new ResultAsync(verify(ports, input));
}

async function verify(
  { audit, verifier }: VerifyAuditTrailPorts,
  { everySignature = false, head, onProgress }: VerifyAuditTrailInput,
): Promise<Result<SoundTrail, BrokenTrail | StoreUnavailable>> {
  const walk = new TrailWalk(verifier, NO_ENTRY);
  const newest = onProgress ? await audit.newestId() : ok(0);
  if (newest.isErr()) return err(newest.error);
  const total = newest.value;
  let hasHead = !head;
  for await (const read of readEntryPages(audit)) {
    if (read.isErr()) return err(read.error);
    const entries = read.value;
    const broken = await walk.add(entries, everySignature);
    if (broken) return err(broken);
    onProgress?.({ step: 'entries', done: walk.end().entries, total });
    hasHead ||= entries.some(({ seal }) => seal.digest === head);
  }
  const atEnd = walk.flawAtEnd();
  if (atEnd) return err(atEnd);
  return hasHead ? ok(walk.end()) : err({ type: 'audit-broken', flaw: 'cut-off', entryId: walk.last.id });
}
