import { type OnProgress, type Progress, ResultAsync } from '@ops-admin/core';
import { counted } from '../bulk/with-thousands.js';
import { type Io, isTerminal, widthOf } from '../io.js';
import type { Messages } from '../messages.js';

const USUAL_WIDTH_CHARACTERS = 80;
const REDRAWN_AFTER_MS = 100;

/** The name of each step, and the unit that it counts. */
const STEPS: Record<Progress['step'], readonly [name: string, one: string, many?: string]> = {
  pages: ['copying the file', 'page'],
  records: ['copying', 'record'],
  'records-again': ['reading the copy', 'record'],
  damage: ['looking for damage', ''],
  users: ['comparing users', 'user'],
  entries: ['verifying the audit log', 'entry', 'entries'],
};

/** A line at the bottom of a terminal that shows how far work is; nothing without a terminal. */
export class ProgressLine {
  readonly #out: Messages;
  readonly #isShown: boolean;
  #step: string | undefined;
  #drawnMs: number | undefined;

  constructor({ env, stderr }: Pick<Io, 'env' | 'stderr'>) {
    this.#out = stderr;
    this.#isShown = isTerminal(stderr) && env.TERM !== 'dumb';
  }

  draw(rows: number, total: number | undefined): void {
    this.#draw('', counted(rows, 'row'), total && rows / total);
  }

  readonly show: OnProgress = ({ done, step, total }) => {
    const [name, one, many] = STEPS[step];
    this.#draw(name, done === undefined ? '' : counted(done, one, many), total && (done ?? 0) / total);
  };

  readonly erase = (): void => {
    if (this.#drawnMs !== undefined) this.#out.eraseLine();
    this.#drawnMs = undefined;
  };

  #draw(step: string, count: string, share: number | undefined): void {
    const now = performance.now();
    const isRecent = this.#drawnMs !== undefined && now - this.#drawnMs < REDRAWN_AFTER_MS;
    if (!this.#isShown || (step === this.#step && isRecent)) return;
    this.#step = step;
    this.#drawnMs = now;
    const percent = share === undefined ? '' : `${Math.min(100, Math.floor(share * 100))}%`;
    const width = (widthOf(this.#out) ?? USUAL_WIDTH_CHARACTERS) - 1;
    this.#out.eraseLine();
    // A wider line would not be erased as a whole.
    this.#out.write([step, percent, count].filter(Boolean).join('  ').slice(0, width));
  }
}

/** Does work that reports how far it is, shows that on a terminal, and erases it at the end. */
export function withProgress<T, E>(
  io: Io,
  work: (line: Pick<ProgressLine, 'erase' | 'show'>) => ResultAsync<T, E>,
): ResultAsync<T, E> {
  const line = new ProgressLine(io);
  const done = async () => {
    try {
      return await work(line);
    } finally {
      line.erase();
    }
  };
  return new ResultAsync(done());
}
