/** What says that nothing more can be written: a full disk, a quota, a limit on the size of files. */
const SHORTAGE = /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/;

/** What to say where there was no room; `undefined` where that was not the reason. A file is not at fault then. */
export function describeShortage(cause: unknown, place: string): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return SHORTAGE.test(code)
    ? `no space left on ${place}, nothing was changed; make room and try again`
    : undefined;
}
