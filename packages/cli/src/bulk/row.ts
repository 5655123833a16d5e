import type { PermissionOrder, Result, UnreadableOrder } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { FileMistake, FileMistakes } from '../file-mistake.js';

/** The change that a line asks for, or why it is not valid. */
export type Row = PermissionOrder | UnreadableOrder;

/** Consecutive rows. */
export interface RowBlock {
  readonly rows: readonly Row[];
  /** Mistakes of the whole file: a file with one is refused before any row is done. */
  readonly mistakes?: readonly FileMistake[];
  /** How much of the source was read so far, in the unit of its `size`. */
  readonly position: number;
}

/** Where rows come from; the last block can be an error. */
export type RowBlocks = AsyncGenerator<Result<RowBlock, InvalidInput | FileMistakes>, void>;

export interface RowSource {
  readonly blocks: RowBlocks;
  /** The size of the source, in bytes or users; missing if unknown before the end. */
  readonly size?: number;
}
