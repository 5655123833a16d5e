const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EDQUOT: 'no space left for this user',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space left',
  ENOTDIR: 'a part of its path is not a folder',
  EPERM: 'this user may not',
  EROFS: 'nothing can be written there',
};

/** Why a file cannot be used, in plain words; `missing` says what is not there, and what to do about it. */
export function fileFailure(cause: unknown, missing: string): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return missing;
  return REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
