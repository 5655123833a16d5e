/**
 * Conventional English names, and common abbreviations, of towns that GeoNames has under another name (United States Board
 * on Geographic Names; Merriam-Webster's Geographical Dictionary; Duden), by country and GeoNames' name. They have the same
 * weight as that name. Without this table they would be some of the town's many other names, and `Odessa` would be a town in
 * Texas.
 */
export const ENGLISH_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['BE Brugge', ['Bruges']],
  ['BE Gent', ['Ghent']],
  ['BE Leuven', ['Louvain']],
  ['BE Mechelen', ['Malines']],
  ['CH Basel', ['Basle']],
  ['CH Bern', ['Berne']],
  ['CH Luzern', ['Lucerne']],
  ['CO Bogotá', ['Bogotá D.C.', 'Bogotá, D.C.']],
  ['DE Braunschweig', ['Brunswick']],
  ['DE Frankfurt am Main', ['Frankfurt', 'Frankfurt a.M.', 'Frankfurt/M', 'Ffm']],
  ['DE Freiburg', ['Freiburg i. Br.', 'Freiburg/Br.']],
  ['DE Hannover', ['Hanover']],
  ['DE Köln', ['Cologne']],
  ['ES A Coruña', ['Corunna']],
  ['ES Sevilla', ['Seville']],
  ['ES Zaragoza', ['Saragossa']],
  ['GR Thessaloníki', ['Salonica', 'Salonika']],
  ['IT Livorno', ['Leghorn']],
  ['IT Mantova', ['Mantua']],
  ['IT Siracusa', ['Syracuse']],
  ['MY Kuala Lumpur', ['KL']],
  ['PA Panamá', ['Panama City']],
  ['PL Kraków', ['Cracow']],
  ['PT Porto', ['Oporto']],
  ['UA Kharkiv', ['Kharkov']],
  ['UA Odesa', ['Odessa']],
  ['US Washington', ['DC']],
  ['VN Ho Chi Minh City', ['HCMC', 'TP HCM']],
]);
