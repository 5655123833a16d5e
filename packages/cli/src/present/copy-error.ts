import type { CopyError, CopyKind } from '@ops-admin/core/operations';

const KINDS: Readonly<Record<CopyKind, string>> = {
  departments: 'departments',
  users: 'users',
  entries: 'audit entries',
  lastEntryId: 'the number of the newest audit entry',
};

/** Says why a copy is missing or unusable, and what to do. */
export function describeCopyError(error: CopyError): string {
  switch (error.type) {
    case 'copy-target-not-empty':
      return 'the target already holds an organisation, and was not changed; name an empty database, or a file that does not exist';
    case 'copy-differs':
      return `the copy is not what was read (${error.kinds.map((kind) => KINDS[kind]).join(', ')}): somebody changes the target, or it does not keep what it is given; do not use it, and copy into another empty one`;
    case 'copy-failed': {
      const reason = error.cause instanceof Error ? error.cause.message : error.cause;
      const outcome = error.isCopied
        ? 'all was copied, but not verified; run ops-admin db check on the target, or copy into another empty one'
        : 'look whether the target is empty still, and try again';
      return `the ${error.side} failed: ${reason}; ${outcome}`;
    }
    case 'record-unfit':
      return `nothing was copied: PostgreSQL cannot hold the ${error.kind === 'entry' ? 'audit entry' : error.kind} ${error.id}, which has the character NUL or half a character in a text; change it in the source first`;
  }
}
