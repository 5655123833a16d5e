import type {
  AuditLog,
  AuditSealer,
  IntegrityChecker,
  OrganisationArchive,
  ResultAsync,
} from '@ops-admin/core';
import {
  CheckStore,
  type CopiedOrganisation,
  type CopyError,
  CopyOrganisation,
  VerifyAuditTrail,
} from '@ops-admin/core/jobs';

/** Copies an organisation with its trail into an empty store. */
export interface OrganisationCopy {
  /** Verifies what was copied; see `CopyOrganisation`. */
  execute(): ResultAsync<CopiedOrganisation, CopyError>;
}

/** What {@link copyInto} is made of; the sealer has the keys of the source. */
export interface CopyParts {
  readonly source: OrganisationArchive;
  readonly target: OrganisationArchive;
  readonly integrity: IntegrityChecker;
  readonly log: AuditLog;
  readonly sealer: AuditSealer;
}

/** {@link OrganisationCopy} from one store into another. */
export function copyInto({ integrity, log, sealer, source, target }: CopyParts): OrganisationCopy {
  const check = new CheckStore(integrity, new VerifyAuditTrail(log, sealer));
  return new CopyOrganisation(source, target, check, sealer);
}
