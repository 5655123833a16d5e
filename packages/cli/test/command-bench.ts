import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BIN, type Outcome } from './ops-admin.ts';

/** A service of a bench. */
export interface BenchService {
  readonly process: ChildProcess;
  readonly url: string;
  log(): string;
  /** Resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** When a command is killed with SIGKILL. */
export interface Kill {
  readonly from: 'start' | 'first-output';
  readonly afterMs: number;
}

/** A folder with an organisation, for services and commands that run as processes of their own. */
export class CommandBench {
  readonly folder: string;
  /** The file, or the URL. */
  readonly database: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running = new Set<ChildProcess>();

  protected constructor(folder: string, database: string, env: Readonly<Record<string, string>> = {}) {
    this.folder = folder;
    this.database = database;
    this.#env = env;
  }

  get keys(): string {
    return join(this.folder, 'keys.json');
  }

  /** On a file of its own, unless there is the URL of a database. */
  static async open(database?: string, env: Readonly<Record<string, string>> = {}): Promise<CommandBench> {
    const folder = await mkdtemp(join(tmpdir(), 'ops-admin-guard-'));
    return new CommandBench(folder, database ?? join(folder, 'served.db'), env);
  }

  async write(name: string, content: string | object): Promise<string> {
    await writeFile(join(this.folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    return name;
  }

  /** Starts the command. */
  spawn(args: readonly string[], database: string = this.database): ChildProcess {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? '', OPS_DB: database, OPS_AUTH_KEYS: this.keys, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  /** Runs the command to its end, or until it is killed, which leaves the code unset. */
  async run(args: readonly string[], kill?: Kill): Promise<Outcome> {
    const child = this.spawn(args);
    let timer: NodeJS.Timeout | undefined;
    const killSoon = () => {
      timer = setTimeout(() => child.kill('SIGKILL'), kill?.afterMs);
    };
    if (kill?.from === 'start') killSoon();
    if (kill?.from === 'first-output') child.stdout?.once('data', killSoon);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'close'),
    ]);
    clearTimeout(timer);
    return { code: code as number | null, stdout, stderr };
  }

  /** Runs a command that must succeed, and returns its output. */
  async mustRun(...args: string[]): Promise<string> {
    const { code, stderr, stdout } = await this.run(args);
    if (code !== 0) throw new Error(`${args.join(' ')}: exit ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Starts a service; `undefined` where it ended before it listened. */
  async serve(
    onSpawn: (child: ChildProcess) => void = () => {},
    database: string = this.database,
    port = '0',
  ): Promise<BenchService | undefined> {
    const child = this.spawn(['serve', '--port', port, '--json'], database);
    onSpawn(child);
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    const ended = once(child, 'close');
    let printed = '';
    const url = await Promise.race([
      ended.then(() => undefined),
      new Promise<string>((resolve) => {
        child.stdout?.on('data', (chunk) => {
          printed += chunk;
          if (printed.trimEnd().endsWith('}')) resolve((JSON.parse(printed) as { url: string }).url);
        });
      }),
    ]);
    if (url === undefined) return undefined;
    const kill = async (signal: NodeJS.Signals) => {
      // Nothing happens where it has ended.
      child.kill(signal);
      await ended;
    };
    return { process: child, url, log: () => log, kill };
  }

  /** Starts a service that must come up. */
  async mustServe(database: string = this.database): Promise<BenchService> {
    const service = await this.serve(() => {}, database);
    if (!service) throw new Error('the service did not start');
    return service;
  }

  async close(): Promise<void> {
    for (const child of this.#running) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
