import { AccessPolicy } from '@ops-admin/core';
import {
  auditOperations,
  checkPermissions,
  copyOperations,
  departmentOperations,
  expiry,
  importOperations,
  integrityOperations,
  knownPermissions,
  locationOperations,
  permissionOperations,
  trailFileOperations,
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
  TRAIL_STORE,
  TRAIL_VERIFIER,
  USER_DIRECTORY,
} from '@ops-admin/core/ports';
import { REFERENCE_DATA } from '@ops-admin/reference-data/inversify';
import { ContainerModule } from 'inversify';
import { keyFileOf } from '../config/files.js';
import { demoOf } from '../demo/prepare-demo.js';
import { addressCacheOf } from '../operations/address-cache.js';
import { airportsOf } from '../operations/airports.js';
import { backupsOf } from '../operations/backups.js';
import { gazetteerOf } from '../operations/gazetteer.js';
import { issueTokens } from '../operations/issue-tokens.js';
import { keyRotationOf } from '../operations/key-rotation.js';
import { keyCareOf } from '../operations/keys.js';
import { readTrailFile } from '../operations/read-trail-file.js';
import { over } from '../over.js';
import { PARTS } from '../service-parts.js';
import type { ServiceSettings } from '../settings.js';
import { KEYS } from './keys-module.js';
import { KEPT_ADDRESSES } from './locations-modules.js';
import { SOURCE } from './source-module.js';
import { DRY_RUN_STORES, type DryRunStores } from './store-modules.js';
import { localIssuerOf, TOKENS } from './tokens-module.js';

const DRY_RUN_STORE: Port<DryRunStores['permissions']> = port('ops-admin.service.DryRunStore');
const DRY_RUN_ORGANISATION: Port<DryRunStores['organisation']> = port('ops-admin.service.DryRunOrganisation');

// The ports by the names under which operations take them.
const [audit, clock, departments, policy] = [AUDIT_LOG, CLOCK, DEPARTMENT_REPOSITORY, AccessPolicy] as const;
const [rules, store, users, verifier] = [
  CHANGE_RULES,
  PERMISSION_STORE,
  USER_DIRECTORY,
  TRAIL_VERIFIER,
] as const;
const ofImports = { organisation: ORGANISATION, departments, users, audit, clock, policy };
const ofKnown = { audit, users, rules, policy };
const ofPermissions = { store, audit, users, clock, policy, rules };
const ofUserChanges = { store, users, departments, clock, policy, rules };

/** What commands and programs work with, over the ports. */
export function operationsModule({ config, database }: ServiceSettings): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PARTS.addressCache).toResolvedValue(({ cache }) => addressCacheOf(cache), [KEPT_ADDRESSES]);
    bind(PARTS.airports).toResolvedValue(airportsOf, [REFERENCE_DATA]);
    bind(PARTS.audit).toResolvedValue(...over(auditOperations, { audit, users }));
    bind(PARTS.backups).toResolvedValue(({ file }) => backupsOf(database, file?.trailVerifier), [KEYS]);
    bind(PARTS.checks).toResolvedValue(...over(checkPermissions, { users }));
    bind(PARTS.copy).toResolvedValue(
      ({ copy: source, size: sourceSize, verifier }, target, integrity, audit) =>
        copyOperations({ source, sourceSize, target, integrity, audit, verifier }),
      [SOURCE, ORGANISATION_COPY, INTEGRITY_CHECKER, audit],
    );
    bind(PARTS.demo).toResolvedValue(
      (clock, departments, organisation, tokens, users) =>
        demoOf({ clock, departments, issuer: localIssuerOf(tokens), organisation, users }),
      [CLOCK, DEPARTMENT_REPOSITORY, ORGANISATION, TOKENS, USER_DIRECTORY],
    );
    bind(PARTS.departments).toResolvedValue(...over(departmentOperations, { departments }));
    bind(DRY_RUN_STORE).toResolvedValue(({ permissions }) => permissions, [DRY_RUN_STORES]);
    bind(DRY_RUN_ORGANISATION).toResolvedValue(({ organisation }) => organisation, [DRY_RUN_STORES]);
    bind(PARTS.dryRuns).toResolvedValue(
      ...over(permissionOperations, { ...ofPermissions, store: DRY_RUN_STORE }),
    );
    bind(PARTS.expiry).toResolvedValue(...over(expiry, { store, clock, policy }));
    bind(PARTS.gazetteer).toResolvedValue(gazetteerOf, [REFERENCE_DATA]);
    bind(PARTS.importDryRuns).toResolvedValue(
      ...over(importOperations, { ...ofImports, organisation: DRY_RUN_ORGANISATION }),
    );
    bind(PARTS.imports).toResolvedValue(...over(importOperations, ofImports));
    bind(PARTS.integrity).toResolvedValue(
      (integrity, audit, verifier) => integrityOperations({ integrity, audit, verifier }),
      [INTEGRITY_CHECKER, audit, verifier],
    );
    bind(PARTS.keyCare).toResolvedValue(() => keyCareOf(keyFileOf(config, database)));
    bind(PARTS.keyRotation).toResolvedValue(
      ({ file: keys }, audit, trail, clock) => {
        if (!keys) throw new Error('a rotation needs keys');
        return keyRotationOf({ file: keyFileOf(config, database), keys, audit, trail, clock });
      },
      [KEYS, AUDIT_LOG, TRAIL_STORE, CLOCK],
    );
    bind(PARTS.knownPermissions).toResolvedValue(...over(knownPermissions, ofKnown));
    bind(PARTS.locations).toResolvedValue(
      ...over(locationOperations, {
        airports: AIRPORT_DIRECTORY,
        geoLookup: GEO_LOOKUP,
        towns: TOWN_DIRECTORY,
      }),
    );
    bind(PARTS.permissions).toResolvedValue(...over(permissionOperations, ofPermissions));
    bind(PARTS.tokenIssue).toResolvedValue(
      (users, tokens) => issueTokens(users, localIssuerOf(tokens)),
      [USER_DIRECTORY, TOKENS],
    );
    bind(PARTS.trailFiles).toResolvedValue(
      (verifier) => trailFileOperations({ readFile: readTrailFile, verifier }),
      [TRAIL_VERIFIER],
    );
    bind(PARTS.userChanges).toResolvedValue(...over(userChanges, ofUserChanges));
    bind(PARTS.userChangeDryRuns).toResolvedValue(
      ...over(userChanges, { ...ofUserChanges, store: DRY_RUN_STORE }),
    );
    bind(PARTS.users).toResolvedValue(...over(userOperations, { audit, users, departments, policy }));
  });
}
