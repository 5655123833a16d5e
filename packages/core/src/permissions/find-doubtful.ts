import type { AccessPolicy } from '../access/access-policy.js';
import type { AuditLog } from '../audit/audit-log.js';
import { okAsync, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import { nearestName } from '../values/nearest-name.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ChangeRules } from './change-rules.js';
import { moduleOf, parsePermission } from './permission.js';
import { isWhole, isWholeOf, PermissionCatalogue } from './permission-catalogue.js';

/** A string that is probably a mistake: nobody holds it, and it is unknown or malformed. */
export interface DoubtfulPermission {
  readonly permission: string;
  /** A similar string. */
  readonly meant?: string | undefined;
}

/** The sources of known strings: the catalogue, held strings, and the audit log. */
export interface KnownStringsPorts {
  readonly audit: Pick<AuditLog, 'namedPermissions'>;
  readonly users: Pick<UserDirectory, 'heldPermissions'>;
  readonly rules?: Pick<ChangeRules, 'catalogue'> | undefined;
  /** Its two permissions are known. */
  readonly policy?: Pick<AccessPolicy, 'adminPermission' | 'readerPermission'> | undefined;
}

/** The largest number of different strings to look at. */
const MAX_DOUBTED = 1000;
/** The largest number of strings with a suggestion, because each is compared with every known string. */
const MAX_MEANT = 100;
const MAX_COMPARED = 50_000;

const SERVICE = 'service.';
const NO_CATALOGUE = new PermissionCatalogue([]);

export function catalogueOf({ catalogue }: Pick<ChangeRules, 'catalogue'> = {}): PermissionCatalogue {
  return catalogue?.() ?? NO_CATALOGUE;
}

/** Finds unknown or malformed strings that nobody holds, in their order. All known strings are read only for a doubt. */
export function findDoubtful(
  ports: KnownStringsPorts,
  permissions: readonly string[],
): ResultAsync<readonly DoubtfulPermission[], StoreUnavailable> {
  const { audit, policy, rules, users } = ports;
  const looked = [...new Set(permissions)].slice(0, MAX_DOUBTED);
  if (looked.length === 0) return okAsync([]);
  const catalogue = catalogueOf(rules);
  const own: readonly string[] = policy ? [policy.adminPermission, policy.readerPermission] : [];
  return users.heldPermissions(looked).andThen((held) => {
    const isHeld = new Set(held);
    const unheld = looked.filter((one) => !isHeld.has(one));
    if (unheld.length === 0) return okAsync([]);
    return audit.namedPermissions(unheld).andThen((named) => {
      const isNamed = new Set(named);
      const isKnown = (one: string) =>
        isValid(one) && (own.includes(one) || catalogue.lists(one) || isNamed.has(one));
      const suspected = unheld.filter((one) => !isKnown(one));
      if (suspected.length === 0) return okAsync([]);
      return ResultAsync.combine([users.heldPermissions(), audit.namedPermissions()] as const).map(
        ([held, named]) => doubtfulAmong(suspected, { catalogue, held, named }),
      );
    });
  });
}

/** Every known string, by its source. */
export interface KnownStrings {
  readonly catalogue: PermissionCatalogue;
  readonly held: Iterable<string>;
  readonly named: Iterable<string>;
}

/** Returns the unknown or malformed strings that nobody holds, with suggestions. */
export function doubtfulAmong(
  permissions: readonly string[],
  { catalogue, held, named }: KnownStrings,
): DoubtfulPermission[] {
  const used = new Set([...catalogue.permissions.keys(), ...held]);
  const known = new Set([...used, ...named]);
  const [modules, usedModules] = [modulesOf(known), modulesOf(used)];
  const isKnown = (one: string) => known.has(one) || isWholeOf(one, modules);
  const isHeld = new Set(held);
  const most = Math.min(MAX_MEANT, Math.ceil(MAX_COMPARED / (used.size + 1)));
  let asked = 0;
  return [...new Set(permissions)]
    .filter((one) => !isHeld.has(one) && !(isValid(one) && isKnown(one)))
    .map((permission) => {
      const meant = asked++ < most ? nearestTo(permission, used, usedModules) : undefined;
      return { permission, ...(meant !== undefined && { meant }) };
    });
}

/** Describes a doubtful string for people. */
export function describeDoubt({ meant, permission }: DoubtfulPermission): string {
  return `${permission} is not a known permission${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** The largest number of doubtful strings that one row names. */
const MAX_DOUBTS_TOLD = 3;

export function describeDoubts(doubtful: readonly DoubtfulPermission[]): string[] {
  return doubtful.slice(0, MAX_DOUBTS_TOLD).map(describeDoubt);
}

function isValid(permission: string): boolean {
  return parsePermission(permission).isOk();
}

function modulesOf(permissions: Iterable<string>): ReadonlySet<string> {
  return new Set([...permissions].filter(isValid).map((one) => moduleOf(one) as string));
}

/** Finds the nearest known string. The whole of a module, and a string that is like no other, are compared by the module. */
function nearestTo(
  permission: string,
  known: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): string | undefined {
  if (!isValid(permission)) {
    // People leave out the prefix.
    const whole = SERVICE + permission;
    if (permission.startsWith(SERVICE) || !isValid(whole)) return nearestName(permission, known);
    if (known.has(whole) || isWholeOf(whole, modules)) return whole;
    return nearestTo(whole, known, modules) ?? nearestName(permission, known);
  }
  const module = moduleOf(permission) as string;
  const near = isWhole(permission) ? undefined : nearestName(permission, known, SERVICE);
  if (near !== undefined || modules.has(module)) return near;
  const nearModule = nearestName(module, modules);
  return nearModule && `${SERVICE}${nearModule}${permission.slice(SERVICE.length + module.length)}`;
}
