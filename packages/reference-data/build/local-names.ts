import type { GeoNamesPlace } from './geonames-place.ts';

/**
 * Names of large towns in the script of their country, where GeoNames has none, by country and GeoNames' name (the countries' own lists of
 * their administrative units).
 */
const LOCAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['BD Bagerhat', 'বাগেরহাট'],
  ['BD Cox’s Bāzār', 'কক্সবাজার'],
  ['BD Dinajpur', 'দিনাজপুর'],
  ['BD Farīdpur', 'ফরিদপুর'],
  ['BD Jamālpur', 'জামালপুর'],
  ['BD Jessore', 'যশোর'],
  ['BD Kishorganj', 'কিশোরগঞ্জ'],
  ['BD Kushtia', 'কুষ্টিয়া'],
  ['BD Madaripur', 'মাদারীপুর'],
  ['BD Narayanganj', 'নারায়ণগঞ্জ'],
  ['BD Narsingdi', 'নরসিংদী'],
  ['BD Natore', 'নাটোর'],
  ['BD Pābna', 'পাবনা'],
  ['BD Pār Naogaon', 'নওগাঁ'],
  ['BD Sherpur', 'শেরপুর'],
  ['BD Sātkhira', 'সাতক্ষীরা'],
  ['BD Tangail', 'টাঙ্গাইল'],
  ['CN Changshu', '常熟'],
  ['CN Changzhi', '长治'],
  ['CN Huainan', '淮南'],
  ['CN Huai’an', '淮安'],
  ['CN Jiaozhou', '胶州'],
  ['CN Jinzhong', '晋中'],
  ['CN Mianzhu, Deyang, Sichuan', '绵竹'],
  ['CN Shangluo', '商洛'],
  ['CN Suqian', '宿迁'],
  ['CN Tai’an', '泰安'],
  ['CN Xianning', '咸宁'],
  ['CN Yiyang', '益阳'],
  ['CN Zhu Cheng City', '诸城'],
  ['EG 6th of October City', '6 أكتوبر,السادس من أكتوبر'],
  ['ET Awasa', 'ሐዋሳ,ሀዋሳ'],
  ['ET Bishoftu', 'ቢሾፍቱ'],
  ['ET Debre Birhan', 'ደብረ ብርሃን'],
  ['ET Debre Mark’os', 'ደብረ ማርቆስ'],
  ['ET Dessie', 'ደሴ'],
  ['ET Jimma', 'ጅማ'],
  ['ET Kombolcha', 'ኮምቦልቻ'],
  ["ET Mek'ele", 'መቐለ,መቀሌ'],
  ['ET Nazrēt', 'አዳማ,ናዝሬት'],
  ['IN Bengaluru', 'బెంగళూరు,பெங்களூரு,बेंगलुरु,बेंगलूरु'],
  ['IN Bhubaneswar', 'ଭୁବନେଶ୍ୱର,ଭୁବନେଶ୍ଵର,भुवनेश्वर'],
  ['IN Davangere', 'ದಾವಣಗೆರೆ'],
  ['IN Dombivali', 'डोंबिवली,डोंबिवली'],
  ['IN Gaya', 'गया'],
  ['IN Ghāziābād', 'गाज़ियाबाद,गाजियाबाद'],
  ['IN Gwalior', 'ग्वालियर'],
  ['IN Jamnagar', 'જામનગર'],
  ['IN Jhānsi', 'झाँसी,झांसी'],
  ['IN Kalyān', 'कल्याण'],
  ['IN Kolhāpur', 'कोल्हापूर,कोल्हापुर'],
  ['IN Malegaon', 'मालेगाव'],
  ['IN Morādābād', 'मुरादाबाद'],
  ['IN Rājkot', 'રાજકોટ,राजकोट'],
  ['IN Sahāranpur', 'सहारनपुर'],
  ['IN Sāngli', 'सांगली'],
  ['IN Surat', 'સુરત,सूरत'],
  ['IN Thāne', 'ठाणे'],
  ['JO Russeifa', 'الرصيفة'],
  ['KR Donghae City', '동해시,동해'],
  ['KR Gwangyang', '광양시,광양'],
  ['KR Seogwipo', '서귀포시,서귀포'],
  ['KZ Karagandy', 'Қарағанды'],
  ['KZ Taraz', 'Тараз'],
  ['LA Luang Prabang', 'ຫຼວງພະບາງ,ຫລວງພະບາງ'],
  ['LA Savannakhet', 'ສະຫວັນນະເຂດ'],
  ['LA Thakhèk', 'ທ່າແຂກ'],
  ['KH Siem Reap', 'សៀមរាប'],
  ['KH Pursat', 'ពោធិ៍សាត់'],
  ['KH Takeo', 'តាកែវ'],
  ['LK Sri Jayewardenepura Kotte', 'ශ්‍රී ජයවර්ධනපුර කෝට්ටේ'],
  ['LK Maharagama', 'මහරගම'],
  ['LY Tarhuna', 'ترهونة'],
  ['MA Berrechid', 'برشيد'],
  ['MA Khemisset', 'الخميسات'],
  ['MA Ksar El Kebir', 'القصر الكبير'],
  ['MA Taourirt', 'تاوريرت'],
  ['MA Temara', 'تمارة'],
  ['DZ El Eulma', 'العلمة'],
  ['DZ Aïn Beïda', 'عين البيضاء'],
  ['DZ El Khroub', 'الخروب'],
  ['DZ Messaad', 'مسعد'],
  ['DZ Aflou', 'آفلو'],
  ['MM Hinthada', 'ဟင်္သာတ'],
  ['MM Kēng Tung', 'ကျိုင်းတုံ'],
  ['MM Magway', 'မကွေး'],
  ['MM Myeik', 'မြိတ်'],
  ['MM Myingyan', 'မြင်းခြံ'],
  ['MM Nay Pyi Taw', 'နေပြည်တော်'],
  ['MM Pakokku', 'ပခုက္ကူ'],
  ['MM Pyay', 'ပြည်'],
  ['MM Pyin Oo Lwin', 'ပြင်ဦးလွင်'],
  ['MM Sagaing', 'စစ်ကိုင်း'],
  ['MM Shwebo', 'ရွှေဘို'],
  ['MM Thaton', 'သထုံ'],
  ['MM Yangon', 'ရန်ကုန်'],
  ['NP Bhimdatta', 'महेन्द्रनगर,भीमदत्त'],
  ['NP Birgañj', 'वीरगञ्ज,बीरगंज'],
  ['NP Butwāl', 'बुटवल'],
  ['NP Dharān', 'धरान'],
  ['NP Nepalgunj', 'नेपालगञ्ज,नेपालगंज'],
  ['NP Pātan', 'ललितपुर,पाटन'],
  ['NP Siddharthanagar', 'भैरहवा,सिद्धार्थनगर'],
  ['PK Bahawalpur', 'بہاولپور'],
  ['PK Burewala', 'بورے والا'],
  ['PK Hafizabad', 'حافظ آباد'],
  ['PK Jhang Sadr', 'جھنگ'],
  ['PK Kamoke', 'کامونکی'],
  ['PK Kasur', 'قصور'],
  ['PK Kohat', 'کوہاٹ'],
  ['PK Kotli', 'کوٹلی'],
  ['PK Larkana', 'لاڑکانہ'],
  ['PK Muridke', 'مریدکے'],
  ['PK Muzaffarābād', 'مظفر آباد,مظفرآباد'],
  ['PK Nawabshah', 'نواب شاہ'],
  ['PK Okara', 'اوکاڑہ'],
  ['PK Saddiqabad', 'صادق آباد'],
  ['PK Shikarpur', 'شکارپور'],
  ['SD El Fasher', 'الفاشر'],
  ['SD Sennar', 'سنار'],
  ['TW Taoyuan City', '桃園,桃園市'],
]);

const CYRILLIC_COUNTRIES = new Set(['BA', 'ME', 'RS']);
const LETTERS = new Map(
  'a а b б c ц č ч ć ћ d д đ ђ e е f ф g г h х i и j ј k к l л m м n н o о p п r р s с š ш t т u у v в z з ž ж lj љ nj њ dž џ'
    .split(' ')
    .flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? '']] : [])) as [string, string][],
);
const LATIN = /lj|nj|dž|[a-zčćđšž]/g;
const BURMESE_TOWN = /မြို့$/u;
const KHMER_TOWN = /^ក្រុង/u;

/**
 * Further names of a town in the script of its country: those of the table; in Serbia and beside it GeoNames' name in Cyrillic letters (Pravopis
 * srpskoga jezika), `Зрењанин`; and Burmese and Khmer ones without the word for a town.
 */
export function localNames({ country, name, alternates }: GeoNamesPlace): readonly string[] {
  const names = LOCAL_NAMES.get(`${country} ${name}`)?.split(',') ?? [];
  const lower = name.toLowerCase();
  if (CYRILLIC_COUNTRIES.has(country) && /^[a-zčćđšž ]+$/.test(lower))
    names.push(lower.replace(LATIN, (letter) => LETTERS.get(letter) ?? letter));
  for (const [place, word] of [
    ['MM', BURMESE_TOWN],
    ['KH', KHMER_TOWN],
  ] as const)
    if (country === place)
      names.push(...alternates.filter((each) => word.test(each)).map((each) => each.replace(word, '')));
  return names;
}
