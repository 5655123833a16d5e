import type { Readable, Writable } from 'node:stream';

/** The world outside a command: where it reads, writes, and is configured. */
export interface Io {
  readonly stdin: Readable;
  /** Data, and nothing else. */
  readonly stdout: Writable;
  /** Everything that is no data. */
  readonly stderr: Writable;
  readonly env: Record<string, string | undefined>;
}
