import * as arabic from './arabic.js';
import type { AreaTable } from './area-table.js';
import * as eastAsia from './east-asia.js';
import * as easternEurope from './eastern-europe.js';
import * as northAmerica from './north-america.js';
import * as northernEurope from './northern-europe.js';
import * as restOfTheWorld from './rest-of-the-world.js';
import * as russia from './russia.js';
import * as unitedKingdom from './united-kingdom.js';
import * as westernEurope from './western-europe.js';

/** The tables of all countries that have one. */
export const AREA_TABLES: readonly AreaTable[] = [
  ...[arabic, eastAsia, easternEurope, northAmerica, northernEurope],
  ...[restOfTheWorld, russia, unitedKingdom, westernEurope],
].flatMap((file) => Object.values<AreaTable>(file));
