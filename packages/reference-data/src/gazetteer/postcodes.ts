/** A number or code in a text that can be a postcode. */
export interface Postcode {
  /** Without blanks and hyphens, in capitals. */
  readonly code: string;
  /** The countries that write postcodes so. */
  readonly countries: ReadonlySet<string>;
  /** Whether no other country writes it so, and it is hardly anything else. */
  readonly isSure: boolean;
}

// Digits of a postcode (UPU, addressing systems of the countries). Countries without postcodes are in none.
const BY_LENGTH: Readonly<Record<number, string>> = {
  3: 'FO IS MG LS PG TW',
  4: 'AF AL AM AR AT AU BD BE BG CH CY DK GE GL HT HU LI LU LV MD MK MZ NL NO NZ PH PT PY SI TN VE ZA GW NE SZ',
  5:
    'BA BT CR CU CZ DE DO DZ EE EG ES FI FR GP GR GT HR ID IQ IT JO KE KH KR KW LA LK LT MA MC ME MM MN MQ MX MY NP PE PK PL PR RE RS SA SE SK SM ' +
    'SN TH TR TW UA US UY VA VN XK ZM NI HN LR SV LB',
  6: 'BY CN CO EC IN KG KZ NG PA RO RU SG TJ TM TW UZ VN',
  7: 'CL IL JP PT',
  8: 'BR',
  9: 'US',
};

// Forms that only these countries have.
const FORMS: readonly [countries: string, form: RegExp][] = [
  ['GB GG IM JE GI FK', /[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]{2}/],
  ['CA', /[ABCEGHJ-NPR-TVXY]\d[ABCEGHJ-NPR-TV-Z] ?\d[ABCEGHJ-NPR-TV-Z]\d/],
  ['IE', /(?:[AC-FHKNPRTV-Y]\d\d|D6W) ?(?=\d*[A-Z])[AC-FHKNPRTV-Y\d]{4}/],
  ['NL', /\d{4} ?[A-Z]{2}/],
  ['PL', /(?:PL-)?\d\d-\d{3}/],
  ['JP', /〒? ?\d{3}-\d{4}/],
  ['PT', /\d{4}-\d{3}/],
  ['BR', /\d{5}-\d{3}/],
  ['US', /\d{5}-\d{4}/],
  ['CZ SK GR SE', /\d{3} \d{2}/],
  ['AT', /AT?-\d{4}/],
  [
    'MT',
    /(?:VLT|SLM|GZR|STJ|MSD|BKR|QRM|NXR|ATD|MST|RBT|VCT|PLA|ZBR|HMR|SGN|TXN|SPB|MLH|FGR|ZTN|LQA|BZN|SWQ|IKL) ?\d{4}/,
  ],
  ['AR', /[A-HJ-NP-Z]\d{4}[A-Z]{3}|(?<=, )[A-HJ-NP-Z]\d{4}(?= [A-Z])/],
  ['LI', /FL-\d{4}/],
  ['FO', /FO-\d{3}/],
  ['CH', /CH-\d{4}/],
  ['BE', /B-\d{4}/],
  ['DK', /DK-\d{4}/],
  ['NO', /NO?-\d{4}/],
  ['HU', /H-\d{4}/],
  ['SI', /SI-\d{4}/],
  ['LU', /L-\d{4}/],
  ['LV', /LV-\d{4}/],
  ['MD', /MD-?\d{4}/],
  ['AZ', /AZ ?\d{4}/],
  ['LT', /LT-\d{5}/],
  ['DE', /DE?-\d{5}/],
  ['FR', /FR?-\d{5}/],
  ['IT', /IT?-\d{5}/],
  ['ES', /ES?-\d{5}/],
  ['FI', /FIN?-\d{5}/],
  ['HR', /HR-\d{5}/],
  ['RS', /RS-\d{5}/],
  ['SE', /SE?-\d{3} ?\d{2}/],
  ['CZ', /CZ-\d{3} ?\d{2}/],
  ['SK', /SK-\d{3} ?\d{2}/],
];
const ANY = new RegExp(
  `(?<![\\p{L}\\p{N}.#/+-])(?:${FORMS.map(([, form]) => `(${form.source})`).join('|')})(?![\\p{L}\\p{N}]|[-./]\\d)`,
  'gu',
);
const DIGITS =
  /(?<![\p{L}\p{N}.,/+#-])\d{4,8}(?![\p{L}\p{N}]|[-./]\d)|(?<=[\p{L}\p{M}]-)\d{5,6}(?![\p{L}\p{N}]|[-./]\d)/gu;
/** The postcodes of a text, from left to right. */
export function postcodesIn(text: string): Postcode[] {
  const sure = [...text.matchAll(ANY)].flatMap((match): Postcode[] => {
    const at = match.slice(1).findIndex((each) => each !== undefined);
    const countries = new Set((FORMS[at] as (typeof FORMS)[number])[0].split(' '));
    const code = match[0].replace(/[ 〒-]/g, '').toUpperCase();
    return [
      { code: /^[A-Z]+\d{3,}$/.test(code) ? code.replace(/^[A-Z]+/, '') : code, countries, isSure: true },
    ];
  });
  const digits = [...text.replace(ANY, ' ').matchAll(DIGITS)].map(
    ([code]): Postcode => ({ code, countries: countriesWithPostcode(code), isSure: false }),
  );
  return [...sure, ...digits];
}

/** Digits that stand for a postcode that nothing else looks like. */
export const PLAIN_POSTCODE = '00000';

/** A text with digits alone instead of those postcodes that nothing else looks like. */
export function withPlainPostcodes(text: string): string {
  return text.replace(ANY, ` ${PLAIN_POSTCODE} `);
}

/** The countries whose postcodes have so many digits; none if no country's have. */
export function countriesWithPostcode(digits: string): ReadonlySet<string> {
  return new Set(BY_LENGTH[digits.length]?.split(' '));
}

// How the postcodes of a region begin: a name or code of the region, and the beginnings, of which a range has a hyphen. Beginnings are compared
// by their own length (postal services of the countries).
const REGIONS: Readonly<Record<string, string>> = {
  US:
    'AL 350-369;AK 995-999;AZ 850-865;AR 716-729;CA 900-961;CO 800-816;CT 060-069;DE 197-199;DC 200,202-205;FL 320-349;GA 300-319,398-399;' +
    'HI 967-968;ID 832-838;IL 600-629;IN 460-479;IA 500-528;KS 660-679;KY 400-427;LA 700-714;ME 039-049;MD 206-219;MA 010-027,055;MI 480-499;' +
    'MN 550-567;MS 386-397;MO 630-658;MT 590-599;NE 680-693;NV 889-898;NH 030-038;NJ 070-089;NM 870-884;NY 005,063,100-149;NC 270-289;ND 580-588;' +
    'OH 430-459;OK 730-749;OR 970-979;PA 150-196;RI 028-029;SC 290-299;SD 570-577;TN 370-385;TX 733,750-799,885;UT 840-847;VT 050-054,056-059;' +
    'VA 201,220-246;WA 980-994;WV 247-268;WI 530-549;WY 820-831',
  CA: 'NL A;NS B;PE C;NB E;QC G,H,J;ON K,L,M,N,P;MB R;SK S;AB T;BC V;NT X;NU X;YT Y',
  AU: 'NSW 1,2;ACT 26,29;VIC 3,8;QLD 4,9;SA 5;WA 6;TAS 7;NT 08,09',
  DE:
    'SN 01-02,04,08-09;BB 01,03-04,14-17,19;ST 06,29,38-39;TH 04,06-07,36-37,98-99;BE 10-14;MV 17-19,23;HH 20-22,27;NI 19,21,26-31,34,37-38,48-49;SH 21-25;' +
    'HB 27-28;NW 32-34,37,40-53,57-59;HE 34-37,55,59-65,68-69;RP 51,53-57,65-67,76;SL 66;BW 63-64,68-79,88-89,97;BY 63,80-97',
  FR:
    'ARA 01,03,07,15,26,38,42-43,63,69,73-74;BFC 21,25,39,58,70-71,89-90;BRE 22,29,35,56;CVL 18,28,36-37,41,45;COR 20;GES 08,10,51-52,54-55,57,' +
    '67-68,88;HDF 02,59-60,62,80;IDF 75,77-78,91-95;NOR 14,27,50,61,76;NAQ 16-17,19,23-24,33,40,47,64,79,86-87;OCC 09,11-12,30-32,34,46,48,65-66,' +
    '81-82;PDL 44,49,53,72,85;PAC 04-06,13,83-84',
  IT:
    'lazio 00-04;umbria 05-06;sardegna 07-09;piemonte 10,12-15,28;valle daosta 11;liguria 16-19;lombardia 20-27,46;emilia romagna 29,40-48;' +
    'veneto 30-32,35-37,45;friuli venezia giulia 33-34;trentino alto adige 38-39;toscana 50-59;marche 60-63;abruzzo 64-67;puglia 70-74,76;' +
    'basilicata 75,85;campania 80-84;molise 86;calabria 87-89;sicilia 90-98',
  ES:
    'alava 01;albacete 02;alicante 03;almeria 04;avila 05;badajoz 06;balears 07;barcelona 08;burgos 09;caceres 10;cadiz 11;castellon 12;ciudad real 13;' +
    'cordoba 14;a coruna 15;cuenca 16;girona 17;granada 18;guadalajara 19;gipuzkoa 20;huelva 21;huesca 22;jaen 23;leon 24;lleida 25;la rioja 26;lugo 27;' +
    'madrid 28;malaga 29;murcia 30;navarra 31;ourense 32;asturias 33;palencia 34;las palmas 35;pontevedra 36;salamanca 37;santa cruz de tenerife 38;' +
    'cantabria 39;segovia 40;sevilla 41;soria 42;tarragona 43;teruel 44;toledo 45;valencia 46;valladolid 47;bizkaia 48;zamora 49;zaragoza 50;ceuta 51;melilla 52',
  AT: 'wien 1;niederosterreich 2,3,43;oberosterreich 4,51-52,53;salzburg 5;tirol 60-66,99;vorarlberg 67-69;burgenland 24,7,83;steiermark 8;karnten 9',
  BR:
    'SP 0,1;RJ 20-28;ES 29;MG 30-39;BA 40-48;SE 49;PE 50-56;AL 57;PB 58;RN 59;CE 60-63;PI 64;MA 65;PA 66-68;AP 689;AM 69;RR 693;AC 699;DF 70-73;' +
    'GO 72-76;RO 768-769;TO 77;MT 78;MS 79;PR 80-87;SC 88-89;RS 9',
  IN:
    'delhi 11;haryana 12-13;punjab 14-16;chandigarh 16;himachal pradesh 17;jammu and kashmir 18-19;ladakh 19;uttar pradesh 20-28;uttarakhand 24-26;' +
    'rajasthan 30-34;gujarat 36-39;maharashtra 40-44;goa 403;madhya pradesh 45-48;chhattisgarh 49;telangana 50;andhra pradesh 50-53;karnataka 56-59;' +
    'tamil nadu 60-64;puducherry 53,60,67;kerala 67-69;west bengal 70-74;sikkim 73;odisha 75-77;assam 78;bihar 80-85;jharkhand 81-83',
  GB:
    'scotland AB,DD,DG,EH,FK,G,HS,IV,KA,KW,KY,ML,PA,PH,TD,ZE;wales CF,LD,LL,NP,SA,SY,CH,HR;northern ireland BT;' +
    'england AL,B,BA,BB,BD,BH,BL,BN,BR,BS,CA,CB,CH,CM,CO,CR,CT,CV,CW,DA,DE,DH,DL,DN,DT,DY,E,EC,EN,EX,FY,GL,GU,HA,HD,HG,HP,HR,HU,HX,IG,IP,KT,L,LA,LE,' +
    'LN,LS,LU,M,ME,MK,N,NE,NG,NN,NR,NW,OL,OX,PE,PL,PO,PR,RG,RH,RM,S,SE,SG,SK,SL,SM,SN,SO,SP,SR,SS,ST,SW,SY,TA,TD,TF,TN,TQ,TR,TS,TW,UB,W,WA,WC,WD,WF,WN,' +
    'WR,WS,WV,YO',
};
const BEGINNINGS = new Map(
  Object.entries(REGIONS).map(([country, table]) => [
    country,
    table.split(';').flatMap((row) => {
      const at = row.lastIndexOf(' ');
      return expanded(row.slice(at + 1)).map((start) => [start, row.slice(0, at).toLowerCase()] as const);
    }),
  ]),
);

function expanded(ranges: string): string[] {
  return ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.split('-');
    if (!/\d/.test(first)) return [first];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) =>
      String(Number(first) + at).padStart(first.length, '0'),
    );
  });
}

/** The names or codes of the regions of a country that a postcode can be of; none if that is not known. */
export function regionsOf(country: string, { code }: Postcode): readonly string[] {
  const rows = BEGINNINGS.get(country) ?? [];
  const letters = /^[A-Z]+/.exec(code)?.[0];
  const starts = rows.filter(([start]) => (country === 'GB' ? start === letters : code.startsWith(start)));
  return starts.map(([, region]) => region);
}
