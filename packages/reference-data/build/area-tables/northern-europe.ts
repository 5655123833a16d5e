import type { AreaTable } from './area-table.ts';

/** Regions in Danish as their own pages spell them. */
export const DENMARK: AreaTable = {
  country: 'DK',
  source: 'Danske Regioner; Lov om regioner, 2005',
  names: {
    'Hovedstaden, Region Hovedstaden, Bornholm': '17',
    'Midtjylland, Region Midtjylland': '18',
    'Nordjylland, Region Nordjylland': '19',
    'Sjælland, Region Sjælland': '20',
    'Syddanmark, Region Syddanmark, Fyn, Funen': '21',
  },
};

/** Counties whose name GeoNames has in English. */
export const ESTONIA: AreaTable = {
  country: 'EE',
  source: 'Eesti territooriumi haldusjaotuse seadus',
  names: { Tartumaa: '18', Saaremaa: '14', Läänemaa: '07' },
};

/** Counties that were united in 2018 and 2020; some were divided again in 2024. */
export const NORWAY: AreaTable = {
  country: 'NO',
  source: 'Stortinget, Innst. 385 S (2016–2017) og 315 S (2021–2022)',
  names: {
    Viken: '01 04 13',
    'Vestfold og Telemark': '17 20',
    'Troms og Finnmark': '05 18',
    'Hordaland, Sogn og Fjordane': '46',
    'Hedmark, Oppland': '34',
    'Aust-Agder, Vest-Agder': '42',
    'Sør-Trøndelag, Nord-Trøndelag': '21',
  },
};

/** Regions in Czech. */
export const CZECHIA: AreaTable = {
  country: 'CZ',
  source: 'Ústavní zákon č. 347/1997 Sb.; ISO 3166-2:CZ',
  names: {
    'Praha, Hlavní město Praha': '52',
    'Jihomoravský, Jihomoravský kraj, Jižní Morava, South Moravia': '78',
    'Jihočeský, Jihočeský kraj, South Bohemia': '79',
    'Vysočina, Kraj Vysočina': '80',
    'Karlovarský, Karlovarský kraj': '81',
    'Královéhradecký, Královéhradecký kraj': '82',
    'Liberecký, Liberecký kraj': '83',
    'Olomoucký, Olomoucký kraj': '84',
    'Moravskoslezský, Moravskoslezský kraj': '85',
    'Pardubický, Pardubický kraj': '86',
    'Plzeňský, Plzeňský kraj': '87',
    'Středočeský, Středočeský kraj': '88',
    'Ústecký, Ústecký kraj': '89',
    'Zlínský, Zlínský kraj': '90',
    'Čechy, Bohemia': '52 79 81 82 83 86 87 88 89',
    'Morava, Moravia': '78 80 84 85 90',
  },
};
