import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Location, parseAddress } from '@ops-admin/core';
import type { ReferenceData } from '@ops-admin/reference-data';
import { expect } from 'chai';
import { FINAL_RULES } from '../../dist/gazetteer/final-rules.js';
import { RULES } from '../../dist/gazetteer/rules.js';
import { OTHER_READINGS, TOWN_READINGS } from '../../dist/gazetteer/town-readings.js';
import { openData } from '../open-data.ts';

describe('The rules of the gazetteer', () => {
  let data: ReferenceData;
  before(() => {
    data = openData();
  });
  after(() => {
    data.close();
  });

  const nameOf = (location: Location | undefined) =>
    location ? `${location.city}, ${location.country}` : 'nothing';

  // The rule, or the way of reading a town, that decides on the words; then the text, and what is found.
  const cases: [rule: string, words: string, text: string, found: string][] = [
    ['no-place', 'дом 7', 'Москва, ул. Тверская, дом 7', 'Moscow, RU'],
    ['no-place', 'kingdom of', 'Madrid, Spain, Kingdom of', 'Madrid, ES'],
    ['no-place', 'arrondissement', 'Paris 16ème arrondissement', 'Paris, FR'],
    ['no-place', 'andrassy ut', 'Budapest, Andrássy út 22', 'Budapest, HU'],
    ['quarter', 'paraguay', 'Paraguay 1500, Buenos Aires', 'Buenos Aires, AR'],
    ['abbreviated-area', 'bc', 'Tijuana, B.C., Mexico', 'Tijuana, MX'],
    ['abbreviated-area', 'ny', 'Buffalo, NY', 'Buffalo, US'],
    ['quarter-that-may-follow-its-town', 'innere stadt', 'Wien, Innere Stadt', 'Vienna, AT'],
    ['area-named-twice', 'sao paulo', 'Bela Vista, São Paulo - SP', 'São Paulo, BR'],
    ['town-called-like-its-area', 'new york', 'Buffalo, New York', 'Buffalo, US'],
    ['town', 'buffalo', 'Buffalo, New York', 'Buffalo, US'],
    ['area', 'hampshire county', 'Northampton, Hampshire County, MA', 'Northampton, US'],
    ['town-of-elsewhere', 'paris', 'Paris, Algarrobo', 'nothing'],
    ['quarter', 'san marco', 'San Marco, Venezia', 'Venice, IT'],
    ['quarter', 'belem', 'Belém, Lisboa', 'Lisbon, PT'],
    ['unknown-after-town', 'narnia', 'Springfield, Narnia', 'nothing'],
    ['capital-of-the-country-named', 'xyz, mexico', 'Xyz, Mexico', 'nothing'],
    ['town-outside-its-areas', 'lima, canete', 'Lima, Cañete', 'nothing'],
    ['region-of-elsewhere', 'southbank, victoria', 'Southbank, Victoria', 'nothing'],
    ['country-of-elsewhere', 'bergen norge, austin', 'Bergen Norge, Austin', 'nothing'],
    ['country-of-elsewhere', 'bremen, austin', '28195 Bremen, Austin', 'nothing'],
    ['country-of-elsewhere', 'cardiff, austin', 'Cardiff CF10 1AT, Austin', 'nothing'],
    ['no-place-meant', 'none', 'none', 'nothing'],
    ['unknown-code', 'kti', 'KTI', 'nothing'],
    ['other-name-of-a-village', 'ferie', 'Ferie', 'nothing'],
    ['weak-last-word', 'el paso, tekh', 'El Paso, Tekh', 'nothing'],
    ['town-and-quarter', 'berlin mitte', 'Berlin Mitte', 'Berlin, DE'],
    ['name', 'reykjavik', 'Reykjavík', 'Reykjavík, IS'],
    ['name-and-areas', 'paris tx', 'paris tx', 'Paris, US'],
    ['after-a-street', 'downing street london', '10 Downing Street London', 'London, GB'],
    ['after-a-street', 'street nashville tn', '314 South 17th Street Nashville TN 37206', 'Nashville, US'],
    ['town-word', 'downtown denver', 'Downtown Denver', 'Denver, US'],
    ['before-a-hyphen', 'warszawa mokotow', 'Warszawa-Mokotów', 'Warsaw, PL'],
    ['with-its-street', 'rue de rivoli paris', '12 Rue de Rivoli Paris', 'Paris, FR'],
    ['postal-district', 'munchen si', 'München SI', 'Munich, DE'],
    ['beside', 'bregenz am bodensee', 'Bregenz am Bodensee', 'Bregenz, AT'],
    ['town', 'offenbach am main', '63065 Offenbach/Main', 'Offenbach, DE'],
    ['town', 'frankfurt oder', '15230 Frankfurt (Oder), Logenstr. 8', 'Frankfurt (Oder), DE'],
    ['no-place', 'weser', 'Bremen/Weser', 'Bremen, DE'],
    ['shortened', 'rothenburg od tauber', 'Rothenburg o.d. Tauber', 'Rothenburg ob der Tauber, DE'],
    ['with-its-street', 'avenue anchorage ak', '816 West 19th Avenue Anchorage AK 99503', 'Anchorage, US'],
    ['before-a-code', 'milano mxp', 'Milano MXP', 'Milan, IT'],
    ['shortened', 'г н новгород', 'г. Н. Новгород, ул. Большая Покровская, 18', 'Nizhniy Novgorod, RU'],
    ['town-word', 'm kyiv', 'm. Kyiv, vul. Saksahanskoho 33', 'Kyiv, UA'],
    ['unknown-after-town', 'm paris', 'M. Paris', 'nothing'],
    ['name', 'haneda airport', 'Haneda Airport', 'Tokyo, JP'],
    ['airport-by-name', 'aeropuerto madrid barajas', 'Aeropuerto Madrid-Barajas', 'Madrid, ES'],
    ['code-after-a-postcode', 'bcn', 'Passeig de Gràcia 55, 08007 BCN', 'Barcelona, ES'],
    ['last-words', 'hazratganj lucknow up', '18 Hazratganj Lucknow UP 226001', 'Lucknow, IN'],
    ['code-after-a-postcode', 'tlv', 'Rothschild Blvd 22, TLV, Israel', 'Tel Aviv, IL'],
    ['first-words', 'szeged petofi s sgt', '6722 Szeged Petőfi S. sgt. 5', 'Szeged, HU'],
    [
      'unknown-after-town',
      'middle turnpike east manchester ct',
      '425 Middle Turnpike East Manchester CT',
      'nothing',
    ],
    ['last-words', 'sariyer istanbul', 'Nurol Plaza Kat 12 Sarıyer İstanbul', 'Istanbul, TR'],
    ['last-words', 'warszawa mokotow', 'Warszawa Mokotów, ul. Puławska 12', 'Warsaw, PL'],
    ['name-and-areas', 'darwin northern territory', 'Darwin Northern Territory', 'Darwin, AU'],
    ['area', 'w yorkshire', 'Leeds, W. Yorkshire', 'Leeds, GB'],
    ['before-a-code', 'sliema slm', '23 Tower Rd, Sliema SLM 1601', 'Sliema, MT'],
    ['quarter', 'san martin', 'San Martín 1143, M5500 Mendoza, Argentina', 'Mendoza, AR'],
    ['town-called-like-its-area', 'kl', 'Mont Kiara, 50480 K.L.', 'Kuala Lumpur, MY'],
    ['no-place', 'цао', 'Москва, ЦАО, ул. Петровка, 10', 'Moscow, RU'],
    ['no-place', 'i', 'H-1051 Budapest, Arany J. u. 10. I/3.', 'Budapest, HU'],
    ['other-name-of-a-village', 'mi, corso di porta romana', '20122 MI, Corso di Porta Romana 3', 'nothing'],
    ['airport-by-name', 'heathrow terminal', 'Heathrow Terminal 5', 'London, GB'],
    ['no-place', 'freiburg', 'Rue de Romont 12, 1700 Fribourg / Freiburg', 'Fribourg, CH'],
    ['no-place', '2e verd', 'Nijmegen, Molenstraat 3 (2e verd.)', 'Nijmegen, NL'],
    ['other-name-of-a-village', 'krakow, germany', 'Kraków, Germany', 'nothing'],
    ['town', 'st denis', '14 rue de la République 93200 Saint Denis', 'Saint-Denis, FR'],
    ['last-words', 'konak izmir', '35210 Konak İzmir', 'İzmir, TR'],
    ['name-and-areas', 'osmangazi bursa turkey', 'Osmangazi Bursa Turkey', 'Bursa, TR'],
    ['quarter', 'dosemealti', 'Döşemealtı, Antalya', 'Antalya, TR'],
    ['quarter', 'des voeux rd central', '77 Des Voeux Rd Central, Hong Kong', 'Hong Kong, HK'],
    ['quarter', 'miraflores', 'Miraflores, Lima, Perú', 'Lima, PE'],
    ['town', 'zamalek', 'Zamalek, Cairo Governorate, Egypt', 'Cairo, EG'],
    ['area', 'crimea', 'Sevastopol, Crimea', 'Sevastopol, UA'],
    ['area', 'nagorno karabakh', 'Stepanakert, Nagorno-Karabakh', 'Khankendi, AZ'],
    ['area', 'jamaica wi', 'Kingston 10, Jamaica W.I.', 'Kingston, JM'],
    ['no-place', '渋谷クロスタワー', '〒150-0002 東京都渋谷区渋谷2-15-1 渋谷クロスタワー10F', 'Tokyo, JP'],
    ['no-place', '邮编', '上海市黄浦区南京东路299号 邮编200001', 'Shanghai, CN'],
    ['town-called-like-its-area', 'shibuya ku', 'Shibuya-ku, Tokyo', 'Tokyo, JP'],
    ['quarter', 'sisli', 'Levent, Şişli / İSTANBUL', 'Istanbul, TR'],
    ['quarter', 'cankaya', 'Çankaya/Ankara', 'Ankara, TR'],
    ['no-place', 'chodov', 'Praha 4 – Chodov', 'Prague, CZ'],
    ['postal-district', 'rawalpindi cantt', 'Rawalpindi Cantt', 'Rawalpindi, PK'],
    ['town-called-like-its-area', 'singapore', 'International Plaza, S079903', 'Singapore, SG'],
    ['quarter', 'pudong', 'Pudong, Shanghai', 'Shanghai, CN'],
    ['quarter', 'coyoacan', 'Coyoacán, CDMX', 'Mexico City, MX'],
    ['quarter', 'khlong toei', 'Khlong Toei, Bangkok', 'Bangkok, TH'],
    ['town-called-like-its-area', 'alanya', 'Alanya/Antalya', 'Alanya, TR'],
    ['no-place', 'vat gb 123 4567 89', 'Edinburgh, VAT GB 123 4567 89', 'Edinburgh, GB'],
    ['no-place', 't 353 21 555 0123', 'Cork, Ireland. T: +353 21 555 0123', 'Cork, IE'],
    ['no-place', 'headquarters', 'Madrid (headquarters)', 'Madrid, ES'],
    ['no-place', 'westlands', 'Nairobi, Westlands', 'Nairobi, KE'],
    ['unknown-after-town', 'narnia', 'Lisbon, Narnia', 'nothing'],
    ['town', 'nr cirencester', 'Church Lane, Nr. Cirencester', 'Cirencester, GB'],
    ['abbreviated-area', 'v region', 'Valparaíso, V Región', 'Valparaíso, CL'],
    ['area', 'are', 'Port Said, A.R.E.', 'Port Said, EG'],
    ['name-and-areas', 'incheon rep of korea', 'INCHEON REP. OF KOREA', 'Incheon, KR'],
    ['name-and-areas', 'lille france metropolitaine', '59800 LILLE FRANCE METROPOLITAINE', 'Lille, FR'],
    ['postal-district', 'cape town city centre', 'Cape Town City Centre', 'Cape Town, ZA'],
    ['no-place', 'gombe', 'Kinshasa/Gombe, RDC', 'Kinshasa, CD'],
    ['no-place', 'zona industriale', 'Bergamo, Zona Industriale', 'Bergamo, IT'],
    ['no-place', 'attn receiving dept', 'Denver CO (Attn: Receiving Dept)', 'Denver, US'],
    ['no-place', 'trn 100123456700003', 'Sharjah, TRN 100123456700003', 'Sharjah, AE'],
    ['town', 'port elizabeth', 'Gqeberha (Port Elizabeth)', 'Gqeberha, ZA'],
    ['town', 'พัทยา', 'พัทยา ชลบุรี', 'Pattaya, TH'],
    ['town-called-like-its-area', 'singapore', 'Ang Mo Kio Ave 3 S(560123)', 'Singapore, SG'],
    ['unknown-after-town', 'milano xyz', 'Milano xyz', 'nothing'],
    ['mistyped', 'hambrug', '20095 Hambrug', 'Hamburg, DE'],
    ['mistyped', 'krakkow', 'ul. Florianska 12, Krakkow, Poland', 'Kraków, PL'],
    ['mistyped', 'philadephia', 'Philadephia, PA 19102', 'Philadelphia, US'],
    ['mistyped', 'brimingham', '1 New Street, Brimingham B2 4BA', 'Birmingham, GB'],
    // Neither a postcode nor an area; another first letter; another letter in a short name.
    ['unknown-after-town', 'berln', 'Berln', 'nothing'],
    ['unknown-after-town', 'namburg', '20095 Namburg', 'nothing'],
    ['unknown-after-town', 'bremer', 'Bremer, Germany', 'nothing'],
    ['name', 'perth', '42 South Street, Perth PH2 8PD', 'Perth, GB'],
    ['name', 'london', '255 Queens Ave, London N6A 5R8', 'London, CA'],
    ['name', 'waterford', '12 The Quay, Waterford X91 PK15', 'Waterford, IE'],
    ['name', 'καβαλα', 'Ομονοίας 67, 65302 Καβάλα', 'Kavála, GR'],
    ['no-place', 'ph', 'Hyderabad, Telangana 500033, Ph: +91 40 2355 1234', 'Hyderabad, IN'],
    ['no-place', 'piso 2', 'San Martín 845 piso 2 (2000) Rosario, Pcia. de Santa Fe', 'Rosario, AR'],
    ['no-place', 'ii', '6720 Szeged, Kelemen utca 7. II/4.', 'Szeged, HU'],
    ['quarter', 'central', '88 Queen’s Road, Central, Hong Kong', 'Hong Kong, HK'],
    ['quarter', 'akdeniz', 'Akdeniz, 33060 Mersin', 'Mersin, TR'],
    ['town-called-like-its-area', 'eskisehir', 'Eskişehir, Odunpazarı', 'Eskişehir, TR'],
    ['quarter', 'incilipinar mh', 'İncilipınar Mh. Şehitkamil Gaziantep', 'Gaziantep, TR'],
    ['town', 'иркутск г', 'Иркутская обл, Иркутск г, Карла Маркса ул, дом 20', 'Irkutsk, RU'],
    ['name', 'อําเภอเมือง เชียงใหม่', 'ตำบลสุเทพ อำเภอเมือง จังหวัดเชียงใหม่ 50200', 'Chiang Mai, TH'],
    ['name', 'ঢাকা', 'ধানমন্ডি, ঢাকা-১২০৫', 'Dhaka, BD'],
    ['large-to-small-characters', '浙江杭州西湖区', '浙江杭州西湖区', 'Hangzhou, CN'],
    ['large-to-small-characters', '전북 전주시 완산구', '전북 전주시 완산구', 'Jeonju, KR'],
    ['area', 'ecosse', 'Aberdeen, Écosse', 'Aberdeen, GB'],
    ['area', 'toscane', 'Florence, Toscane', 'Florence, IT'],
    ['before-a-code', 'barcelona bcn', 'Barcelona BCN', 'Barcelona, ES'],
    ['before-a-code', 'toronto pearson', 'Toronto Pearson (YYZ)', 'Toronto, CA'],
    ['no-place', 'ber', 'Berlin Brandenburg Airport (BER)', 'Berlin, DE'],
    ['no-place', 'den', 'Denver International Airport, DEN', 'Denver, US'],
    ['airport-by-name', 'flughafen wien schwechat', 'Flughafen Wien-Schwechat', 'Vienna, AT'],
    ['airport-by-name', 'london gatwick', 'London Gatwick', 'London, GB'],
    ['airport-by-name', 'aeroport dorly', 'Aéroport d’Orly', 'Paris, FR'],
    ['airport-by-name', 'copenhagen airport', 'Copenhagen Airport', 'Copenhagen, DK'],
    ['airport-by-name', 'phoenix airport', 'Phoenix Airport', 'Phoenix, US'],
    ['name', 'luton airport', 'Luton Airport', 'London, GB'],
    ['unknown-after-town', 'indira gandhi', 'Indira Gandhi', 'nothing'],
    ['airport-by-name', '羽田空港', '羽田空港', 'Tokyo, JP'],
    ['airport-by-name', 'аэропорт шереметьево', 'Аэропорт Шереметьево', 'Moscow, RU'],
    ['airport-by-name', 'สนามบินสุวรรณภูมิ', 'สนามบินสุวรรณภูมิ', 'Bangkok, TH'],
    ['airport-by-name', 'lotnisko chopina w warszawie', 'Lotnisko Chopina w Warszawie', 'Warsaw, PL'],
    ['before-a-code', 'roissy cdg', 'Roissy CDG', 'Paris, FR'],
    ['shortened', 'v n gaia', 'V. N. Gaia', 'Vila Nova de Gaia, PT'],
    ['shortened', 'pta delgada', 'Pta. Delgada, Açores', 'Ponta Delgada, PT'],
    ['shortened', 'gorzow wlkp', 'Gorzów Wlkp.', 'Gorzów Wielkopolski, PL'],
    ['shortened', 's paulo', 'Av. Paulista, 1578 - Bela Vista, S. Paulo - SP, 01310-200', 'São Paulo, BR'],
    ['shortened', 'наб челны', 'Наб. Челны', 'Naberezhnyye Chelny, RU'],
    [
      'no-place',
      'calle castillo',
      'Sta. Cruz de Tenerife, 38001, C/ Castillo 8',
      'Santa Cruz de Tenerife, ES',
    ],
    ['no-place', 'calle real', 'La Coruña, Calle Real 15', 'A Coruña, ES'],
    ['no-place', 'broadway', 'N.Y.C., 5th floor, Broadway 1501', 'New York, US'],
    ['mistyped', 'phara', '110 00 Phara 1', 'Prague, CZ'],
    ['name', 'merida', '06800 Mérida', 'Mérida, ES'],
    ['name', 'merida', '97000 Mérida', 'Mérida, MX'],
    ['mistyped', 'хабаровк', 'Хабаровк, ул. Муравьёва-Амурского 23', 'Khabarovsk, RU'],
    ['no-place', 'καποδιστριου', 'Κέρκυρα 49100, Καποδιστρίου 5', 'Corfu, GR'],
    ['no-place', 'кеј маршал тито', 'Охрид 6000, Кеј Маршал Тито 2', 'Ohrid, MK'],
    ['no-place', 'kita', '〒060-0806 Sapporo-shi, Kita-ku, Kita 6 Jo Nishi 4', 'Sapporo, JP'],
    ['no-place', 'dien bien phu', 'Hai Phong, 12 Dien Bien Phu, Hong Bang, VN', 'Haiphong, VN'],
    ['no-place', 'ohiggins', 'Concepción, Región del Biobío, O’Higgins 680, depto 31', 'Concepción, CL'],
    ['no-place', 'al wojska polskiego', 'Szczecin al. Wojska Polskiego 20', 'Szczecin, PL'],
    [
      'town-called-like-its-area',
      'denver',
      'c/o Legal, 1200 17th Street, Suite 500, Denver, Colo. 80202',
      'Denver, US',
    ],
    ['name', 'mahe', 'Victoria, Mahé, Seychelles', 'Victoria, SC'],
    ['area', 'კახეთი', 'თელავი, ერეკლე II-ის 6, კახეთი', 'Telavi, GE'],
    ['large-to-small-characters', '新界沙田正街', '新界沙田正街18號', 'Hong Kong, HK'],
    ['small-letters', 'lodz piotrkowska', 'lodz piotrkowska 104', 'Łódź, PL'],
    [
      'small-letters',
      'aix en provence cours mirabeau',
      'aix en provence cours mirabeau 12',
      'Aix-en-Provence, FR',
    ],
    ['unknown-after-town', 'paris hilton', 'paris hilton 3', 'nothing'],
    ['unknown-after-town', 'lodz piotrkowska', 'Lodz Piotrkowska 104', 'nothing'],
    ['mistyped', 'г екатеринбруг', 'г. Екатеринбруг, ул. 8 Марта, 8', 'Yekaterinburg, RU'],
    ['no-place', 'московская область', 'Аэропорт Шереметьево, Московская область', 'Moscow, RU'],
    ['no-place', 'queens ny', 'JFK Airport, Queens NY', 'New York, US'],
    ['no-place', 'hohe str', 'Köln, Hohe Str. 52', 'Cologne, DE'],
    ['no-place', 'pta 7', 'valencia 46002 calle colon 22 pta 7', 'Valencia, ES'],
    ['no-place', 'вх б', 'Варна 9000, бул. Княз Борис I 115, вх. Б, ап. 6', 'Varna, BG'],
    ['no-place', 'شهر نو', 'کابل، شهر نو، افغانستان', 'Kabul, AF'],
    ['postal-district', 'تونس العاصمة', 'شارع الحبيب بورقيبة، تونس العاصمة 1000', 'Tunis, TN'],
    ['name', 'lille', 'Lille / 59000 / Grand’Place', 'Lille, FR'],
    ['area', 'bermuda', 'Hamilton, Bermuda HM 11', 'Hamilton, BM'],
    [
      'first-words',
      'firenze fi via de tornabuoni',
      '50123 Firenze FI Via de’ Tornabuoni 2 int. 5',
      'Florence, IT',
    ],
    ['shortened', 'hyd', 'Hyd, Telangana', 'Hyderabad, IN'],
    ['shortened', 'balt', 'Balt., MD', 'Baltimore, US'],
    ['code-after-a-postcode', 'blr office', 'BLR office, India', 'Bengaluru, IN'],
    ['postal-district', 'changhua city', 'Changhua City, Changhua County 500, Taiwan', 'Changhua, TW'],
    ['name', 'magistrat der stadt kassel', 'Magistrat der Stadt Kassel', 'Kassel, DE'],
    ['name', 'δημος θεσσαλονικης', 'Δήμος Θεσσαλονίκης', 'Thessaloniki, GR'],
    ['quarter', 'camden', 'London Borough of Camden', 'London, GB'],
    ['postal-district', 'milano centrale', 'Milano Centrale', 'Milan, IT'],
    ['code-after-a-postcode', 'jfk terminal', 'JFK Terminal 4', 'New York, US'],
    ['no-place', 'ebene 03', 'Flughafen München, Ebene 03', 'Munich, DE'],
    ['no-place', 'краља александра', 'Зрењанин, Краља Александра 4', 'Zrenjanin, RS'],
    ['beside', 'kronstadt in siebenburgen', 'Kronstadt in Siebenbürgen, Rumänien', 'Braşov, RO'],
    ['no-place', 'bodega', 'San Salvador, El Salvador: bodega Blvd. del Ejército', 'San Salvador, SV'],
    [
      'no-place',
      'call center',
      'Tegucigalpa, Honduras (call center, edificio Metrópolis)',
      'Tegucigalpa, HN',
    ],
    ['no-place-meant', 'box, of 50', 'box of 50', 'nothing'],
    ['no-place', 'bar', 'hydraulic hose 3/4" 250 bar', 'nothing'],
    ['no-place', 'y montalvo', 'Av. Cevallos 820 y Montalvo, Ambato, Ecuador', 'Ambato, EC'],
    ['large-to-small-characters', '广西壮族自治区柳州市柳南区', '广西壮族自治区柳州市柳南区', 'Liuzhou, CN'],
    ['name', 'ក្រុងបាត់ដំបង', 'ភូមិ៣ ក្រុងបាត់ដំបង ខេត្តបាត់ដំបង', 'Battambang, KH'],
    ['mistyped', 'lelystat', 'Dijkstraat 9, 8232 AB Lelystat, Netherlands', 'Lelystad, NL'],
    ['airport-by-name', 'nadi intl airport', 'Nadi Intl Airport, Fiji', 'Nadi, FJ'],
    ['no-place', 'شهر نو', 'کابل، شهر نو', 'Kabul, AF'],
    ['postal-district', 'आगरा ताजमहल के पास', 'आगरा ताजमहल के पास', 'Agra, IN'],
    ['unknown-after-town', 'maria santos', 'Maria Santos, Rue Larbi 5', 'nothing'],
    ['no-place', 'ankunft', 'Zürich Flughafen, Ankunft', 'Zürich, CH'],
    ['no-place', 't 016 55 50 11', 'Haachtsesteenweg 60\n1910 Kampenhout\nT 016 55 50 11', 'Kampenhout, BE'],
    ['no-place', 'open until 9 pm', 'Fayetteville, AR 72703 Open until 9 PM', 'Fayetteville, US'],
    ['name', 'ajuntament de sabadell', 'Ajuntament de Sabadell', 'Sabadell, ES'],
    ['name', 'commune daix en provence', "Commune d'Aix-en-Provence", 'Aix-en-Provence, FR'],
    ['postal-district', 'gare de lyon part dieu', 'Gare de Lyon Part-Dieu', 'Lyon, FR'],
    ['mistyped', 'hbf leipzg', 'Hbf Leipzg', 'Leipzig, DE'],
    ['mistyped', 'colegno to', 'Via Torino 12, 10093 Colegno TO, Italy', 'Collegno, IT'],
    ['beside', 'neustadt a d weinstrasse', 'Neustadt a. d. Weinstraße', 'Neustadt, DE'],
    ['shortened', 'weil a rh', 'Weil a. Rh.', 'Weil am Rhein, DE'],
    ['shortened', 'sgo del estero', 'Sgo. del Estero, Argentina', 'Santiago del Estero, AR'],
    ['shortened', 'chalon s saone', 'Chalon s/Saône', 'Chalon-sur-Saône, FR'],
    ['name', 'लखनऊ', 'हनुमान मंदिर के पास लखनऊ', 'Lucknow, IN'],
    ['quarter', 'polanco', 'Polanco, México', 'Mexico City, MX'],
    ['quarter', 'model town', 'Model Town, Sialkot, Pakistan', 'Sialkot, PK'],
    ['town-called-like-its-area', 'santorini', 'Oia, Santorini, Greece', 'Oía, GR'],
    ['unknown-after-town', '山田太郎', '山田太郎', 'nothing'],
    ['large-to-small-characters', '神奈川県横浜市西区', '神奈川県横浜市西区', 'Yokohama, JP'],
    ['name', 'orange', '12 cours Pourtoules - 84100 Orange', 'Orange, FR'],
    ['name', 'san francisco', '94103 San Francisco', 'San Francisco, US'],
    ['large-to-small-characters', '東京都渋谷区渋谷', '住所:東京都渋谷区渋谷2-15-1', 'Tokyo, JP'],
    ['no-place', 'b동', '서울특별시 강남구 테헤란로 152, B동 804호', 'Seoul, KR'],
    ['name', 'тараз қаласы', 'Абай даңғылы 10, Тараз қаласы', 'Taraz, KZ'],
    ['no-place', 'tel kom 601 555 010', 'Gdańsk, tel. kom. 601 555 010', 'Gdańsk, PL'],
    ['no-place', '9 18 h', '28001 Madrid. Horario: 9-18 h', 'Madrid, ES'],
    ['no-place', 'contacto lucia', '41001 Sevilla. Contacto: Lucía', 'Seville, ES'],
    ['postal-district', 'roma termini railway station', 'Roma Termini railway station', 'Rome, IT'],
    ['area', 'quebec', 'Jonquière (Québec)', 'Saguenay, CA'],
    ['no-place', 'po 4711000123', 'PO 4711000123 / line 3', 'nothing'],
  ];
  for (const [rule, words, text, found] of cases) {
    it(`has ${rule} decide on “${words}” in “${text}”`, () => {
      const { location, decisions } = data.explain(parseAddress(text)._unsafeUnwrap())._unsafeUnwrap();
      const decided = decisions.filter((each) => each.words === words);
      expect(decided.flatMap((each) => [each.rule, each.reading])).to.include(rule);
      expect(nameOf(location)).to.equal(found);
    });
  }

  it('are explained by an example of the way in which a town is named', () => {
    const exampleOf = (text: string) =>
      data.explain(parseAddress(text)._unsafeUnwrap())._unsafeUnwrap().decisions.at(-1)?.example;
    expect(exampleOf('Tampa')).to.equal('`Paris` in `12 Rue de Rivoli, Paris, France`');
    expect(exampleOf('20095 Hambrug')).to.equal('`20095 Hambrug`');
    expect(exampleOf('London Gatwick')).to.equal('`Aeropuerto de Barajas`');
  });

  it('are in the documentation, in their order', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/locations.md'), 'utf8');
    const rows = page.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [cells[1]?.replaceAll('`', '') ?? '', cells.at(-2) ?? ''];
    });
    for (const list of [RULES, FINAL_RULES, [...TOWN_READINGS, ...OTHER_READINGS]]) {
      const expected = list.flatMap(({ name, example }) => [name, example]);
      expect(rows.join('\n')).to.include(expected.join('\n'));
    }
  });

  it('are all tried above', () => {
    const names = [...RULES, ...FINAL_RULES, ...TOWN_READINGS, ...OTHER_READINGS].map(({ name }) => name);
    expect(cases.map(([rule]) => rule)).to.include.members(names);
    expect(new Set(names).size).to.equal(names.length);
  });
});
