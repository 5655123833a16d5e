import type { AreaTable } from './area-table.ts';

/** The capital's own district, and provinces as letters abbreviate them. */
export const ARGENTINA: AreaTable = {
  country: 'AR',
  source: 'Constitución de la Nación Argentina, artículo 129; Correo Argentino',
  names: {
    'CABA, C A B A, Ciudad Autónoma de Buenos Aires, Capital Federal, Cap Fed, Distrito Federal': '07',
    'Provincia de Buenos Aires, Pcia de Buenos Aires, Prov de Buenos Aires, Pcia de Bs As': '01',
    'Santa Fé, Sta Fe': '21',
    'Santiago del Estero, Sgo del Estero': '22',
    'Tierra del Fuego': '23',
  },
  abbreviations: { 'Bs As': '01 07', PBA: '01', Cba: '05', Mza: '13', 'E Ríos': '08', Tuc: '24', Nqn: '15' },
};

/** The region of the capital, and the numbers of the regions, official until 2018. */
export const CHILE: AreaTable = {
  country: 'CL',
  source: 'Ley 19.175 orgánica constitucional; Biblioteca del Congreso Nacional',
  names: { 'Región Metropolitana, RM, Metropolitana': '12', 'Bío Bío, Octava Región': '06' },
  abbreviations: Object.fromEntries(
    'I 15,II 03,III 05,IV 07,V 01,VI 08,VII 11,VIII 06,IX 04,X 14,XI 02,XII 10,XIV 17,XV 16,XVI 18'
      .split(',')
      .map((row) => row.split(' '))
      .map(([number, area = '']) => [`${number} Región, Región ${number}`, area]),
  ),
};

/** The capital's own district. */
export const COLOMBIA: AreaTable = {
  country: 'CO',
  source: 'Constitución Política de Colombia, artículo 322; DANE, Divipola',
  names: { 'Bogotá D C, Bogotá, Distrito Capital, DC': '34', Cundinamarca: '33 34' },
};

/** States under former and shortened names, in Hindi and in their own languages. */
export const INDIA: AreaTable = {
  country: 'IN',
  source: 'Constitution of India, first schedule, and its amendments; India Post',
  names: {
    Orissa: '21',
    Uttaranchal: '39',
    Pondicherry: '22',
    Chattisgarh: '37',
    Tamilnadu: '25',
    'Andhra, Andhra Pradesh': '02',
    'NCT of Delhi, Delhi NCR': '07',
    'Jammu & Kashmir': '12',
    'पश्चिम बंगाल, পশ্চিমবঙ্গ': '28',
    'उत्तर प्रदेश': '36',
    त्रिपुरा: '26',
    'तेलंगाना, తెలంగాణ': '40',
    'तमिलनाडु, தமிழ்நாடு': '25',
    सिक्किम: '29',
    राजस्थान: '24',
    'पंजाब, ਪੰਜਾਬ': '23',
    पुदुच्चेरी: '22',
    'ओडिशा, ଓଡ଼ିଶା': '21',
    मेघालय: '18',
    मणिपुर: '17',
    महाराष्ट्र: '16',
    'मध्य प्रदेश': '35',
    'केरल, കേരളം': '13',
    'कर्नाटक, ಕರ್ನಾಟಕ': '19',
    'जम्मू और कश्मीर': '12',
    'हिमाचल प्रदेश': '11',
    हरियाणा: '10',
    'गुजरात, ગુજરાત': '09',
    गोवा: '33',
    दिल्ली: '07',
    बिहार: '34',
    'असम, অসম': '03',
    'आन्ध्र प्रदेश, आंध्र प्रदेश, ఆంధ్ర ప్రదేశ్': '02',
    छत्तीसगढ़: '37',
    'झारखण्ड, झारखंड': '38',
    'उत्तराखण्ड, उत्तराखंड': '39',
  },
  abbreviations: {
    UT: '05 22',
    'U P': '36',
    'M P': '35',
    'A P': '02',
    'T N': '25',
    'W B': '28',
    'H P': '11',
    'J & K': '12',
    Mah: '16',
    Guj: '09',
    Karn: '19',
    Raj: '24',
  },
};

/** Regions in Georgian. */
export const GEORGIA: AreaTable = {
  country: 'GE',
  source: 'National Statistics Office of Georgia',
  names: {
    აფხაზეთი: '02',
    აჭარა: '04',
    თბილისი: '51',
    გურია: '65',
    იმერეთი: '66',
    კახეთი: '67',
    'ქვემო ქართლი': '68',
    'მცხეთა-მთიანეთი': '69',
    'რაჭა-ლეჩხუმი და ქვემო სვანეთი': '70',
    'სამეგრელო-ზემო სვანეთი': '71',
    'სამცხე-ჯავახეთი': '72',
    'შიდა ქართლი': '73',
  },
};

/** Provinces of before July 2025 in those that took them up. */
export const VIETNAM: AreaTable = {
  country: 'VN',
  source: 'Resolution 202/2025/QH15 of the National Assembly of Vietnam',
  names: {
    'Hà Giang': '08',
    'Yên Bái': '15',
    'Bắc Kạn': '19',
    'Vĩnh Phúc, Hòa Bình': '25',
    'Bắc Giang': '24',
    'Thái Bình': '33',
    'Hải Dương': '31',
    'Hà Nam, Nam Định': '37',
    'Quảng Bình': '44',
    'Quảng Nam': '48',
    'Kon Tum': '51',
    'Bình Định': '52',
    'Ninh Thuận': '56',
    'Phú Yên': '66',
    'Đắk Nông, Bình Thuận': '68',
    'Bình Phước': '75',
    'Bình Dương, Bà Rịa-Vũng Tàu, TP HCM, HCMC': '79',
    'Long An': '80',
    'Tiền Giang': '82',
    'Bến Tre, Trà Vinh': '86',
    'Kiên Giang': '91',
    'Sóc Trăng, Hậu Giang': '92',
    'Bạc Liêu': '96',
  },
};

/** Provinces as people abbreviate them, and those of before 1994. */
export const SOUTH_AFRICA: AreaTable = {
  country: 'ZA',
  source: 'Constitution of South Africa, section 103',
  names: {
    'KZN, Natal': '02',
    Transvaal: '06 07 09 10',
    'Orange Free State': '03',
    'Cape Province': '05 08 11',
  },
};

/** The region of the capital. */
export const PHILIPPINES: AreaTable = {
  country: 'PH',
  source: 'Presidential Decree 824 of 1975',
  names: { 'Metro Manila, NCR, Kalakhang Maynila': 'NCR' },
};

/** The capital's own district. */
export const DOMINICAN_REPUBLIC: AreaTable = {
  country: 'DO',
  source: 'Constitución de la República Dominicana, artículo 13',
  names: { 'Distrito Nacional': '34' },
  abbreviations: { DN: '34' },
};

/** The capital's own district. */
export const ECUADOR: AreaTable = {
  country: 'EC',
  source: 'Ley de Régimen para el Distrito Metropolitano de Quito',
  names: { 'Distrito Metropolitano, Distrito Metropolitano de Quito': '18' },
};

/** A province as letters abbreviate it. */
export const PAKISTAN: AreaTable = {
  country: 'PK',
  source: 'Constitution of Pakistan, article 1',
  names: { 'KPK, Khyber Pakhtoonkhwa, NWFP': '03' },
};

/** The capital's own district. */
export const HONDURAS: AreaTable = {
  country: 'HN',
  source: 'Constitución de la República de Honduras, artículo 295',
  names: { 'Distrito Central, Municipio del Distrito Central': '08' },
  abbreviations: { MDC: '08', DC: '08' },
};

/** The capital's own district. */
export const VENEZUELA: AreaTable = {
  country: 'VE',
  source: 'Constitución de la República Bolivariana de Venezuela, artículo 18',
  names: { 'Distrito Capital, Dtto Capital, Distrito Metropolitano': '25' },
};

/** States with their honorific. */
export const MALAYSIA: AreaTable = {
  country: 'MY',
  source: 'Pos Malaysia; constitutions of the states',
  names: {
    'Johor Darul Takzim': '01',
    'Kedah Darul Aman': '02',
    'Kelantan Darul Naim': '03',
    'Pahang Darul Makmur': '06',
    'Perak Darul Ridzuan': '07',
    'Selangor Darul Ehsan': '12',
    'Terengganu Darul Iman': '13',
  },
};

/** Provinces as they are shortened. */
export const INDONESIA: AreaTable = {
  country: 'ID',
  source: 'Kamus Besar Bahasa Indonesia',
  names: {
    Sumut: '26',
    Sumsel: '32',
    Sumbar: '24',
    Sulut: '31',
    Sultra: '22',
    Sulteng: '21',
    Sulsel: '38',
    Sulbar: '41',
    'NTT, Nusa Tenggara Timur': '18',
    'NTB, Nusa Tenggara Barat': '17',
    Malut: '29',
    Kaltim: '14',
    Kalteng: '13',
    Kalsel: '12',
    Kalbar: '11',
    Kaltara: '42',
    Jatim: '08',
    Jateng: '07',
    Jabar: '30',
    'Babel, Bangka Belitung': '35',
    Kepri: '40',
    'DIY, D.I. Yogyakarta': '10',
    'DKI, DKI Jakarta': '04',
  },
};
