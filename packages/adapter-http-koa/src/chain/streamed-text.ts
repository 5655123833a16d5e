import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '../app-context.js';
import type { Problem, ServerFailure } from '../problem.js';

/**
 * An answer in pieces, each made once the one before is taken: one of any size takes little memory. If a piece fails, the connection is
 * cut, so that nobody takes a part for the whole.
 */
export class StreamedText {
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;

  constructor(contentType: string, pieces: AsyncIterable<string>) {
    this.contentType = contentType;
    this.pieces = pieces;
  }
}

/** How long an answer goes on before the caller's access is judged again, in milliseconds. */
const JUDGED_EVERY_MS = 1_000;

/** Answers with the pieces as they are read. `judge` says what the caller's access lacks; then the connection is cut. */
export function sendStreamed(
  ctx: AppContext,
  { contentType, pieces }: StreamedText,
  judge: () => Promise<Problem | ServerFailure | undefined>,
): void {
  const judged = async function* (): AsyncGenerator<string, void> {
    let judgedAt = performance.now();
    for await (const piece of pieces) {
      if (performance.now() - judgedAt > JUDGED_EVERY_MS) {
        if (await judge()) throw new Error('the caller lost access while the answer was sent');
        judgedAt = performance.now();
      }
      yield piece;
      // A kernel that takes everything immediately, and a store that answers so, would leave others no turn of the event loop.
      await setImmediate();
    }
  };
  ctx.set('Content-Type', contentType);
  ctx.body = Readable.from(judged(), { highWaterMark: 1 });
}
