import type { PermissionOrder, Result } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';

/** What is asked for one user, with its line in a file, counted from 1. */
export interface OrderRow extends PermissionOrder {
  readonly line?: number;
}

/** A line of a file that asks for nothing that can be done. */
export interface InvalidRow {
  readonly line: number;
  /** Missing where not even that is a text. */
  readonly user?: string;
  readonly problem: string;
}

export type Row = OrderRow | InvalidRow;

/** Rows that follow each other. */
export interface RowBlock {
  readonly rows: readonly Row[];
  /** How much of the source was read for them and those before, in the unit of its `size`. */
  readonly position: number;
}

/** Where rows come from; the last block may be an error, behind which there is nothing. */
export type RowBlocks = AsyncGenerator<Result<RowBlock, InvalidInput>, void>;

export interface RowSource {
  readonly blocks: RowBlocks;
  /** What there is to read, in bytes or users; missing where nobody knows before the end. */
  readonly size?: number;
}

export function isOrder(row: Row): row is OrderRow {
  return !('problem' in row);
}
