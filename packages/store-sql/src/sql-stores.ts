import type {
  AuditLog,
  Clock,
  DepartmentRepository,
  HealthProbe,
  IntegrityChecker,
  Organisation,
  OrganisationCopy,
  PermissionStore,
  Result,
  ResultAsync,
  StoreUnavailable,
  TrailSigner,
  TrailStore,
  UserDirectory,
} from '@ops-admin/core';
import { type OwnTransaction, ownTransaction } from './own-transaction.js';
import { SqlAuditLog } from './sql-audit-log.js';
import type { SqlDatabase } from './sql-database.js';
import { SqlDepartmentRepository } from './sql-department-repository.js';
import { SqlHealthProbe } from './sql-health-probe.js';
import { SqlIntegrityChecker } from './sql-integrity-checker.js';
import { SqlOrganisation } from './sql-organisation.js';
import { SqlOrganisationCopy } from './sql-organisation-copy.js';
import { SqlPermissionStore } from './sql-permission-store.js';
import { SqlTrailStore } from './sql-trail-store.js';
import { SqlUserDirectory } from './sql-user-directory.js';

/** The stores that write to the trail. */
export interface SealedStores {
  readonly trail: TrailStore;
  readonly organisation: Organisation;
  readonly permissions: PermissionStore;
  /**
   * Runs work in a transaction that writes, with statements and changes of permissions of its own. An error of the work, or what it
   * throws, rolls back, and so do a statement that failed and work that takes over 5 seconds. Other operations on the database, even reads,
   * fail within it.
   */
  transaction<T, E>(
    work: (tx: OwnTransaction) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | StoreUnavailable>;
}

/** Every store over one database. */
export interface SqlStores {
  readonly copy: OrganisationCopy;
  readonly audit: AuditLog;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly integrity: IntegrityChecker;
  readonly users: UserDirectory;
  /** How many changes wait for others. */
  changesWaiting(): number;
  /** Only for dry runs: nothing is written, so they need no signer. */
  readonly dryRuns: Pick<SealedStores, 'organisation' | 'permissions'>;
  /** The stores that write entries, which need the signer of the service. */
  sealedBy(signer: TrailSigner): SealedStores;
}

/** Makes every store over a database. */
export function sqlStores(database: SqlDatabase, clock?: Clock): SqlStores {
  /** One for each signer: its calls share transactions, however often stores are asked for. */
  const sealed = new Map<TrailSigner, SqlPermissionStore>();
  return {
    copy: new SqlOrganisationCopy(database),
    audit: new SqlAuditLog(database),
    departments: new SqlDepartmentRepository(database),
    dryRuns: {
      organisation: new SqlOrganisation(database, undefined, clock),
      permissions: new SqlPermissionStore(database, undefined, clock),
    },
    health: new SqlHealthProbe(database),
    changesWaiting: () => [...sealed.values()].reduce((sum, store) => sum + store.waiting(), 0),
    integrity: new SqlIntegrityChecker(database),
    users: new SqlUserDirectory(database, clock),
    sealedBy: (signer) => {
      const permissions = sealed.get(signer) ?? new SqlPermissionStore(database, signer, clock);
      sealed.set(signer, permissions);
      return {
        trail: new SqlTrailStore(database, signer),
        organisation: new SqlOrganisation(database, signer, clock),
        permissions,
        transaction: (work) => ownTransaction(database, permissions, work),
      };
    },
  };
}
