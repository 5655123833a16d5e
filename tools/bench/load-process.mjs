import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The other end of `load.mjs`. */
export class LoadProcess {
  #child = fork(join(import.meta.dirname, 'load.mjs'));

  /** Sends the requests of a job, and resolves with what was measured. */
  async run(job) {
    this.#child.send(job);
    const done = new AbortController();
    const hear = (event) => once(this.#child, event, { signal: done.signal });
    const ended = hear('exit').then(() => [{ error: 'the load process has ended' }]);
    ended.catch(() => {});
    try {
      const [told] = await Promise.race([hear('message'), ended]);
      if (told.error !== undefined) throw new Error(told.error);
      return told.result;
    } finally {
      done.abort();
    }
  }

  end() {
    if (this.#child.connected) this.#child.disconnect();
  }
}
