import { namesOfTowns } from './names.ts';

/**
 * Well-known quarters and boroughs of large towns that GeoNames does not list, by country and GeoNames' name of the town, separated by commas.
 * They say less than a place of that name: `Polanco, México`, but not `Polanco`.
 */
export const QUARTERS: ReadonlyMap<string, string> = namesOfTowns('quarter');

/** Islands that people write for the one town of size on them, in the same form. The names are own ones of that town. */
export const ISLANDS: ReadonlyMap<string, string> = namesOfTowns('island');
