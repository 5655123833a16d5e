import {
  ALGERIA,
  EGYPT,
  IRAQ,
  JORDAN,
  SAUDI_ARABIA,
  SYRIA,
  TUNISIA,
  UNITED_ARAB_EMIRATES,
} from './arabic.js';
import type { AreaTable } from './area-table.js';
import { CHINA, JAPAN, SOUTH_KOREA } from './east-asia.js';
import { BELARUS, BULGARIA, GREECE, KAZAKHSTAN, POLAND, UKRAINE } from './eastern-europe.js';
import { CANADA, MEXICO, UNITED_STATES } from './north-america.js';
import { ARGENTINA, COLOMBIA, INDIA, PHILIPPINES, SOUTH_AFRICA, VIETNAM } from './rest-of-the-world.js';
import { RUSSIA } from './russia.js';
import { UNITED_KINGDOM } from './united-kingdom.js';
import { AUSTRIA, FRANCE, GERMANY, IRELAND, ITALY, PORTUGAL, SPAIN } from './western-europe.js';

/** The tables of all countries that have one. */
export const AREA_TABLES: readonly AreaTable[] = [
  ...[
    ALGERIA,
    ARGENTINA,
    AUSTRIA,
    BELARUS,
    BULGARIA,
    CANADA,
    CHINA,
    COLOMBIA,
    EGYPT,
    FRANCE,
    GERMANY,
    GREECE,
    INDIA,
  ],
  ...[
    IRAQ,
    IRELAND,
    ITALY,
    JAPAN,
    JORDAN,
    KAZAKHSTAN,
    MEXICO,
    PHILIPPINES,
    POLAND,
    PORTUGAL,
    RUSSIA,
    SAUDI_ARABIA,
  ],
  ...[SOUTH_AFRICA, SOUTH_KOREA, SPAIN, SYRIA, TUNISIA, UKRAINE, UNITED_ARAB_EMIRATES, UNITED_KINGDOM],
  ...[UNITED_STATES, VIETNAM],
];
