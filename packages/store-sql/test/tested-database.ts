import type { SchemaStep, SqlStores } from '@ops-admin/store-sql';
import { aSigner, type OrganisationPorts } from '@ops-admin/testing';

/** An open database of its own for a test. */
export interface OpenedDatabase {
  readonly ports: OrganisationPorts;
  /** The rows of the last of these statements, as another program can run them. */
  sql(...statements: readonly string[]): Promise<readonly object[]>;
  close(): Promise<void>;
}

/** A database before it is opened. */
export interface TestedDatabase {
  /** Opens it; gives the problem if it is refused. */
  open(options?: {
    readonly steps?: readonly SchemaStep[];
    readonly readOnly?: boolean;
  }): Promise<OpenedDatabase | string>;
  drop(): Promise<void>;
}

/** Every port of a store, with a signer of its own. */
export function portsOf({ sealedBy, ...stores }: SqlStores): OrganisationPorts {
  return { ...stores, ...sealedBy(aSigner()) };
}
