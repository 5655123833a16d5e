import type { AreaTable } from './area-table.ts';

/** Regions in Ukrainian and in Russian. */
export const UKRAINE: AreaTable = {
  country: 'UA',
  source: 'Constitution of Ukraine, article 133; iso3166-2-db 2.3.11 (MIT)',
  names: {
    'Черкаська область, Черкасская область': '01',
    'Чернігівська область, Черниговская область': '02',
    'Чернівецька область, Черновицкая область': '03',
    'Дніпропетровська область, Днепропетровская область': '04',
    'Донецька область, Донецкая область': '05',
    'Івано-Франківська область, Ивано-Франковская область': '06',
    'Харківська область, Харьковская область': '07',
    'Херсонська область, Херсонская область': '08',
    'Хмельницька область, Хмельницкая область': '09',
    'Кіровоградська область, Кировоградская область': '10',
    // Sevastopol is a region of its own on the peninsula.
    'Автономна Республіка Крим, Крим, Крым, Республика Крым, Crimea': '11 20',
    'Київська область, Киевская область': '13',
    'Луганська область, Луганская область': '14',
    'Львівська область, Львовская область': '15',
    'Миколаївська область, Николаевская область': '16',
    'Одеська область, Одесская область': '17',
    'Полтавська область, Полтавская область': '18',
    'Рівненська область, Ровненская область': '19',
    'Сумська область, Сумская область': '21',
    'Тернопільська область, Тернопольская область': '22',
    'Вінницька область, Винницкая область': '23',
    'Волинська область, Волынская область': '24',
    'Закарпатська область, Закарпатская область': '25',
    'Запорізька область, Запорожская область': '26',
    'Житомирська область, Житомирская область': '27',
  },
};

/** Regions in Russian and in Belarusian. */
export const BELARUS: AreaTable = {
  country: 'BY',
  source: 'Constitution of Belarus, article 9; iso3166-2-db 2.3.11 (MIT)',
  names: {
    'Брестская область, Брэсцкая вобласць': '01',
    'Гомельская область, Гомельская вобласць': '02',
    'Гродненская область, Гродзенская вобласць': '03',
    'Минская область, Мінская вобласць': '05',
    'Могилёвская область, Магілёўская вобласць': '06',
    'Витебская область, Віцебская вобласць': '07',
  },
};

/** Regions in Russian. */
export const KAZAKHSTAN: AreaTable = {
  country: 'KZ',
  source: 'iso3166-2-db 2.3.11 (MIT)',
  names: {
    'Алматинская область': '01',
    'Акмолинская область': '03',
    'Актюбинская область': '04',
    'Атырауская область': '06',
    'Западно-Казахстанская область': '07',
    'Мангистауская область': '09',
    'Туркестанская область': '10',
    'Павлодарская область': '11',
    'Карагандинская область': '12',
    'Костанайская область': '13',
    'Кызылординская область': '14',
    'Восточно-Казахстанская область': '15',
    'Северо-Казахстанская область': '16',
    'Жамбылская область': '17',
  },
};

/** Regions in Bulgarian. */
export const BULGARIA: AreaTable = {
  country: 'BG',
  source: 'National Statistical Institute of Bulgaria, EKATTE',
  names: {
    Благоевград: '38',
    Бургас: '39',
    Добрич: '40',
    Габрово: '41',
    'София-град': '42',
    Хасково: '43',
    Кърджали: '44',
    Кюстендил: '45',
    Ловеч: '46',
    Монтана: '47',
    Пазарджик: '48',
    Перник: '49',
    Плевен: '50',
    Пловдив: '51',
    Разград: '52',
    Русе: '53',
    Шумен: '54',
    Силистра: '55',
    Сливен: '56',
    Смолян: '57',
    'Софийска област': '58',
    'Стара Загора': '59',
    Търговище: '60',
    Варна: '61',
    'Велико Търново': '62',
    Видин: '63',
    Враца: '64',
    Ямбол: '65',
  },
};

/** Voivodeships in Polish. */
export const POLAND: AreaTable = {
  country: 'PL',
  source: 'Ustawa z dnia 24 lipca 1998 r.; Główny Urząd Statystyczny, TERYT',
  names: {
    Dolnośląskie: '72',
    'Kujawsko-Pomorskie': '73',
    Łódzkie: '74',
    Lubelskie: '75',
    Lubuskie: '76',
    Małopolskie: '77',
    Mazowieckie: '78',
    Opolskie: '79',
    Podkarpackie: '80',
    Podlaskie: '81',
    Pomorskie: '82',
    Śląskie: '83',
    Świętokrzyskie: '84',
    'Warmińsko-Mazurskie': '85',
    Wielkopolskie: '86',
    Zachodniopomorskie: '87',
  },
};

/** Regions in Greek, and what people call them. */
export const GREECE: AreaTable = {
  country: 'GR',
  source: 'Law 3852/2010 of Greece (Kallikratis): regions and their units',
  names: {
    'Ανατολική Μακεδονία και Θράκη, Θράκη, Thrace': 'ESYE11',
    'Κεντρική Μακεδονία, Μακεδονία': 'ESYE12',
    'Δυτική Μακεδονία, Μακεδονία': 'ESYE13',
    'Θεσσαλία, Thessalia': 'ESYE14',
    'Ήπειρος, Ipeiros': 'ESYE21',
    'Ιόνια Νησιά, Ionia Nisia, Ιόνιοι Νήσοι, Kerkyra, Κέρκυρα, Corfu': 'ESYE22',
    'Kefalonia, Cephalonia, Κεφαλονιά': 'ESYE22.27',
    'Santorini, Santorin, Σαντορίνη': 'ESYE42.49',
    'Δυτική Ελλάδα, Western Greece, Dytiki Ellada': 'ESYE23',
    'Στερεά Ελλάδα, Sterea Ellada, Stereá Elláda': 'ESYE24',
    'Πελοπόννησος, Peloponnisos': 'ESYE25',
    'Αττική, Attiki': 'ESYE31',
    'Βόρειο Αιγαίο, Voreio Aigaio': 'ESYE41',
    'Νότιο Αιγαίο, Notio Aigaio, Δωδεκάνησα, Dodecanese, Κυκλάδες, Cyclades': 'ESYE42',
    'Κρήτη, Kriti': 'ESYE43',
    'Δράμα, Drama, Έβρος, Evros, Καβάλα, Kavala, Ξάνθη, Xanthi, Ροδόπη, Rodopi': 'ESYE11',
    'Ημαθία, Imathia, Κιλκίς, Kilkis, Πέλλα, Pella, Πιερία, Pieria, Σέρρες, Serres, Χαλκιδική, Chalkidiki, Halkidiki':
      'ESYE12',
    'Καρδίτσα, Karditsa, Λάρισα, Larissa, Μαγνησία, Magnisia, Magnesia, Τρίκαλα, Trikala': 'ESYE14',
    'Άρτα, Arta, Θεσπρωτία, Thesprotia, Ιωάννινα, Ioannina, Πρέβεζα, Preveza': 'ESYE21',
    'Αχαΐα, Αχαΐας, Achaea, Achaia, Αιτωλοακαρνανία, Aitoloakarnania, Ηλεία, Ilia, Elis': 'ESYE23',
    'Βοιωτία, Boeotia, Viotia, Εύβοια, Euboea, Evia, Ευρυτανία, Φθιώτιδα, Fthiotida, Φωκίδα, Fokida':
      'ESYE24',
    'Αργολίδα, Argolida, Argolis, Αρκαδία, Arcadia, Κορινθία, Korinthia, Corinthia, Λακωνία, Laconia, Μεσσηνία, Messinia':
      'ESYE25',
    'Ηράκλειο, Λασίθι, Lasithi, Ρέθυμνο, Rethymno, Χανιά, Chania': 'ESYE43',
  },
};

/** A former autonomous region, whose districts are others today. */
export const AZERBAIJAN: AreaTable = {
  country: 'AZ',
  source: 'Law of the Azerbaijan SSR on the Nagorno-Karabakh Autonomous Oblast, 16 June 1981',
  names: {
    'Nagorno-Karabakh, Nagorny Karabakh, Karabakh, Artsakh, Qarabağ, Dağlıq Qarabağ, Нагорный Карабах, Карабах, Арцах, Արցախ':
      '03 26 55 56 57 61 64 65',
  },
};
