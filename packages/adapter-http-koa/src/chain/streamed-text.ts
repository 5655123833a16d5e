import { Readable } from 'node:stream';
import type { AppContext } from '../app-context.js';
import { nextTurn } from '../server/is-its-turn.js';

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

/** What a piece and its buffers can hold, for the bound of answers that wait to be read. */
export const STREAMED_BYTES = 4_194_304;

/** Answers with the pieces as they are read. Emits `progress` on the response whenever one was taken. */
export function sendStreamed(ctx: AppContext, { contentType, pieces }: StreamedText): void {
  const { res } = ctx;
  const taken = async function* (): AsyncGenerator<string, void> {
    for await (const piece of pieces) {
      res.emit('progress');
      yield piece;
      // A kernel that takes everything at once, and a store that answers at once, would leave nobody else a turn.
      await nextTurn();
    }
  };
  ctx.set('Content-Type', contentType);
  ctx.body = Readable.from(taken(), { highWaterMark: 1 });
}
