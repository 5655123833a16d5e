import * as arabic from './arabic.ts';
import type { AreaTable } from './area-table.ts';
import * as eastAsia from './east-asia.ts';
import * as easternEurope from './eastern-europe.ts';
import * as northAmerica from './north-america.ts';
import * as northernEurope from './northern-europe.ts';
import * as restOfTheWorld from './rest-of-the-world.ts';
import * as russia from './russia.ts';
import * as unitedKingdom from './united-kingdom.ts';
import * as westernEurope from './western-europe.ts';

/** The tables of all countries that have one. */
export const AREA_TABLES: readonly AreaTable[] = [
  ...[arabic, eastAsia, easternEurope, northAmerica, northernEurope],
  ...[restOfTheWorld, russia, unitedKingdom, westernEurope],
].flatMap((file) => Object.values<AreaTable>(file));
