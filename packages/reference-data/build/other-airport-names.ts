import { airportNames } from '../dist/gazetteer/airport-words.js';
import { fold } from '../dist/gazetteer/fold.js';

/**
 * The names of large airports as signs, tickets and maps of their countries write them, without the word for an airport, by code. OurAirports
 * has hardly any in the scripts of East Asia, and few in Cyrillic.
 */
const LOCAL_NAMES: Readonly<Record<string, string>> = {
  BKK: 'สุวรรณภูมิ',
  CAN: '白云|白雲|广州白云',
  CDG: 'Roissy|Roissy CDG|Roissy Charles de Gaulle',
  CGK: 'Soekarno-Hatta|Soetta',
  CJU: '제주|濟州',
  CKG: '江北',
  CTS: '新千歳',
  CTU: '双流|雙流',
  DEL: 'इंदिरा गांधी',
  DME: 'Домодедово',
  DMK: 'ดอนเมือง',
  GMP: '김포|金浦',
  HGH: '萧山',
  HKG: '赤鱲角',
  HND: '羽田|東京羽田|羽田東京',
  ICN: '인천|仁川|서울인천',
  IKA: 'امام خمینی|امام',
  ITM: '伊丹',
  KBP: 'Бориспіль|Борисполь',
  KIX: '関西|關西|关西|関空',
  KMG: '长水',
  LED: 'Пулково',
  NGO: '中部|セントレア',
  NKG: '禄口',
  NRT: '成田|東京成田',
  PEK: '首都|北京首都',
  PKX: '大兴|大興|北京大兴',
  PUS: '김해|金海',
  PVG: '浦东|浦東|上海浦东',
  SAW: 'Sabiha Gökçen',
  SHA: '虹桥|虹橋|上海虹桥',
  SVO: 'Шереметьево',
  SVX: 'Кольцово',
  SZX: '宝安|寶安|深圳宝安',
  TFU: '天府',
  THR: 'مهرآباد',
  TLV: 'בן גוריון|נתב״ג|Ben Gurion',
  TPE: '桃園|桃园|臺灣桃園|台灣桃園',
  TSA: '台北松山|臺北松山',
  TSN: '滨海',
  VIE: 'Wien|Schwechat|Wien-Schwechat',
  VKO: 'Внуково',
  WAW: 'Chopin|Chopina|Okęcie',
  WUH: '天河',
  XIY: '咸阳',
  ZIA: 'Жуковский',
};

/** Further names of airports by code: local ones, and those keywords of OurAirports that say that they are names of airports. */
export function otherAirportNames(keywords: ReadonlyMap<string, string>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [code, text] of keywords) {
    const named = text.split(/[,;]/).filter((each) => airportNames(fold(each).split(' ')).length > 0);
    if (named.length > 0) names.set(code, named);
  }
  for (const [code, text] of Object.entries(LOCAL_NAMES))
    names.set(code, [...(names.get(code) ?? []), ...text.split('|')]);
  return names;
}
