import type * as core from '@ops-admin/core';
import type * as operations from '@ops-admin/core/operations';
import {
  describeDepartmentRefusal,
  describeFeedGone,
  describeRefusal,
  describeUnknownDepartment,
  SealingKeyMissing,
} from '@ops-admin/core/operations';
import type * as service from '@ops-admin/service';
import { EXIT, type ExitCode } from './exit-code.js';
import { describeMistakes, type FileMistakes, type NotWritten } from './files/file-mistake.js';
import { describeFlaw, describeForeignEnd } from './present/audit-flaw.js';
import { describeCopyError } from './present/copy-error.js';
import { refusalOf } from './present/permission-row.js';
import { describeStoreFlaw } from './present/store-flaw.js';
import { describeTrailFileError } from './present/trail-file-error.js';
import type { ServiceFailed } from './remote/service-failed.js';

/** Bad input; `message` says what and where. */
export interface InvalidInput {
  readonly type: 'invalid-input';
  readonly message: string;
}

/** A record that the command line names is not there; `message` says which. */
export interface NotFound {
  readonly type: 'not-found';
  readonly message: string;
}

export function invalidInput(message: string): InvalidInput {
  return { type: 'invalid-input', message };
}

/** A run over many rows failed for some; its summary was printed. */
export interface BulkEnded {
  readonly type: 'bulk-ended';
  readonly exitCode: ExitCode;
  readonly message: string;
}

export interface RowRefused {
  readonly type: 'row-refused';
  readonly row: core.PermissionRow;
}

/** A user who is active is not erased; `user` is as asked. */
export interface UserRefused {
  readonly type: 'user-refused';
  readonly user: string;
  readonly refusal: core.UserActive;
}

export type CliError =
  | core.ActorRefused
  | core.ChangeOutdated
  | core.DepartmentRefusal
  | core.EmailTaken
  | core.EndPassed
  | core.FeedGone
  | core.GeoLookupError
  | core.IdentityTaken
  | core.ImportLeavesNoAdmin
  | core.InvalidAddress
  | core.InvalidDepartment
  | core.InvalidIdentity
  | core.InvalidPermission
  | core.InvalidPerson
  | core.ParentCycle
  | core.ReasonRequired
  | core.RecordMistakes
  | core.StoreUnavailable
  | core.TooManyPermissions
  | core.UnknownDepartment
  | core.UnlistedPermission
  | core.UserExists
  | core.UserInactive
  | core.UserNotFound
  | operations.CopyError
  | operations.EntryNotFound
  | operations.FlawedStore
  | operations.InvalidRenaming
  | operations.NoHead
  | operations.NotRepairable
  | operations.TooManyEntries
  | operations.TrailFileError
  | operations.UnknownParent
  | service.BackupError
  | service.ComposeError
  | service.InvalidConfig
  | service.KeyInUse
  | service.KeyNotFound
  | service.NotTheDemo
  | service.RestoreError
  | service.RotationError
  | service.StartError
  | BulkEnded
  | FileMistakes
  | InvalidInput
  | NotFound
  | NotWritten
  | RowRefused
  | ServiceFailed
  | UserRefused;

const STORE_BUSY =
  'another program keeps the database locked, and only what is reported as done was changed; try again, or wait longer with --wait 30s';

const MAY_BE_DONE = 'the change may have been made: run the command again, which skips what has been made';

function noSpace(place: string): string {
  return `no space left on ${place}, nothing was changed except what is reported as done; make room and try again`;
}

/** Returns the exit code and the lines for an error. A line feed within a line belongs to its data. */
export function describeError(error: CliError): [exitCode: ExitCode, ...lines: string[]] {
  switch (error.type) {
    case 'feed-gone':
      return [EXIT.notFound, describeFeedGone(error)];
    case 'actor-refused':
      return [EXIT.failed, 'you no longer have access to make this change'];
    case 'email-taken':
    case 'end-passed':
    case 'invalid-permission':
    case 'too-many-permissions':
    case 'unlisted-permission':
    case 'user-exists':
      return [EXIT.invalid, describeRefusal(error)];
    case 'copy-target-not-empty':
    case 'copy-differs':
    case 'copy-failed':
    case 'record-unfit':
      return [EXIT.failed, describeCopyError(error)];
    case 'audit-broken':
      return [EXIT.failed, describeFlaw(error)];
    case 'bulk-ended':
      return [error.exitCode, error.message];
    case 'department-not-found':
      return [
        EXIT.invalid,
        `--department: ${describeUnknownDepartment(error)}; ops-admin departments list shows them`,
      ];
    case 'code-taken':
    case 'department-not-empty':
    case 'parent-cycle':
      return [EXIT.invalid, describeDepartmentRefusal(error)];
    case 'department-outdated':
      return [EXIT.failed, 'others changed this department meanwhile; try again'];
    case 'invalid-department':
      return [EXIT.invalid, `--${error.member} ${error.problem}`];
    case 'unknown-parent':
      return [EXIT.invalid, `--parent: ${describeUnknownDepartment(error.parent)}`];
    case 'not-found':
      return [EXIT.notFound, error.message];
    case 'database-unusable':
      return [
        /^(?:missing|older|wrong-url)$/.test(error.problem) ? EXIT.invalid : EXIT.failed,
        error.message,
      ];
    case 'entry-not-found': {
      const { target } = error;
      return [
        EXIT.notFound,
        'batch' in target
          ? `the audit log has no batch ${target.batch}`
          : `the audit log has no entry ${target.entryId}`,
      ];
    }
    case 'file-mistakes':
      return [EXIT.invalid, ...describeMistakes(error.mistakes)];
    case 'record-mistakes':
      return [EXIT.invalid, ...error.mistakes.map(({ id, message }) => `${id}: ${message}`)];
    case 'import-leaves-no-admin': {
      const { admins } = error;
      const named = `${admins[0]}${admins.length > 1 ? ` and ${admins.length - 1} more` : ''}`;
      return [
        EXIT.invalid,
        `this import would leave no admin: it removes admin access from ${named}; nothing was changed, --force allows it`,
      ];
    }
    case 'identity-taken': {
      const { issuer, subject } = error.identity;
      return [
        EXIT.invalid,
        `${error.claimant}: the identity ${subject} at ${issuer} belongs to ${error.owner}`,
      ];
    }
    case 'invalid-address':
      return [EXIT.invalid, `not an address that can be looked up: ${error.reason}`];
    case 'invalid-config':
      return [EXIT.invalid, ...error.problems];
    case 'invalid-identity':
      return [
        EXIT.invalid,
        `the ${error.part} must not ${error.reason === 'unprintable' ? 'contain control characters or lone surrogates' : 'be empty'}`,
      ];
    case 'invalid-person':
      return [
        EXIT.invalid,
        `${error.path.map((part, n) => (typeof part === 'number' ? `[${part}]` : n === 0 ? part : `.${part}`)).join('')} ${error.problem}`,
      ];
    case 'invalid-renaming':
      return [
        EXIT.invalid,
        error.from === '' || error.from === error.to
          ? 'name the permission that users hold, and its new name'
          : `${error.from} is a whole module: its new name must be service.<module>.*`,
      ];
    case 'invalid-input':
    case 'keys-do-not-fit':
    case 'provider-unusable':
      return [EXIT.invalid, error.message];
    case 'key-in-use':
      return [EXIT.invalid, `the key ${error.id} is in use; run ops-admin keys add and keys rotate first`];
    case 'key-not-found':
      return [
        EXIT.notFound,
        `no key in ${error.file} has the id ${error.id}; list them with "ops-admin keys list"`,
      ];
    case 'backup-refused':
    case 'cannot-listen':
    case 'lookup-cache-unusable':
    case 'not-written':
      return [EXIT.failed, error.message];
    case 'key-file-unusable':
      return [error.isPublic ? EXIT.invalid : EXIT.failed, error.message];
    case 'location-not-found':
      return [EXIT.notFound, 'no location found'];
    case 'lookup-refused':
    case 'lookup-unavailable':
      return [EXIT.failed, error.reason];
    case 'former-key':
      return [
        EXIT.invalid,
        `the key ${error.id} in ${error.file} was rotated out; copy the newest key file here, or continue with a new file: OPS_AUTH_KEYS and --new-key`,
      ];
    case 'no-newer-key':
      return [
        EXIT.invalid,
        `no key in ${error.file} is newer than those in use; run ops-admin keys add first`,
      ];
    case 'no-head':
      return [EXIT.notFound, 'the audit log has no entry yet'];
    case 'not-repairable':
      return [
        EXIT.failed,
        ...error.flaws.map(describeStoreFlaw),
        'nothing was repaired: only derived rows can be, and only if no other flaw exists',
      ];
    case 'not-agreed':
      return [EXIT.invalid, 'not confirmed: nothing was changed'];
    case 'not-the-demo':
      return [
        EXIT.invalid,
        'the database holds an organisation that is not the demo; name another file with --db',
      ];
    case 'not-a-reference':
      return [EXIT.failed, `cannot use the airport database ${error.file}: ${error.reason}`];
    case 'quota-exceeded':
      return [EXIT.failed, 'the rate limit of the address provider is reached; try again later'];
    case 'reason-required':
      return [EXIT.invalid, `the reason must match ${error.pattern}; add it with --reason`];
    case 'reference-missing':
      return [EXIT.failed, `no airport database exists at ${error.file}; run pnpm build`];
    case 'service-failed':
      return [error.exitCode, error.message, ...(error.mayBeDone ? [MAY_BE_DONE] : [])];
    case 'store-flawed':
      return [EXIT.failed, ...error.flaws.map(describeStoreFlaw)];
    case 'store-unavailable':
      if (error.cause instanceof SealingKeyMissing) return [EXIT.failed, error.cause.message];
      if (error.isBusy) return [EXIT.failed, STORE_BUSY];
      if (error.noSpaceOn !== undefined) return [EXIT.failed, noSpace(error.noSpaceOn)];
      return [
        EXIT.failed,
        `the database failed: ${error.cause instanceof Error ? error.cause.message : error.cause}`,
      ];
    case 'too-many-entries':
      return [
        EXIT.invalid,
        `more than ${error.limit} changes in one transaction require the database; nothing was changed`,
      ];
    case 'outdated':
      return [EXIT.failed, 'others changed this user meanwhile; try again'];
    case 'unsupported-reference-format':
      return [EXIT.failed, `the airport database ${error.file} is of format ${error.found}; run pnpm build`];
    case 'trail-file-failed':
      return [EXIT.failed, describeTrailFileError(error)];
    case 'trail-file-missing':
    case 'trail-file-unfit':
      return [EXIT.invalid, describeTrailFileError(error)];
    case 'trail-end-foreign':
      return [EXIT.invalid, `${describeForeignEnd(error)}; nothing was changed`];
    case 'trail-moved':
      return [EXIT.failed, 'the audit log was changed meanwhile; nothing was rotated, try again'];
    case 'restore-refused':
      return [
        error.problem === 'not-written' || error.problem === 'damaged' ? EXIT.failed : EXIT.invalid,
        error.message,
      ];
    case 'row-refused':
      return [
        error.row.result === 'user-not-found' ? EXIT.notFound : EXIT.invalid,
        refusalOf(error.row) ?? '',
      ];
    case 'user-refused':
      return [
        EXIT.invalid,
        `${describeRefusal(error.refusal, error.user)}: ops-admin users deactivate ${error.user}`,
      ];
    case 'user-inactive':
      return [EXIT.invalid, `${error.user} is not active: no token is issued`];
    case 'user-not-found':
      return [EXIT.notFound, describeRefusal(error)];
  }
}
