import {
  type AuditLog,
  type AuditSealer,
  CheckStore,
  type CopiedOrganisation,
  type CopyError,
  CopyOrganisation,
  type OrganisationArchive,
  type ResultAsync,
  type StoreInspector,
  VerifyAuditTrail,
} from '@ops-admin/core';

/** Copies an organisation with its trail into an empty store. */
export interface OrganisationCopy {
  /** Verifies what was copied; see `CopyOrganisation`. */
  execute(): ResultAsync<CopiedOrganisation, CopyError>;
}

/** What {@link copyInto} is made of; the sealer has the keys of the source. */
export interface CopyParts {
  readonly source: OrganisationArchive;
  readonly target: OrganisationArchive;
  readonly inspector: StoreInspector;
  readonly log: AuditLog;
  readonly sealer: AuditSealer;
}

/** {@link OrganisationCopy} from one store into another. */
export function copyInto({ inspector, log, sealer, source, target }: CopyParts): OrganisationCopy {
  const check = new CheckStore(inspector, new VerifyAuditTrail(log, sealer));
  return new CopyOrganisation(source, target, check, sealer);
}
