import { fold } from './fold.js';

/**
 * The words by which the addresses of a country say what a part of them is, as postal services print them (UPU S42 and the
 * postal guides of the countries) and as people shorten them. Folded words are compared, so accents and dots do not matter.
 */

/** Folds the words of lists, split at blanks; `_` is a blank within a word. */
function wordsOf(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(/\s+/)).map((word) => fold(word.replaceAll('_', ' '))));
}

/** Before a number or a letter: `Halle 3`, `Eingang B`, `кв. 12`. A word of two letters or fewer needs a number. */
export const UNIT_WORDS: ReadonlySet<string> = wordsOf(
  'dno hno door_no house_no flat_no plot_no shop_no old_no new_no unit apt apartment flat suite ste room rm floor fl level lvl unit building bldg block blk tower lot plot shop office',
  'week kw calendar_week gleis quai voie binario andén platform exit ausgang sortie salida uscita ankunft arrivals departures वडा वार्ड',
  'line row aisle shelf tor portão porta poort ebene phase terminal gate hall stand booth house bay wing villa door pavilion warehouse stall entrance desk no nr num number',
  'halle eingang aufgang stiege stg tür tuer top zimmer zi raum büro gebäude wohnung whg stock stockwerk etage og haus',
  'étage bâtiment bât bat appartement appt escalier esc porte bureau boîte bte entrée lot stand hall',
  'piso planta puerta oficina ofic of ofc local depto departamento dpto dto apto apartamento interior int torre edificio',
  'port rack slot switch edif bloque bl escalera nave casa lote manzana mz pta portal blq bodega consultorio pabellón despacho stand km',
  'sala loja andar bloco ap conjunto cj fração quadra galpão lj sl',
  'scala interno piano palazzina padiglione pad stanza ufficio civico',
  'verdieping verd bus kamer hal huisnummer gebouw',
  'etg etasje plan våning vån lgh lejlighed lokale opgang sal huoneisto krs kerros rappu as leil leilighet',
  'lok lokal m piętro klatka pokój budynek bud hala mieszkanie',
  'patro byt poschodie vchod budova dveře kancelář',
  'em emelet fsz ajtó épület lépcsőház lph',
  'bloc sc scara et etaj cam corp parter',
  'kat stan ulaz sprat soba lamela ulaz',
  'butas but aukštas dz dzīvoklis stāvs korter krt korrus',
  'daire blok ofis d',
  'дом д корпус корп к стр строение кв квартира оф офис этаж эт подъезд пом помещение ком комната литера лит вл секция',
  'буд будинок підїзд поверх під бл вх ап ет етаж апартамент стан спрат кат дом',
  'dom kv korp pom podyezd ofis etazh kvartira xonadon uy',
  'όροφος ορ διαμέρισμα διαμ γραφείο',
  'קומה דירה כניסה משרד בית',
  'مجمع شقة طابق الطابق مبنى بناية مكتب رقم عمارة قطعة بلوك',
  'پلاک واحد طبقه بلوک زنگ',
  'دکان_نمبر مکان_نمبر फ्लोर',
  'नं मकान_नं मकान फ्लैट मंजिल दुकान_नं शॉप_नं प्लॉट_नं',
  'lantai lt kav kavling gedung rt rw tingkat tầng phòng số căn_hộ lầu tang phong so lau',
  'ชั้น หมู่ ม ห้อง เลขที่ moo',
  'ბინა სართული კორპუსი բնակարան բն հարկ',
);

/** Before the number of a box, of any length: `BP 1234`, `P.O. Box 50123`. */
export const BOX_WORDS: ReadonlySet<string> = wordsOf(
  'plot lot erf box po_box pobox pmb bp cs cp case_postale boîte_postale casilla apdo apartado apartado_postal caixa_postal',
  'casella_postale postfach postbus postboks pb pl_box skr_poczt аб_я а_я ص_ب صب صندوق_بريد صندوق_البريد صندوق_پستی תד ת_ד',
);

/** Without a number: `Hinterhaus`, `ground floor`, `links` after a floor. */
export const INDOOR_WORDS: ReadonlySet<string> = wordsOf(
  'hintereingang hinterhaus vorderhaus seitenflügel gartenhaus erdgeschoss dachgeschoss untergeschoss souterrain',
  'ground_floor upper_floor lower_ground first_floor second_floor third_floor fourth_floor fifth_floor top_floor basement',
  'mezzanine rez_de_chaussée rdc_gauche rdc_droite piano_terra planta_baja bajo_izq bajo_dcha térreo rés_do_chão',
  'st_th st_tv stuen bottenvåning zemin_kat giriş_katı fsz földszint parter přízemí prízemie begane_grond mezz bajo',
  'arrivals departures arrival departure ankunft abflug arrivées départs llegadas salidas arrivi partenze chegadas partidas check_in cargo_village',
  'day_shift night_shift early_shift late_shift frühschicht spätschicht nachtschicht',
  'r_c rechts links gauche droite dcha izda izq esq hinterer_eingang rear_entrance back_entrance',
);

/** Before a telephone number or the number of a taxpayer or company: `NIF 501234567`. */
export const CONTACT_WORDS: ReadonlySet<string> = wordsOf(
  'cell_phone mobile_phone tel telephone phone fax telefon telefono teléfono telefone téléphone tél tlf tfno puh gsm handy',
  'тел телефон факс моб τηλ טל טלפון هاتف تلفن โทร whatsapp skype viber telegram',
  'ph mob mobile cell telf fono cel celular movil móvil mobil kom моб',
  'nif cif nipc nie vat vat_no vat_id ust ustid ust_idnr ustidnr uid mwst piva p_iva partita_iva cf siret siren tva btw',
  'kvk cvr org_nr orgnr org y_tunnus nip regon krs ičo dič iban cui ruc rut rfc cuit cnpj cpf gst gstin abn acn ein tin npwp',
  'oib pib eori инн кпп огрн єдрпоу еик αφμ adószám mst tax_id tax_no nit cedula ico dic registration_no reg_no hrb hra',
);

/** Before the name of a street. None of them begins the name of a town. */
const STREET_BEFORE = wordsOf(
  'rue r avenue av avda ave bd bld blvd boul boulevard quai chemin impasse allée cours place pl faubourg route rua avenida travessa',
  'praça alameda rodovia largo calle c carrer cl cra carrera kra calz calzada passeig paseo ronda pza plaça jr jirón',
  'via viale vico contrada piazza piazzale corso vicolo lungomare ul ulica al aleja aleje os rynek nám namesti náměstí třída',
  'ulitsa улица ул проспект пр пр_т просп площадь пл переулок пер шоссе бульвар бул наб набережная б_р вулиця вул площа',
  'str strada stradă bulevardul bld șos calea intr piața jalan jln jl gang đường duong phố pho ngõ hẻm',
  'vul prosp pereulok οδος λεωφ λεωφορος πλατεια rruga rr bulevar trg ulitsata prospekt şosea straße rond_point',
  'شارع طريق خیابان بلوار کوچه میدان رחוב רחוב רח שדרות שד דרך ถนน ซอย ถ ซ',
);

/** After the name of a street. None of them ends the name of a town. */
const STREET_AFTER = wordsOf(
  'street road rd str avenue ave lane drive boulevard blvd highway hwy parkway pkwy',
  'utca u út utja tér tere körút krt sétány cad caddesi cd sok sokak sokağı sk bulvarı bulvari bulv yolu gata gatan vej vägen',
  'katu tie tn tänav mnt puiestee iela gatve g gatvė pr prospektas al alėja küçəsi prospekti xiyabani kochasi shoh_kochasi',
  'ул улица пр просп проспект пр_т площадь пл переулок пер шоссе ш бульвар бул наб набережная вулиця вул площа көшесі даңғылы даңғ көчөсү гудамж',
  'platz allee weg gasse ring damm ufer promenade marg chowk मार्ग रोड सड़क रोड़ सरणी روڈ ქუჩა გამზირი փողոց պողոտա strasse straat laan trg ulica sokağı',
);
/** A part of a town for trade, before or after its name, or without one: `Zona Industriale`. */
export const TRADE_DISTRICT: ReadonlySet<string> = wordsOf(
  'centro_financiero centro_histórico centro_città centro_ciudad distrito_financiero financial_district business_district innenstadt stadtzentrum centre_ville',
  'zona_industriale zona_industrial zona_artigianale zona_franca zone_industrielle zone_artisanale zone_franche',
  'polígono_industrial poligono_industrial parque_industrial distrito_industrial parque_empresarial parc_dactivités',
  'industrial_area industrial_estate industrial_park industrial_zone industrial_city business_park business_bay science_park free_zone trade_zone',
  'gewerbegebiet industriegebiet gewerbepark industriepark bedrijventerrein bedrijvenpark industriområde industriområdet',
  'strefa_przemysłowa průmyslová_zóna ipari_park ipari_terület zonă_industrială zona_industriala organize_sanayi_bölgesi sanayi_bölgesi osb',
  'промзона промышленная_зона индустриальный_парк промислова_зона индустриална_зона βιπε βιομηχανική_περιοχή',
  'kawasan_industri kawasan_perindustrian khu_công_nghiệp kcn นิคมอุตสาหกรรม المنطقة_الصناعية المنطقة_الحرة منطقه_صنعتی',
);

/** Before the name of a region. */
const REGION_BEFORE = wordsOf(
  'jud județul judetul woj województwo обл область край республика респ provincia pcia prov edo estado dtto departamento',
  'จังหวัด จ ខេត្ត چانگوات استان ولاية محافظة إمارة منطقة tỉnh provinsi prop wilaya محافظه',
);

/** After the name of a region. */
const REGION_AFTER = wordsOf(
  'область обл край вобласць облысы viloyati kraj megye županija maakond län fylke voivodeship oblast krai governorate',
  'მხარე մարզ аймаг',
);

/** Before the name of a town: `г. Москва`, `Kota Bandung`. */
const TOWN_BEFORE = wordsOf(
  'г гор город го го_город мун пос поселок дер деревня м місто гр град пгт с село mun municipiul oraș kota tp tx thành_phố thanh_pho',
  'nr near miasto obec město mesto stadt landeshauptstadt hansestadt comune gemeente cidade ciudad ville commune municipio',
  'شهر مدينة مدينه เทศบาล เทศบาลนคร อำเภอเมือง เมือง ქალაქი ქ ք город сити қала',
);

// Words that a town's administration puts before its name: `Ajuntament de Sabadell`, `Magistrat der Stadt Kassel`.
const MUNICIPALITY = wordsOf(
  'stadt stadtverwaltung magistrat gemeinde marktgemeinde stadtgemeinde samtgemeinde verbandsgemeinde kreisstadt universitätsstadt hansestadt bundesstadt',
  'landeshauptstadt lutherstadt mairie ville commune communauté métropole comune città municipio ayuntamiento ajuntament concello municipalidad alcaldía',
  'câmara prefeitura município gemeente stad město mesto magistrát miasto urząd gmina grad opština općina град општина община столична primăria',
  'municipiul municipiului orașul orașului δήμος dimos bandaraya majlis pemerintah kotamadya wilayah администрация мэрия муниципалитет округ місто громада nigam municipality',
  'borough corporation township council עיריית بلدية أمانة شهرداری',
);
const OF_MUNICIPALITY = wordsOf(
  'große grosse freie royal metropolitan metropolitana metropolitano mayor герой федерального значения ilustre illustre h excmo excelentísimo provincial distrital municipal municipale urbaine urbain agglomération capital special',
  'city county greater district hlavní hlavné statutární stołeczne miasta města kreisfreie hanse sr čr persekutuan kota городской муниципальное образование',
  'города город nagar of the and und y e de der des di da do del von',
);
/** After it: `Busan Metropolitan City`, `Gəncə şəhəri`, `Астана қаласы`. */
const MUNICIPALITY_AFTER = wordsOf(
  'г рп пгт shi şəhəri şəh şehri қаласы қ shahri linn хот pilsēta miestas city_municipality шаары ш',
  'kaupunki stad stads métropole capitale city_council town_council municipal_corporation municipal_corporation_area municipal_council metropolitan_city special_city',
  'metropolitan_municipality metropolitan_area city_county capital_city capital_territory union_territory büyükşehir_belediyesi belediyesi miesto_savivaldybė megyei_jogú_város',
  'önkormányzata महानगरपालिका उपमहानगरपालिका नगरपालिका नगर_निगम қалалық_әкімдігі qalasy hot',
);

/** The words after those of a town's administration; one more word than these must be left. */
function afterMunicipality(words: readonly string[]): readonly string[] | undefined {
  const end = words.findIndex((word) => !MUNICIPALITY.has(word) && !OF_MUNICIPALITY.has(word));
  return end > 0 && words.slice(0, end).some((word) => MUNICIPALITY.has(word)) ? words.slice(end) : undefined;
}

/** In scripts without blanks, and in Thai, the word is written together with the name: `เขตคลองเตย`. */
const JOINED =
  /(?<![\p{L}\p{M}])(อำเภอเมือง|แขวง|เขต|ตำบล|อำเภอ|จังหวัด|ถนน|ซอย|เทศบาลนคร|(?:ต|อ|จ|ถ|ซ)\.)([\u0E00-\u0E7F]+)/gu;

/** The same in Khmer: a village, a commune, a district, a town and a province. */
const JOINED_KHMER = /(?<![\p{L}\p{M}])(រាជធានី|ភូមិ|សង្កាត់|ឃុំ|ខណ្ឌ|ស្រុក|ខេត្ត)(?=[\u1780-\u17FF]{2})/gu;

/** The possible kinds of a part of an address, by its words alone. */
export type MarkedPart = 'street' | 'district' | 'region' | 'town';

const BEFORE: readonly [MarkedPart, ReadonlySet<string>][] = [
  ['town', TOWN_BEFORE],
  ['street', STREET_BEFORE],
  ['district', TRADE_DISTRICT],
  ['region', REGION_BEFORE],
];
const AFTER: readonly [MarkedPart, ReadonlySet<string>][] = [
  ['town', MUNICIPALITY_AFTER],
  ['district', TRADE_DISTRICT],
  ['region', REGION_AFTER],
  ['street', STREET_AFTER],
];
// A part ends with a word like these: `İncilipınar Mah. Şehitkamil Gaziantep`, `हनुमान मंदिर के पास लखनऊ`.
const ENDS_PART = wordsOf('mah mh mahallesi cad caddesi sok sokak sokağı bulvarı blv पास सामने निकट पीछे समीप');
const MAX_MARK_WORDS = 3;

/** A folded name with what its words say that it is. */
export interface Marked {
  readonly part: MarkedPart;
  /** Without the word that says it. */
  readonly name: readonly string[];
}

/** Returns the kind of words by the first or the last of them, or `undefined`; `isNumbered` if a house number follows. */
export function markedPart(words: readonly string[], isNumbered: boolean): Marked | undefined {
  if (TRADE_DISTRICT.has(words.join(' '))) return { part: 'district', name: words };
  // `Street 12`
  const [only = ''] = words;
  if (isNumbered && words.length === 1 && STREET_AFTER.has(only)) return { part: 'street', name: words };
  const municipality = afterMunicipality(words);
  if (municipality) return { part: 'town', name: municipality };
  for (let length = Math.min(MAX_MARK_WORDS, words.length - 1); length > 0; length -= 1) {
    const first = words.slice(0, length).join(' ');
    const before = BEFORE.find(([, list]) => list.has(first));
    if (before) return { part: before[0], name: words.slice(length) };
    const last = words.slice(-length).join(' ');
    // `UT` is Utah.
    const after = last.length > 2 ? AFTER.find(([, list]) => list.has(last)) : undefined;
    if (after) return { part: after[0], name: words.slice(0, -length) };
  }
  return undefined;
}

/** Words, cut after each that ends a part. */
export function cutAtMarks(words: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const [at, word] of words.entries()) {
    if (at > 1 && ENDS_PART.has(words[at - 1] ?? '')) parts.push([]);
    parts.at(-1)?.push(word);
  }
  return parts;
}

/** Thai and Khmer names apart from the words that they are written together with. */
export function withBlanksInThai(text: string): string {
  return text.replace(JOINED, ' | $1 $2 | ').replace(JOINED_KHMER, ' | $1 ');
}
