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

/** The region of the capital. */
export const CHILE: AreaTable = {
  country: 'CL',
  source: 'Ley 19.175 orgánica constitucional; Biblioteca del Congreso Nacional',
  names: { 'Región Metropolitana, RM, Metropolitana': '12', 'Bío Bío, Octava Región': '06' },
};

/** The capital's own district. */
export const COLOMBIA: AreaTable = {
  country: 'CO',
  source: 'Constitución Política de Colombia, artículo 322; DANE, Divipola',
  names: { 'Bogotá D C, Bogotá, Distrito Capital, DC': '34', Cundinamarca: '33 34' },
};

/** States under former and shortened names. */
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
  },
  abbreviations: {
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
