import type { Writable } from 'node:stream';

/** A stream that can be a terminal, with its columns and rows. */
export type Output = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};
