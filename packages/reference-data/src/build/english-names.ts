/**
 * Conventional English names of towns that GeoNames has under the local name (United States Board on Geographic Names;
 * Merriam-Webster's Geographical Dictionary), by country and GeoNames' name. They weigh as much as that; without this table
 * they would be no more than one of the town's many other names, and `Odessa` a town in Texas.
 */
export const ENGLISH_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['BE Antwerpen', ['Antwerp']],
  ['BE Brugge', ['Bruges']],
  ['BE Gent', ['Ghent']],
  ['BE Leuven', ['Louvain']],
  ['BE Mechelen', ['Malines']],
  ['CH Basel', ['Basle']],
  ['CH Bern', ['Berne']],
  ['CH Genève', ['Geneva']],
  ['CH Luzern', ['Lucerne']],
  ['DE Braunschweig', ['Brunswick']],
  ['DE Hannover', ['Hanover']],
  ['DE Köln', ['Cologne']],
  ['DE Nürnberg', ['Nuremberg']],
  ['ES A Coruña', ['Corunna']],
  ['ES Sevilla', ['Seville']],
  ['ES Zaragoza', ['Saragossa']],
  ['GR Thessaloníki', ['Salonica', 'Salonika']],
  ['IT Livorno', ['Leghorn']],
  ['IT Mantova', ['Mantua']],
  ['IT Padova', ['Padua']],
  ['IT Siracusa', ['Syracuse']],
  ['MY Kuala Lumpur', ['KL']],
  ['PA Panamá', ['Panama City']],
  ['PL Kraków', ['Cracow']],
  ['PT Porto', ['Oporto']],
  ['SE Göteborg', ['Gothenburg']],
  ['UA Kharkiv', ['Kharkov']],
  ['UA Odesa', ['Odessa']],
  ['US Washington', ['DC']],
]);
