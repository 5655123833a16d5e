import { fold } from './fold.js';

/**
 * Texts that people write without a place, and parts of the world (United Nations, M49). Some are also names of towns, such
 * as `None` in Piedmont and `Same` in Tanzania. With an area they mean the towns.
 */
export const NO_PLACES: ReadonlySet<string> = new Set(
  (
    'none,null,nil,nan,unknown,undefined,not known,n/a,na,tba,tbd,tbc,same,same as above,ditto,test,testing,xxx,xx,abc,asdf,foo,' +
    'home,office,remote,online,virtual,anywhere,nowhere,somewhere,everywhere,various,other,others,any,all,worldwide,global,' +
    'international,address,city,town,country,state,region,location,place,street,building,room,floor,here,there,moon,mars,' +
    'africa,america,the americas,antarctica,arctic,asia,asia pacific,apac,emea,latam,mena,dach,benelux,australasia,oceania,' +
    'europe,european union,eu,eurasia,polynesia,melanesia,caribbean,central america,central asia,latin america,' +
    'north america,south america,north africa,south asia,southeast asia,east asia,western europe,eastern europe,' +
    'middle east,scandinavia,balkans,north pole,south pole,sahara,siberia,black forest,atlantic,pacific'
  )
    .split(',')
    .map(fold),
);
