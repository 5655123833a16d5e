import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** A server under test: a Node process that prints its address once it listens. */
export class ServerProcess {
  #child;
  url;

  constructor(child, url) {
    this.#child = child;
    this.url = url;
  }

  static async start(args, { cwd, env = {} } = {}) {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...withoutSettings(process.env), NODE_ENV: 'production', ...env },
      // A service that logs has to write; what it writes is nobody's concern here.
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = urlIn(child.stdout);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${args.join(' ')} ended with ${code} before it listened`);
    });
    ended.catch(() => {});
    return new ServerProcess(child, await Promise.race([url, ended]));
  }

  /** Resident memory in MB (millions of bytes); `undefined` where the system does not tell. */
  memory() {
    return this.#memory('VmRSS');
  }

  /** The most it has ever been. */
  peakMemory() {
    return this.#memory('VmHWM');
  }

  #memory(field) {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)[1]) * 1024) / 1e6;
    } catch {
      return undefined;
    }
  }

  /** Seconds of processor time of the main thread and of the others; `undefined` where the system does not tell. */
  processorTime() {
    try {
      const { pid } = this.#child;
      const seconds = { main: 0, others: 0 };
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        // Behind the name, which may hold anything: user and system time are the 12th and 13th, in 1/100 s.
        const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ');
        seconds[Number(thread) === pid ? 'main' : 'others'] +=
          (Number(fields[11]) + Number(fields[12])) / 100;
      }
      return seconds;
    } catch {
      return undefined;
    }
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exit;
  }
}

function urlIn(output) {
  return new Promise((resolve) => {
    let text = '';
    // Read to its end, because a service whose output nobody reads would stop.
    output.on('data', (chunk) => {
      text += chunk;
      const url = /http:[^\s"]+(?=[\s"])/.exec(text)?.[0];
      if (url !== undefined) resolve(url);
    });
  });
}

/** What the caller has set for a service of theirs must not reach the one that is measured, but for the log. */
function withoutSettings(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('OPS_') || name === 'OPS_LOG_LEVEL'),
  );
}
