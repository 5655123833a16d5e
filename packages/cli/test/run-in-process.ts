import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { Outside } from '../dist/io.js';
import { runCli } from '../dist/run-cli.js';

/** The options of a command. */
export interface RunOptions {
  readonly stdin?: string | Buffer;
  readonly env?: Record<string, string>;
}

/** A command that runs in this process. */
export interface RunInProcess {
  /** The output, including later output. */
  readonly stdout: Printed;
  readonly stderr: Printed;
  /** Both, in the order in which a terminal shows them. */
  readonly terminal: Printed;
  /** Its exit code. */
  readonly ended: Promise<number>;
  /** Asks it to stop, as the system would. */
  signal(name: 'SIGINT' | 'SIGTERM'): void;
}

/** The size of one read from a pipe. */
const CHUNK_BYTES = 64 * 1024;

/** Runs the command in the current folder, with only the given environment. */
export function runInProcess(
  args: readonly string[],
  { stdin = '', env = {} }: RunOptions = {},
): RunInProcess {
  const terminal = new Printed();
  const stdout = new Printed(terminal);
  const stderr = new Printed(terminal);
  const signals = new EventEmitter();
  const outside: Outside = {
    stdin: Readable.from(chunksOf(Buffer.from(stdin))),
    stdout,
    stderr,
    env: { PATH: process.env.PATH, ...env },
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
  };
  const ended = runCli(args, outside);
  return { stdout, stderr, terminal, ended, signal: (name) => signals.emit(name, name) };
}

/** A stream that keeps its input. */
class Printed extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #copy: Printed | undefined;

  constructor(copy?: Printed) {
    super();
    this.#copy = copy;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    this.#copy?.write(chunk);
    this.emit('printed');
    done();
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES);
}
