import {
  AccessPolicy,
  type AuditLog,
  type ChangeRules,
  type Clock,
  ok,
  type UserDirectory,
} from '@ops-admin/core';
import {
  auditOperations,
  checkPermissions,
  copyOperations,
  departmentOperations,
  expiry,
  importOperations,
  integrityOperations,
  knownPermissions,
  knownStrings,
  locationOperations,
  permissionOperations,
  trailFileOperations,
  trailOperations,
  userChanges,
  userOperations,
} from '@ops-admin/core/operations';
import {
  AIRPORT_DIRECTORY,
  AUDIT_LOG,
  CHANGE_RULES,
  CLOCK,
  DEPARTMENT_REPOSITORY,
  GEO_LOOKUP,
  INTEGRITY_CHECKER,
  ORGANISATION,
  ORGANISATION_COPY,
  PERMISSION_STORE,
  type Port,
  port,
  TOWN_DIRECTORY,
  TRAIL_SIGNER,
  TRAIL_STORE,
  TRAIL_VERIFIER,
  USER_DIRECTORY,
} from '@ops-admin/core/ports';
import { REFERENCE_DATA } from '@ops-admin/reference-data/inversify';
import { ContainerModule } from 'inversify';
import { keyFileOf, referenceFileOf } from '../config/files.js';
import { demoOf } from '../demo/prepare-demo.js';
import type { Openings } from '../openings.js';
import { addressCacheOf } from '../operations/address-cache.js';
import { airportRenewals, airportsOf } from '../operations/airports.js';
import { backupsOf } from '../operations/backups.js';
import { gazetteerOf } from '../operations/gazetteer.js';
import { issueTokens } from '../operations/issue-tokens.js';
import { keyRotationOf } from '../operations/key-rotation.js';
import { keyCareOf } from '../operations/keys.js';
import { trailFileOnDisk } from '../operations/trail-file-on-disk.js';
import { optional } from '../optional.js';
import { PARTS } from '../service-parts.js';
import type { ServiceSettings } from '../settings.js';
import { KEYS } from './keys-module.js';
import { KEPT_ADDRESSES } from './locations-modules.js';
import { type DryRun, openDryRun } from './open-dry-run.js';
import { schemasOf } from './open-store.js';
import { SOURCE } from './source-module.js';
import { DRY_RUN_STORES, type DryRunStores } from './store-modules.js';
import { localIssuerOf, TOKENS } from './tokens-module.js';

const DRY_RUN: Port<DryRun> = port('ops-admin.service.DryRun');

/** What commands and programs work with, over the ports. */
export function operationsModule(
  { areas, config, database }: ServiceSettings,
  openings: Openings,
): ContainerModule {
  const dryRun = async (
    { permissions: store }: DryRunStores,
    audit: AuditLog,
    users: UserDirectory,
    clock: Clock,
    policy: AccessPolicy,
    rules: ChangeRules,
  ) => ok(await openDryRun({ store, audit, users, clock, policy, rules }));

  return new ContainerModule(({ bind }) => {
    bind(PARTS.addressCache).toResolvedValue(({ cache }) => addressCacheOf(cache), [KEPT_ADDRESSES]);
    bind(PARTS.airportRenewals).toResolvedValue(() => airportRenewals(referenceFileOf(config, database)));
    bind(PARTS.airports).toResolvedValue(airportsOf, [REFERENCE_DATA]);
    bind(PARTS.audit).toResolvedValue(
      (audit, users) => auditOperations({ audit, users }),
      [AUDIT_LOG, USER_DIRECTORY],
    );
    bind(PARTS.backups).toResolvedValue(
      ({ file }) => backupsOf(database, file?.trailVerifier, schemasOf(areas, 'sqlite')),
      [KEYS],
    );
    bind(PARTS.checks).toResolvedValue(
      (audit, users, rules) =>
        checkPermissions({ users, known: () => knownStrings({ audit, users, rules }) }),
      [AUDIT_LOG, USER_DIRECTORY, CHANGE_RULES],
    );
    bind(PARTS.copy).toResolvedValue(
      ({ copy: source, verifier }, target, integrity, audit) =>
        copyOperations({ source, target, integrity, audit, verifier }),
      [SOURCE, ORGANISATION_COPY, INTEGRITY_CHECKER, AUDIT_LOG],
    );
    bind(PARTS.demo).toResolvedValue(
      (clock, departments, organisation, policy, tokens, users) =>
        demoOf({ clock, departments, issuer: localIssuerOf(tokens), organisation, policy, users }),
      [CLOCK, DEPARTMENT_REPOSITORY, ORGANISATION, AccessPolicy, TOKENS, USER_DIRECTORY],
    );
    bind(PARTS.departments).toResolvedValue(
      (departments) => departmentOperations({ departments }),
      [DEPARTMENT_REPOSITORY],
    );
    bind(DRY_RUN)
      .toResolvedValue(openings.inTurn(DRY_RUN, dryRun), [
        DRY_RUN_STORES,
        AUDIT_LOG,
        USER_DIRECTORY,
        CLOCK,
        AccessPolicy,
        CHANGE_RULES,
      ])
      .onDeactivation(({ close }) => close());
    bind(PARTS.dryRuns).toResolvedValue(({ permissions }) => permissions, [DRY_RUN]);
    bind(PARTS.expiry).toResolvedValue(
      (store, clock, policy) => expiry({ store, clock, policy }),
      [PERMISSION_STORE, CLOCK, AccessPolicy],
    );
    bind(PARTS.gazetteer).toResolvedValue(gazetteerOf, [REFERENCE_DATA]);
    bind(PARTS.importDryRuns).toResolvedValue(
      ({ organisation }, departments, users, audit, clock, policy) =>
        importOperations({ organisation, departments, users, audit, clock, policy }),
      [DRY_RUN_STORES, DEPARTMENT_REPOSITORY, USER_DIRECTORY, AUDIT_LOG, CLOCK, AccessPolicy],
    );
    bind(PARTS.imports).toResolvedValue(
      (organisation, departments, users, audit, clock, policy) =>
        importOperations({ organisation, departments, users, audit, clock, policy }),
      [ORGANISATION, DEPARTMENT_REPOSITORY, USER_DIRECTORY, AUDIT_LOG, CLOCK, AccessPolicy],
    );
    bind(PARTS.integrity).toResolvedValue(
      (integrity, audit, verifier) =>
        integrityOperations({ integrity, audit, verifier, files: trailFileOnDisk }),
      [INTEGRITY_CHECKER, AUDIT_LOG, TRAIL_VERIFIER],
    );
    bind(PARTS.keyCare).toResolvedValue(() => keyCareOf(keyFileOf(config, database)));
    bind(PARTS.keyRotation).toResolvedValue(
      ({ file: keys }, audit, trail, clock) => {
        if (!keys) throw new Error('a rotation needs keys');
        return keyRotationOf({ file: keyFileOf(config, database), keys, audit, trail, clock });
      },
      [KEYS, AUDIT_LOG, TRAIL_STORE, CLOCK],
    );
    bind(PARTS.knownPermissions).toResolvedValue(
      (audit, users, rules, policy) => knownPermissions({ audit, users, rules, policy }),
      [AUDIT_LOG, USER_DIRECTORY, CHANGE_RULES, AccessPolicy],
    );
    bind(PARTS.locations).toResolvedValue(
      (airports, geoLookup, towns) => locationOperations({ airports, geoLookup, towns }),
      [AIRPORT_DIRECTORY, GEO_LOOKUP, TOWN_DIRECTORY],
    );
    bind(PARTS.permissions).toResolvedValue(
      (store, audit, users, clock, policy, rules) =>
        permissionOperations({ store, audit, users, clock, policy, rules }),
      [PERMISSION_STORE, AUDIT_LOG, USER_DIRECTORY, CLOCK, AccessPolicy, CHANGE_RULES],
    );
    bind(PARTS.tokenIssue).toResolvedValue(
      (users, tokens) => issueTokens(users, localIssuerOf(tokens)),
      [USER_DIRECTORY, TOKENS],
    );
    bind(PARTS.trail).toResolvedValue(
      (trail, audit, signer, verifier, clock) =>
        trailOperations({ trail, audit, signer, verifier, clock, files: trailFileOnDisk }),
      [TRAIL_STORE, AUDIT_LOG, TRAIL_SIGNER, TRAIL_VERIFIER, CLOCK],
    );
    bind(PARTS.trailFiles).toResolvedValue(
      (verifier, users) => trailFileOperations({ files: trailFileOnDisk, verifier, users }),
      [TRAIL_VERIFIER, optional(USER_DIRECTORY)],
    );
    bind(PARTS.userChanges).toResolvedValue(
      (store, users, departments, clock, policy, rules) =>
        userChanges({ store, users, departments, clock, policy, rules }),
      [PERMISSION_STORE, USER_DIRECTORY, DEPARTMENT_REPOSITORY, CLOCK, AccessPolicy, CHANGE_RULES],
    );
    bind(PARTS.userChangeDryRuns).toResolvedValue(
      ({ permissions: store }, users, departments, clock, policy, rules) =>
        userChanges({ store, users, departments, clock, policy, rules }),
      [DRY_RUN_STORES, USER_DIRECTORY, DEPARTMENT_REPOSITORY, CLOCK, AccessPolicy, CHANGE_RULES],
    );
    bind(PARTS.users).toResolvedValue(
      (audit, users, departments, policy) => userOperations({ audit, users, departments, policy }),
      [AUDIT_LOG, USER_DIRECTORY, DEPARTMENT_REPOSITORY, AccessPolicy],
    );
  });
}
