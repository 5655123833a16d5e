import type { Input } from '@ops-admin/client';
import type { PlaceQuery } from '../address.js';
import { untilEndOf } from '../permissions/until-field.js';

/** The names of the filters, in the address and in requests. */
export const AUDIT_FILTERS = [
  'user',
  'actor',
  'action',
  'permission',
  'module',
  'reason',
  'batch',
  'since',
  'until',
  'source',
  'changed',
] as const;

export type AuditFilterName = (typeof AUDIT_FILTERS)[number];

type Filter = Omit<NonNullable<Input<'listAudit'>>, 'after' | 'before' | 'limit' | 'signal' | 'wait'>;

/** Returns the filters as the service takes them; days are whole, in the reader's time zone. */
export function auditFilterOf(query: PlaceQuery): Filter {
  const { action, changed, since, source, until } = query;
  const texts = (['user', 'actor', 'permission', 'module', 'reason', 'batch'] as const).flatMap((name) =>
    query[name] ? [[name, query[name]] as const] : [],
  );
  const start = new Date(`${since}T00:00`);
  return {
    ...Object.fromEntries(texts),
    ...(action && { action: action as NonNullable<Filter['action']> }),
    ...(source && { source: source as NonNullable<Filter['source']> }),
    ...(changed && { changed: changed === 'true' }),
    ...(since && !Number.isNaN(start.valueOf()) && { since: start.toISOString() }),
    ...(until && untilEndOf(until)),
  };
}
