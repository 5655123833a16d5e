import type { AreaTable } from './area-table.ts';

/** Counties whose name GeoNames has in Irish, and those that are a county and a city. */
export const IRELAND: AreaTable = {
  country: 'IE',
  source: 'Local Government Act 2001, schedule 5',
  names: {
    'Cavan, County Cavan, Co Cavan': 'U.02',
    'Cork, County Cork, Co Cork': 'M.04 M.32',
    'Dublin, County Dublin, Co Dublin': 'L.33 L.34 L.35 L.39',
    'Galway, County Galway, Co Galway': 'C.10 C.36',
    'Limerick, County Limerick, Co Limerick': 'M.42',
    'Longford, County Longford, Co Longford': 'L.18',
    'Offaly, County Offaly, Co Offaly': 'L.23',
    'Waterford, County Waterford, Co Waterford': 'M.44',
  },
};

/** Regions in the languages of Belgium. */
export const BELGIUM: AreaTable = {
  country: 'BE',
  source: 'Constitution belge, article 3',
  names: {
    'Wallonie, Wallonië, Wallonien, Région wallonne': 'WAL',
    'Vlaanderen, Flandre, Flandern, Vlaams Gewest, Flemish Region': 'VLG',
    'Bruxelles-Capitale, Région de Bruxelles-Capitale, Brussels Region': 'BRU',
  },
};

/** Regions of before 2016, most of which are still named in addresses. */
export const FRANCE: AreaTable = {
  country: 'FR',
  source: 'Loi n° 2015-29 du 16 janvier 2015; Insee, Code officiel géographique',
  names: {
    'Provence, PACA, Côte d’Azur': '93',
    Alsace: '44.67 44.68',
    Lorraine: '44.54 44.55 44.57 44.88',
    'Champagne-Ardenne, Champagne': '44.08 44.10 44.51 44.52',
    Aquitaine: '75.24 75.33 75.40 75.47 75.64',
    Limousin: '75.19 75.23 75.87',
    'Poitou-Charentes, Poitou': '75.16 75.17 75.79 75.86',
    'Midi-Pyrénées': '76.09 76.12 76.31 76.32 76.46 76.65 76.81 76.82',
    'Languedoc-Roussillon, Languedoc, Roussillon': '76.11 76.30 76.34 76.48 76.66',
    Auvergne: '84.03 84.15 84.43 84.63',
    'Rhône-Alpes': '84.01 84.07 84.26 84.38 84.42 84.69 84.73 84.74',
    'Bourgogne, Burgundy': '27.21 27.58 27.71 27.89',
    'Franche-Comté': '27.25 27.39 27.70 27.90',
    'Picardie, Picardy': '32.02 32.60 32.80',
    'Nord-Pas-de-Calais': '32.59 32.62',
    'Haute-Normandie, Upper Normandy': '28.27 28.76',
    'Basse-Normandie, Lower Normandy': '28.14 28.50 28.61',
    'Pays Basque': '75.64',
    'Haute-Garonne': '76.31',
    'Corse-du-Sud': '94.2A',
    'Haute-Corse': '94.2B',
    Nord: '32.59',
    'Loir-et-Cher': '24.41',
    Corse: '94',
  },
};

/** Regions that people name in addition to the districts. */
export const PORTUGAL: AreaTable = {
  country: 'PT',
  source: 'Eurostat, NUTS 2 and 3; the provinces of 1936',
  names: {
    'Açores, Azores, Região Autónoma dos Açores, Ilha de São Miguel': '23',
    'Madeira, Região Autónoma da Madeira, Ilha da Madeira': '10',
    Algarve: '09',
    'Alentejo, Alto Alentejo, Baixo Alentejo': '03 08 16 19',
    Minho: '04 20',
    Ribatejo: '18',
    'Trás-os-Montes': '05 21',
    'Beira Alta': '11 22',
    'Beira Baixa': '06',
    'Beira Litoral': '02 07',
    'Douro Litoral': '17',
    Estremadura: '13 14',
  },
};

/** Regions in the languages of Spain and in English. */
export const SPAIN: AreaTable = {
  country: 'ES',
  source: 'Instituto Nacional de Estadística, Relación de comunidades autónomas y provincias; BOE',
  names: {
    'Comunidad Valenciana, Comunitat Valenciana, País Valencià': '60',
    'Vizcaya, Biscay': '59.BI',
    Guipúzcoa: '59.SS',
    'Álava, Araba': '59.VI',
    Gerona: '56.GI',
    Lérida: '56.L',
    'La Coruña, Coruña, A Coruña': '58.C',
    Orense: '58.OR',
    'Baleares, Islas Baleares, Mallorca, Majorca, Menorca, Ibiza': '07',
    'Canarias, Islas Canarias, Canary Islands': '53',
    'Tenerife, La Palma': '53.TF',
    'Gran Canaria, Lanzarote, Fuerteventura': '53.GC',
    'Castilla y León, Castile and León': '55',
    'Castilla-La Mancha, Castile-La Mancha': '54',
    'Cataluña, Catalunya, Catalogne, Katalonien, Catalogna, Catalonië': '56',
    'Andalousie, Andalusien, Andalusië': '51',
    'Galice, Galicien': '58',
    'Nafarroa, Navarra': '32',
    'Euskadi, País Vasco, Pais Vasco, Pays basque, Baskenland': '59',
  },
};

/** Provinces with more than one name. */
export const ITALY: AreaTable = {
  country: 'IT',
  source: 'Istat, Codici statistici delle unità amministrative territoriali',
  names: {
    'South Tyrol, Südtirol, Alto Adige': '17.BZ',
    'Trentino, Provincia autonoma di Trento': '17.TN',
    'Basilicata, Lucania': '02',
    'Calabre, Kalabrien': '03',
    'Campanie, Kampanien': '04',
    Latium: '07',
    'Ligurie, Ligurien': '08',
    'Lombardie, Lombardei, Lombardía, Lombardije': '09',
    'Piémont, Piemont, Piamonte': '12',
    'Pouilles, Apulien': '13',
    'Sardaigne, Sardinien, Cerdeña': '14',
    'Sicile, Sizilien': '15',
    'Toscane, Toskana': '16',
    'Ombrie, Umbrien': '18',
    'Vénétie, Venetien, Véneto': '20',
    'Marche, Le Marche': '10',
    'Friuli-Venezia Giulia, Friuli': '06',
    'Valle d’Aosta, Vallée d’Aoste': '19',
  },
};

/** States as people abbreviate them. */
export const GERMANY: AreaTable = {
  country: 'DE',
  source: 'Duden; Statistisches Bundesamt, Amtlicher Gemeindeschlüssel',
  names: {
    NRW: '07',
    'Meck-Pomm': '12',
    'Ba-Wü': '01',
    'Schleswig-Holstein': '10',
    Rheinland: '07 08',
    Westfalen: '07',
  },
};

/** States as people abbreviate them. */
export const AUSTRIA: AreaTable = {
  country: 'AT',
  source: 'Statistik Austria, Gemeindeliste; Österreichisches Wörterbuch',
  abbreviations: {
    'NÖ, Noe': '03',
    'OÖ, Ooe': '04',
    Stmk: '06',
    Ktn: '02',
    Sbg: '05',
    Bgld: '01',
    Vbg: '08',
  },
};
