import type { PlaceQuery } from '../address.js';
import type { service } from '../service.js';

/** The filters of the list of users, as they are in the address. */
export type UserQuery = PlaceQuery;

type Filter = Omit<Parameters<typeof service.listUsers>[0], 'start' | 'end'>;

/** The same, as the service takes them. */
export function filterOf({ department, how, right, search, sort, state }: UserQuery): Filter {
  return {
    ...(search && { search }),
    ...(department && { department }),
    ...(right && { [how === 'holds' ? 'holds' : 'grants']: right }),
    ...(state && { active: state === 'active' }),
    ...(isSort(sort) && { sort }),
  };
}

const isSort = (text: string | undefined): text is 'email' | 'department' =>
  text === 'email' || text === 'department';
