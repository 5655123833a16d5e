import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** The world outside a command: where it reads, writes, and is configured. */
export interface Io {
  readonly stdin: Readable;
  /** Data, and nothing else. */
  readonly stdout: Output;
  /** Everything that is no data. */
  readonly stderr: Writable;
  readonly env: Record<string, string | undefined>;
  /** Hears of a signal to stop, until `off`. */
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
}

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** A stream that may be a terminal, of so many columns. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The columns of a terminal; `undefined` where there is none, or it does not say. */
export function widthOf({ isTTY = false, columns = 0 }: Output): number | undefined {
  return isTTY && columns > 0 ? columns : undefined;
}

/** Writes, and is done when the stream takes more. */
export async function writeText(output: Output, text: string): Promise<void> {
  if (!output.write(text)) await once(output, 'drain');
}
