/**
 * Conventional English names, and common abbreviations, of towns that GeoNames has under another name (United States Board
 * on Geographic Names; Merriam-Webster's Geographical Dictionary; Duden), by country and GeoNames' name. They have the same
 * weight as that name. Without this table they would be some of the town's many other names, and `Odessa` would be a town in
 * Texas.
 */
export const ENGLISH_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['BE Leuven', ['Louvain']],
  ['BE Mechelen', ['Malines']],
  ['AU Melbourne', ['Melb']],
  ['US Baltimore', ['Balt']],
  ['IN Hyderabad', ['Hyd']],
  ['BE Brussels', ['Bruxelles-Midi', 'Brussel-Zuid']],
  ['GR Thessaloníki', ['Θεσσαλονίκης', 'Salonica', 'Salonika']],
  ['SG Singapore', ['S’pore']],
  ['CH Basel', ['Basle']],
  ['CH Bern', ['Berne']],
  ['CO Bogotá', ['Bogotá D.C.', 'Bogotá, D.C.']],
  ['DE Braunschweig', ['Brunswick']],
  ['DE Frankfurt am Main', ['Frankfurt', 'Frankfurt a.M.', 'Frankfurt/M', 'Ffm']],
  ['DE Freiburg', ['Freiburg i. Br.', 'Freiburg/Br.']],
  ['DK Copenhagen', ['Kbh', 'Kbh K', 'Kbh N', 'Kbh NV', 'Kbh S', 'Kbh SV', 'Kbh V', 'Kbh Ø']],
  ['ES A Coruña', ['Corunna']],
  ['ES Zaragoza', ['Saragossa']],
  ['JP Osaka', ['Shin-Osaka']],
  ['JP Yokohama', ['Shin-Yokohama']],
  ['ID Jakarta', ['Jakpus', 'Jaksel', 'Jakbar', 'Jaktim', 'Jakut']],
  ['IT Livorno', ['Leghorn']],
  ['MT Valletta', ['Il-Belt Valletta']],
  ['MY Kuala Lumpur', ['KL']],
  ['MY Petaling Jaya', ['PJ']],
  ['PL Kraków', ['Cracow']],
  ['PT Porto', ['Oporto']],
  ['SE Stockholm', ['Sthlm']],
  ['SE Gothenburg', ['Gbg']],
  ['FI Helsinki', ['Hki']],
  ['NO Trondheim', ['Trh']],
  ['HU Budapest', ['Bp']],
  ['FR Bordeaux', ['Bdx']],
  ['NL Rotterdam', ['R’dam', 'Rdam']],
  ['ZA Pietermaritzburg', ['PMB']],
  ['GB Birmingham', ['B’ham']],
  ['GB Liverpool', ['L’pool']],
  ['IN Mangaluru', ['M’lore']],
  ['IN Thiruvananthapuram', ['T’puram', 'Tvm']],
  ['TZ Dar es Salaam', ['D’Salaam']],
  ['HN Tegucigalpa', ['Tegus']],
  ['EC Guayaquil', ['Gye']],
  ['US Indianapolis', ['Indpls', 'Indy']],
  ['US Jacksonville', ['Jax']],
  ['US Minneapolis', ['Mpls']],
  ['US Philadelphia', ['Philly']],
  ['US St. Petersburg', ['St. Pete']],
  ['US Pittsburgh', ['Pgh']],
  ['US Cincinnati', ['Cinti', 'Cincy']],
  ['RU Moscow', ['Мск']],
  ['RU Yekaterinburg', ['Екб']],
  ['TH Bangkok', ['กทม']],
  ['UA Kharkiv', ['Kharkov']],
  ['UA Odesa', ['Odessa']],
  ['US Washington', ['DC']],
  ['VN Ho Chi Minh City', ['HCMC', 'TP HCM']],
  ['AR Buenos Aires', ['Bs As', 'BsAs', 'CABA', 'Ciudad Autónoma de Buenos Aires', 'Capital Federal']],
  ['CL Santiago', ['Santiago de Chile', 'Stgo', 'Las Condes']],
  ['MX Mexico City', ['CDMX', 'Ciudad de México', 'México D.F.', 'Mexico DF']],
  ['US New York City', ['NYC']],
  ['NL Amsterdam', ['Schiphol', 'A’dam']],
  ['ZA Johannesburg', ['Sandton', 'Rosebank', 'Joburg', 'Jozi', 'Jhb']],
  ['ID Yogyakarta', ['Jogja', 'Jogjakarta']],
  ['CL Viña del Mar', ['Viña']],
  // A town since 2002; its former towns are still written in addresses.
  ['CA Saguenay', ['Chicoutimi', 'Jonquière']],
  ['CA Québec', ['Quebec City', 'Ville de Québec']],
  [
    'HK Hong Kong',
    ['Hong Kong SAR', 'Hong Kong Special Administrative Region', 'HK', 'New Territories', '新界'],
  ],
  ['MO Macau', ['Macau SAR', 'Macao SAR']],
  ['DE Frankfurt (Oder)', ['Frankfurt/Oder', 'Frankfurt/O.', 'Frankfurt a.d.O.', 'Frankfurt a. d. O.']],
  ['IN Bengaluru', ["B'lore"]],
  ['IN Hyderabad', ['హైదరాబాద్']],
  ['MM Mandalay', ['မန္တလေး', 'မန္တလေးမြို့']],
  ['PK Rawalpindi', ['راولپنڈی', 'Pindi']],
  ['ET Addis Ababa', ['Addis']],
  ['PH Quezon City', ['QC']],
  ['SD Khartoum', ['الخرطوم']],
  ['SA Mecca', ['مكة المكرمة']],
  ['TW Banqiao', ['New Taipei', 'New Taipei City', '新北市']],
]);

/**
 * The well-known English names of towns that GeoNames writes otherwise, by country and GeoNames' name: exonyms, names without a quarter
 * or a second town, and newer spellings (United States Board on Geographic Names). They are what an answer says, and the other
 * name stays one by which the town is found.
 */
export const WRITTEN_NAMES: ReadonlyMap<string, string> = new Map([
  ['BE Brugge', 'Bruges'],
  ['BE Gent', 'Ghent'],
  ['CH Luzern', 'Lucerne'],
  ['CN Zhu Cheng City', 'Zhucheng'],
  // Without the river it would be called like the larger one.
  ['DE Frankfurt (Oder)', 'Frankfurt (Oder)'],
  ['DE Hannover', 'Hanover'],
  ['DE Köln', 'Cologne'],
  ['DK Århus', 'Aarhus'],
  ['EG Al ‘Āshir min Ramaḑān', '10th of Ramadan City'],
  ['ES Sevilla', 'Seville'],
  ['ES Gasteiz / Vitoria', 'Vitoria-Gasteiz'],
  ['ES Vitoria', 'Vitoria-Gasteiz'],
  ['ET Awasa', 'Hawassa'],
  ["ET Mek'ele", 'Mekelle'],
  ['ET Nazrēt', 'Adama'],
  ['GB Ellesmere Port Town', 'Ellesmere Port'],
  ['GR Irákleion', 'Heraklion'],
  ['GR Pátra', 'Patras'],
  ['GR Ródos', 'Rhodes'],
  ['GR Thessaloníki', 'Thessaloniki'],
  ['IL Petaẖ Tiqva', 'Petah Tikva'],
  ['IL Rishon LeTsiyyon', 'Rishon LeZion'],
  ['IQ Basrah', 'Basra'],
  ['IT Mantova', 'Mantua'],
  ['IT Siracusa', 'Syracuse'],
  ['KZ Shevchenko', 'Aktau'],
  ['MN Darhan', 'Darkhan'],
  ['MN Ulan Bator', 'Ulaanbaatar'],
  ['MX León de los Aldama', 'León'],
  ['NL Almere Stad', 'Almere'],
  ['PA Panamá', 'Panama City'],
  ['RU Rostov-na-Donu', 'Rostov-on-Don'],
  ['SA Madinah', 'Medina'],
  ['SA Makkah', 'Mecca'],
  ['SE Göteborg', 'Gothenburg'],
  ['TH Mueang Nonthaburi', 'Nonthaburi'],
  ['TW Chang-hua', 'Changhua'],
  ['UA Kryvyy Rih', 'Kryvyi Rih'],
  ['UA Makiyivka', 'Makiivka'],
  ['UA Mykolayiv', 'Mykolaiv'],
  ['UA Vinnytsya', 'Vinnytsia'],
  ['UA Zaporizhzhya', 'Zaporizhzhia'],
  ['US Lexington-Fayette', 'Lexington'],
  ['US New York City', 'New York'],
]);

// Countries where GeoNames adds `City` to names that do without it.
const WITH_CITY = new Set(['AE', 'AU', 'CN', 'ID', 'KR', 'NZ', 'PH', 'TW']);
const BELONGS = new Set(['Cebu City', 'Quezon City']);

/**
 * A town's well-known name, without a suffix of administration: `Cologne`, `New York`, `Makati`, `Suwon`; but `Quezon City`,
 * `Kansas City`.
 */
export function commonTownName(country: string, name: string, others: readonly string[]): string {
  const written = WRITTEN_NAMES.get(`${country} ${name}`);
  if (written !== undefined) return written;
  const bare = name.replace(/^(\p{L}{2,})-(?:si|shi)$/u, '$1');
  if (bare !== name && ['JP', 'KP', 'KR'].includes(country)) return bare;
  const rest = name.replace(/ City$/, '');
  return WITH_CITY.has(country) && !BELONGS.has(name) && others.includes(rest) ? rest : name;
}
