/** Whether zlib met bytes that it cannot unpack. */
export function isGzipFailure(cause: unknown): boolean {
  return codeOf(cause)?.startsWith('Z_') === true;
}

/** The fixed word for a failure of the system, such as `EACCES`. */
export function codeOf(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The message for gzip data that cannot be unpacked. */
export const BROKEN_GZIP = 'the gzip data is damaged or cut short';
