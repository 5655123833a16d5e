import { Buffer } from 'node:buffer';
import {
  CHANGES_PER_REQUEST,
  describeRefusal,
  ok,
  PERMISSION_MAX_LENGTH,
  type PermissionOrder,
  type PermissionOrders,
  parsePermission,
  parsePermissionList,
  type UnreadableOrder,
} from '@ops-admin/core';
import { batchesOf } from '../bulk/batches.js';
import type { Row, RowBlocks } from '../bulk/row.js';

/** The size of the changes in a body: 900 KiB; a reason and the name of a run fit into the rest. */
const CHANGES_MAX_BYTES = 896 * 1024;

/** Cuts rows so that each block fits into one request; the rows before an error come first. */
export async function* requestsOf(blocks: RowBlocks): RowBlocks {
  for await (const block of batchesOf(blocks, CHANGES_PER_REQUEST)) {
    if (block.isErr()) return yield block;
    const { position } = block.value;
    let rows: Row[] = [];
    let bytes = 0;
    for (const row of block.value.rows) {
      const added = bytesOf([row]);
      if (bytes + added > CHANGES_MAX_BYTES && rows.length > 0) {
        yield ok({ rows, position });
        [rows, bytes] = [[], 0];
      }
      rows.push(row);
      bytes += added;
    }
    yield ok({ rows, position });
  }
}

/** Whether all of this fits into one request. */
export function fitsRequest(orders: readonly Row[]): boolean {
  return orders.length <= CHANGES_PER_REQUEST && bytesOf(orders) <= CHANGES_MAX_BYTES;
}

/** An order as it is sent. */
export function changeOf({ permissions, user }: PermissionOrder): Omit<PermissionOrder, 'line'> {
  return { user, permissions };
}

/** The order, or why the service would refuse it with all others of its request. */
export function sendable(order: Row, action: PermissionOrders['action']): PermissionOrder | UnreadableOrder {
  if ('problem' in order) return order;
  const problem = problemWith(order, action);
  const { line, user } = order;
  return problem === undefined ? order : { user, problem, ...(line !== undefined && { line }) };
}

function problemWith(order: PermissionOrder, action: PermissionOrders['action']): string | undefined {
  const { permissions } = order;
  // As the service reads a list: adding a string off the pattern fails only its row there.
  const parsed = parsePermissionList('remove', permissions);
  if (parsed.isErr()) {
    const { path, problem } = parsed.error;
    const [index] = path;
    if (index === undefined) return `permissions ${problem}`;
    if (action === 'add')
      return parsePermission(permissions[Number(index)]).match(() => undefined, describeRefusal);
    return `a permission is longer than ${PERMISSION_MAX_LENGTH} characters, which requires the database`;
  }
  return bytesOf([order]) > CHANGES_MAX_BYTES
    ? 'is too long for a request; it requires the database'
    : undefined;
}

/** In JSON, each with a comma; rows that are never sent take nothing. */
function bytesOf(orders: readonly Row[]): number {
  return orders.reduce((bytes, order) => {
    return bytes + ('problem' in order ? 0 : Buffer.byteLength(JSON.stringify(changeOf(order))) + 1);
  }, 0);
}
