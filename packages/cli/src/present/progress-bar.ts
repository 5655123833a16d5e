import { type OnProgress, type Progress, ResultAsync } from '@ops-admin/core';
import { counted, withThousands } from '../bulk/with-thousands.js';
import { type Io, isTerminal, widthOf } from '../io.js';
import type { Messages } from '../messages.js';

const BAR_CHARACTERS = 24;
const USUAL_WIDTH_CHARACTERS = 80;
const REDRAWN_AFTER_MS = 100;
/** Before this, and before this share, nobody knows how long the rest takes. */
const KNOWN_AFTER_MS = 3000;
const KNOWN_FROM_SHARE = 0.02;

/** What each step is called, and what it counts. */
const STEPS: Record<Progress['step'], readonly [name: string, one: string, many?: string]> = {
  pages: ['copying the file', 'page'],
  records: ['copying', 'record'],
  'records-again': ['reading the copy', 'record'],
  damage: ['looking for damage', ''],
  users: ['comparing users', 'user'],
  entries: ['verifying the audit log', 'entry', 'entries'],
};

/** A line at the bottom of a terminal that shows how far work is; nothing without a terminal. */
export class ProgressBar {
  readonly #out: Messages;
  readonly #isShown: boolean;
  readonly #nowMs: () => number;
  #step: string | undefined;
  /** When the step was first drawn, and the share that was done then. */
  #began = { atMs: 0, share: 0 };
  #drawnMs: number | undefined;

  constructor({ env, stderr }: Pick<Io, 'env' | 'stderr'>, nowMs: () => number = () => performance.now()) {
    this.#out = stderr;
    this.#nowMs = nowMs;
    this.#isShown = isTerminal(stderr) && env.TERM !== 'dumb';
  }

  /** Draws how many rows are done, and the share of the whole that this is, if that is known. */
  draw(rows: number, share: number | undefined): void {
    this.#draw('', counted(rows, 'row'), share);
  }

  /** Draws a step of work. */
  readonly show: OnProgress = ({ done, step, total }) => {
    const [name, one, many] = STEPS[step];
    const count = done === undefined ? '' : counted(done, one, many);
    this.#draw(name, count, done !== undefined && total ? done / total : undefined);
  };

  /** Makes room for other lines. */
  readonly erase = (): void => {
    if (this.#drawnMs !== undefined) this.#out.eraseLine();
    this.#drawnMs = undefined;
  };

  #draw(step: string, count: string, of: number | undefined): void {
    if (!this.#isShown) return;
    const now = this.#nowMs();
    const share = of && Math.min(of, 1);
    if (step !== this.#step) {
      this.#step = step;
      this.#began = { atMs: now, share: share ?? 0 };
    } else if (this.#drawnMs !== undefined && now - this.#drawnMs < REDRAWN_AFTER_MS) return;
    this.#drawnMs = now;
    const left = share === undefined ? undefined : this.#timeLeft(now, share);
    const percent = share === undefined ? '' : `${Math.floor(share * 100)}%`;
    const after = [percent, [count, left].filter(Boolean).join(', ')].filter(Boolean).join('  ');
    const width = (widthOf(this.#out) ?? USUAL_WIDTH_CHARACTERS) - 1;
    const bar = share === undefined ? '' : barOf(share, width - step.length - after.length - 2 - 2);
    this.#out.eraseLine();
    // What is wider would not be erased as a whole.
    this.#out.write([step, bar, after].filter(Boolean).join(' ').slice(0, width));
  }

  #timeLeft(now: number, share: number): string | undefined {
    const [tookMs, won] = [now - this.#began.atMs, share - this.#began.share];
    if (tookMs < KNOWN_AFTER_MS || won < KNOWN_FROM_SHARE) return undefined;
    const seconds = Math.ceil(((tookMs / won) * (1 - share)) / 1000);
    return seconds < 60 ? `${seconds} s left` : `${withThousands(Math.ceil(seconds / 60))} min left`;
  }
}

function barOf(share: number, room: number): string {
  const width = Math.max(0, Math.min(BAR_CHARACTERS, room));
  const done = Math.floor(share * width);
  return width > 0 ? `[${'#'.repeat(done)}${'-'.repeat(width - done)}]` : '';
}

/** Does work that says how far it is, shows that on a terminal, and takes it away at the end. */
export function withProgress<T, E>(
  io: Io,
  work: (bar: Pick<ProgressBar, 'erase' | 'show'>) => ResultAsync<T, E>,
): ResultAsync<T, E> {
  const bar = new ProgressBar(io);
  const done = async () => {
    try {
      return await work(bar);
    } finally {
      bar.erase();
    }
  };
  return new ResultAsync(done());
}
