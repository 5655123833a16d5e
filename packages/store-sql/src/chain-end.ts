import type { ChainEnd } from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import type { Sql } from './sql.js';

const CHAIN_END = `
  select c.total as id, e.digest, e.key_id as "keyId",
    case when e.id is not null then coalesce(e.signature, '') end as signature
  from counters c left join audit_entries e on e.id = c.total where c.name = 'audit_entries'`;

/**
 * Reads where the audit log ends; in a transaction that writes, its entries continue from there. Await it when the rest was asked.
 */
export function chainEnd(sql: Pick<Sql, 'first'>): Promise<ChainEnd> {
  const reading = sql.first<ChainEnd>(CHAIN_END).then((end) => {
    if (!end) throw new StoreFault('counters has lost a row');
    return end;
  });
  // The first failure rejects the transaction.
  reading.catch(() => {});
  return reading;
}
