import type { Socket } from 'node:net';
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
  /** An empty piece says that reading continues. */
  readonly pieces: AsyncIterable<string>;

  constructor(contentType: string, pieces: AsyncIterable<string>) {
    this.contentType = contentType;
    this.pieces = pieces;
  }
}

/** How often the caller's access is judged again while an answer is read or sent, in milliseconds. */
const JUDGED_EVERY_MS = 1_000;

/** Answers with the pieces as they are read. `judge` says what the caller's access lacks; then the connection is cut. */
export function sendStreamed(
  ctx: AppContext,
  { contentType, pieces }: StreamedText,
  judge: () => Promise<Problem | ServerFailure | undefined>,
): void {
  const { socket } = ctx.req;
  const stream = Readable.from(inTurns(pieces, socket), { highWaterMark: 1 });
  // By the time, and not between pieces: a piece can take long to read, and to be taken.
  const judgeLater = () => {
    const timer = setTimeout(async () => {
      const refused = await judge();
      if (refused) {
        stream.destroy(new Error('the caller lost access while the answer was sent'));
        // The stream first waits for the piece that is being read.
        socket.destroy();
      } else if (!stream.destroyed) judgeLater();
    }, JUDGED_EVERY_MS);
    stream.once('close', () => clearTimeout(timer));
  };
  judgeLater();
  // Before the first piece, Koa would answer with a text of its own.
  stream.once('error', () => socket.destroy());
  ctx.set('Content-Type', contentType);
  ctx.body = stream;
}

/** A kernel that takes everything immediately, and a store that answers so, would leave others no turn of the event loop. */
async function* inTurns(pieces: AsyncIterable<string>, socket: Socket): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    if (socket.destroyed) return;
    if (piece !== '') yield piece;
    await setImmediate();
  }
}
