import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that follows the audit log with the client, and the entries it has printed so far. */
export class FeedReader {
  /** The ids of the entries, in the order in which they came. */
  readonly ids: number[] = [];
  readonly #process: ReturnType<typeof spawn>;

  constructor(url: string, token: string, after: number) {
    const worker = new URL('./feed-worker.ts', import.meta.url).pathname;
    this.#process = spawn(process.execPath, [worker, url, `${after}`], {
      env: { OPS_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    this.#process.stdout?.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n');
      // An incomplete line does not count as printed.
      rest = lines.pop() ?? '';
      this.ids.push(...lines.map(Number));
    });
  }

  async kill(): Promise<void> {
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
