import type { PermissionOrder, Result, UnreadableOrder } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { FileMistake, FileMistakes } from '../file-mistake.js';

/** What a line asks for, or why it asks for nothing that can be done. */
export type Row = PermissionOrder | UnreadableOrder;

/** Rows that follow each other. */
export interface RowBlock {
  readonly rows: readonly Row[];
  /** What makes the whole file useless; a file with one is refused before any row is done. */
  readonly mistakes?: readonly FileMistake[];
  /** How much of the source was read for them and those before, in the unit of its `size`. */
  readonly position: number;
}

/** Where rows come from; the last block may be an error, after which there is nothing. */
export type RowBlocks = AsyncGenerator<Result<RowBlock, InvalidInput | FileMistakes>, void>;

export interface RowSource {
  readonly blocks: RowBlocks;
  /** What there is to read, in bytes or users; missing where nobody knows before the end. */
  readonly size?: number;
}
