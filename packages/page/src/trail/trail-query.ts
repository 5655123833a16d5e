import type { Input } from '@ops-admin/client';
import type { PlaceQuery } from '../address.js';

/** The filters of the trail, as they are in the address and as the service takes them. */
export const TRAIL_FILTERS = [
  'user',
  'actor',
  'permission',
  'module',
  'reason',
  'batch',
  'since',
  'until',
] as const;

type Filter = Omit<NonNullable<Input<'listAudit'>>, 'after' | 'before' | 'limit' | 'signal' | 'wait'>;

/** What to ask for; days are whole ones, in the reader's zone. */
export function trailFilterOf(query: PlaceQuery): Filter {
  const { action, changed, since, source, until, ...texts } = query;
  const given = TRAIL_FILTERS.flatMap((name) => (texts[name] ? [[name, texts[name]] as const] : []));
  return {
    ...Object.fromEntries(given),
    ...(action && { action: action as NonNullable<Filter['action']> }),
    ...(source && { source: source as NonNullable<Filter['source']> }),
    ...(changed && { changed: changed === 'true' }),
    ...(since && timeOf('since', since, '00:00:00.000')),
    ...(until && timeOf('until', until, '23:59:59.999')),
  };
}

function timeOf(name: 'since' | 'until', day: string, time: string): { [name: string]: string } {
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.valueOf()) ? {} : { [name]: moment.toISOString() };
}
