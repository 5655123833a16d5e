const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota of this user is used up',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space left',
  ENOTDIR: 'a part of its path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'nothing can be written there',
};

/** Describes why a file cannot be used; `missing` is the text for a file that does not exist. */
export function fileFailure(cause: unknown, missing: string): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return missing;
  return REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
