import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const BIN: string = join(import.meta.dirname, '../bin/ops-admin.js');

/** What a run of the command left behind. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder to run the real command in, made before each test of the suite it is called in, and removed after. */
export class Workplace {
  #folder = '';
  readonly #running = new Set<ChildProcess>();

  constructor() {
    beforeEach(async () => {
      this.#folder = await mkdtemp(join(tmpdir(), 'ops-admin-cli-'));
    });
    afterEach(async () => {
      for (const child of this.#running) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      await rm(this.#folder, { recursive: true, force: true });
    });
  }

  /** Begins every test of the suite with the database and the keys that `make` leaves behind; it is called once. */
  beginWith(make: () => Promise<void>): void {
    const files = ['ops-admin.db', 'ops-admin.keys.json'];
    let made: Buffer[] = [];
    beforeEach(async () => {
      for (const [index, content] of made.entries()) {
        await this.write(files[index] as string, content);
        await chmod(this.path(files[index] as string), 0o600);
      }
      if (made.length > 0) return;
      await make();
      made = await Promise.all(files.map((name) => readFile(this.path(name))));
    });
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  async write(name: string, content: string | Buffer | object): Promise<string> {
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(this.path(name), isText ? content : JSON.stringify(content));
    return name;
  }

  /** Starts the command; the test need not stop it. */
  start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.#folder,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  async run(args: readonly string[], { stdin = '', env = {} }: RunOptions = {}): Promise<Outcome> {
    const child = this.start(args, env);
    child.stdin?.end(stdin);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'close'),
    ]);
    return { code: code as number | null, stdout, stderr };
  }

  /** Runs with --json, and returns what was printed. */
  async json(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts a service on a free port. */
  async serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Service> {
    const process = this.start(['serve', '--port', '0', '--json', ...args], env);
    let log = '';
    process.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    const started = new Promise<object>((resolve, reject) => {
      let printed = '';
      process.stdout?.on('data', (chunk) => {
        printed += chunk;
        if (printed.trimEnd().endsWith('}')) resolve(JSON.parse(printed));
      });
      process.once('close', () => reject(new Error(`serve ended: ${log}`)));
    });
    return { process, ...((await started) as Started), log: () => log };
  }
}

interface RunOptions {
  readonly stdin?: string | Buffer;
  readonly env?: Record<string, string>;
}

interface Started {
  readonly url: string;
  /** Where metrics are shown, if they are. */
  readonly metricsUrl?: string;
  readonly adminToken: string;
  readonly userToken: string;
}

export interface Service extends Started {
  readonly process: ChildProcess;
  log(): string;
}
