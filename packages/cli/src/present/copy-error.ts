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
      return `the copy differs from the source (${error.kinds.map((kind) => KINDS[kind]).join(', ')}): another program changes the target, or it does not store all of it; copy into another empty database`;
    case 'copy-failed': {
      const reason = error.cause instanceof Error ? error.cause.message : error.cause;
      const outcome = error.isCopied
        ? 'everything was copied, but not verified; run ops-admin db check on the target, or copy into another empty one'
        : 'check whether the target is still empty, and try again';
      return `the ${error.side} failed: ${reason}; ${outcome}`;
    }
    case 'record-unfit':
      return `nothing was copied: PostgreSQL cannot hold the ${error.kind === 'entry' ? 'audit entry' : error.kind} ${error.id}, because a text has the character NUL or a lone surrogate; change it in the source first`;
  }
}
