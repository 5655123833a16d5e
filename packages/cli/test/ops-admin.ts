import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type RunInProcess, type RunOptions, runInProcess } from './run-in-process.ts';

/** The real command. */
export const BIN: string = join(import.meta.dirname, '../bin/ops-admin.js');

/** The output and exit code of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A folder to run the command in, made before each test of the suite it is called in, and removed after. The command runs
 * in the process of the tests, which is in that folder meanwhile: a process of its own takes fifty times as long. What
 * is about the process itself (signals, closed pipes, terminals, other processes) needs the real command.
 */
export class Workplace {
  #folder = '';
  readonly #processes = new Set<ChildProcess>();
  readonly #services = new Set<RunInProcess>();

  constructor() {
    const home = process.cwd();
    beforeEach(async () => {
      this.#folder = await mkdtemp(join(tmpdir(), 'ops-admin-cli-'));
      process.chdir(this.#folder);
    });
    afterEach(async () => {
      for (const child of this.#processes) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      for (const service of this.#services) {
        service.signal('SIGTERM');
        await service.ended;
      }
      this.#services.clear();
      process.chdir(home);
      await rm(this.#folder, { recursive: true, force: true });
    });
  }

  /** Begins every test of the suite with the files that `make` leaves behind; it is called once. */
  beginWith(make: () => Promise<void>): void {
    const made = new Map<string, Buffer>();
    beforeEach(async () => {
      for (const [name, content] of made) await writeFile(this.path(name), content, { mode: 0o600 });
      if (made.size > 0) return;
      await make();
      for (const name of await readdir(this.#folder)) made.set(name, await readFile(this.path(name)));
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

  async run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const { ended, stderr, stdout } = runInProcess(args, options);
    const code = await ended;
    return { code, stdout: stdout.text, stderr: stderr.text };
  }

  /** Runs the command with --json, and returns its output. */
  async json(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts a service on a free port; the test need not stop it. */
  async serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Service> {
    const run = runInProcess(['serve', '--port', '0', '--json', ...args], { env });
    const { ended, signal, stderr, stdout } = run;
    const isPrinted = once(stdout, 'printed').then(() => true);
    if (!(await Promise.race([isPrinted, ended.then(() => false)]))) {
      throw new Error(`serve ended: ${stderr.text}`);
    }
    this.#services.add(run);
    const stop = async (name: StopSignal = 'SIGTERM') => {
      signal(name);
      return await ended;
    };
    return { ...(JSON.parse(stdout.text) as Started), log: () => stderr.text, stop };
  }

  /** Starts the real command; the test need not stop it. */
  start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.#folder,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    this.#processes.add(child);
    child.once('close', () => this.#processes.delete(child));
    return child;
  }

  /** The same as `run`, with the real command. */
  async runReal(args: readonly string[], { stdin = '', env = {} }: RunOptions = {}): Promise<Outcome> {
    const child = this.start(args, env);
    // On a busy machine a command that reads no input has ended before it is given.
    child.stdin?.on('error', () => {}).end(stdin);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'close'),
    ]);
    return { code: code as number | null, stdout, stderr };
  }

  /** The same as `serve`, with the real command. */
  async serveReal(args: readonly string[] = [], env: Record<string, string> = {}): Promise<RealService> {
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
    const stop = async (signal: StopSignal = 'SIGTERM') => {
      process.kill(signal);
      return (await once(process, 'close'))[0] as number | null;
    };
    return { process, ...((await started) as Started), log: () => log, stop };
  }
}

type StopSignal = 'SIGINT' | 'SIGTERM';

interface Started {
  readonly url: string;
  /** Where metrics are shown, if they are. */
  readonly metricsUrl?: string;
  /** The page, as the admin of the demo. */
  readonly signInUrl?: string;
  readonly adminToken: string;
  readonly userToken: string;
}

export interface Service extends Started {
  log(): string;
  /** Asks it to stop, and waits for its exit code. */
  stop(signal?: StopSignal): Promise<number | null>;
}

export interface RealService extends Service {
  readonly process: ChildProcess;
}
