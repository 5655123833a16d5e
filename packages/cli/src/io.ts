import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import { Messages } from './messages.js';
import type { Output } from './output.js';

/** The outside of a command: where it reads, writes, and is configured. `process` is one. */
export interface Outside {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Record<string, string | undefined>;
  /** Listens for a signal to stop, until `off`. */
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
}

export interface Io extends Outside {
  /** Only data. */
  readonly stdout: Output;
  /** Everything that is not data. */
  readonly stderr: Messages;
}

/** The outside of a command that is called with these arguments. */
export function ioOf(outside: Outside, args: readonly string[]): Io {
  const { env, stderr, stdout } = outside;
  return {
    env,
    // Only when it is read: the access opens it.
    get stdin() {
      return outside.stdin;
    },
    stdout,
    stderr: new Messages(stderr, [
      ...args.flatMap((arg) => [arg, arg.replace(/^--[\w-]+=/, '')]),
      ...Object.entries(env).flatMap(([name, value]) => (name.startsWith('OPS_') && value ? [value] : [])),
    ]),
    on: (signal, listener) => outside.on(signal, listener),
    off: (signal, listener) => outside.off(signal, listener),
  };
}

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

export function isTerminal(stream: object): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** Returns the columns of a terminal; `undefined` if they are unknown. */
export function widthOf({ isTTY = false, columns = 0 }: Output): number | undefined {
  return isTTY && columns > 0 ? columns : undefined;
}

const CHARACTERS_PER_WRITE = 64 * 1024;

/** Writes texts, no faster than they come; after an error no more of them. */
export function writeTexts<E>(
  output: Output,
  texts: AsyncIterable<Result<string, E>>,
): ResultAsync<undefined, E> {
  const write = async (): Promise<Result<undefined, E>> => {
    let block = '';
    for await (const text of texts) {
      if (text.isErr()) return err(text.error);
      block += text.value;
      if (block.length < CHARACTERS_PER_WRITE) continue;
      await writeText(output, block);
      block = '';
    }
    await writeText(output, block);
    return ok(undefined);
  };
  return new ResultAsync(write());
}

/** Writes, and is done when the stream accepts more. */
export async function writeText(output: Output, text: string): Promise<void> {
  if (!output.write(text)) await once(output, 'drain');
}
