import { fold } from './fold.js';

function wordsOf(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(/\s+/)).map((word) => fold(word.replaceAll('_', ' '))));
}

/** Words of hotels, shops, schools, stations and other buildings, which often stand next to the name of their town. */
export const VENUE_WORDS: ReadonlySet<string> = wordsOf(
  'hotel hotels hostel inn motel resort suites lodge guesthouse ibis novotel mercure hilton hyatt sheraton marriott radisson blu scandic hampton holiday express',
  'best western comfort quality courtyard doubletree ramada travelodge premier crowne westin sofitel pullman nh melia accor motel_6 super 8 days embassy fairfield',
  'university college school institute academy faculty campus universitat universidad universite universita universidade eth tu fh hochschule uniwersytet politechnika',
  'hospital clinic klinikum krankenhaus chu hopital ospedale szpital medical center centre centro centar zentrum health care',
  'station railway bahnhof hbf hauptbahnhof gare estacion estacao stazione vokzal вокзал central centrale centraal terminal metro bus port harbour harbor hafen puerto porto',
  'airport aeropuerto flughafen aeroport aeroporto depot warehouse plant factory works office offices branch hq headquarters site hub dc store shop mall market plaza',
  'messe fiera feria expo arena stadium stadion park museum theatre theater opera cathedral church castle palace tower town hall city library zoo',
  'restaurant cafe bar pub bank embassy consulate court police fire post rathaus dom tower marina golf club country spa lager werk standort filiale niederlassung succursale agence',
  'sucursal oddzial филиал завод склад офис гостиница отель usine entrepot magazzino stabilimento sede planta fabrica bodega almacen kontor lagerhaus logistikzentrum',
  'north south east west northern southern eastern western nord sud est ouest sur norte oeste downtown upper lower old new greater',
  'building house residence residences apartments tower towers heights gardens garden villas complex block estate business industrial technology science',
  'kommun kommune shi si municipality kerulet metropolitan cantt cantonment km km² के पास सामने निकट पीछे समीप छावनी کینٹ العاصمة',
  'room dept department team region area metro delivery pickup visit meeting based near outside in at to from',
);

/** Words of sentences, in the languages of most texts. */
export const FUNCTION_WORDS: ReadonlySet<string> = wordsOf(
  'a an the and or but if then than that this these those is are was were be been being am do does did done has have had having will would can could shall should may might must',
  'i you he she it we they me him us them my your his its our their not no yes for from with without by on in at to into of off up down out over under about after before during',
  'between through because as so very too also just only still already yet again ever never always often when where what which who whom whose why how all any some each every both',
  'few more most other another such own same here there now today tomorrow yesterday please thanks thank waiting wait order ordered cancelled canceled delivered delivery pending',
  'shipped received sent customer customers answer duplicate given ticket tickets see call called calls calling return returned returning check checked closed open opened new need needs',
  'needed update updated request requested confirm confirmed missing broken printer laptop screen password account invoice invoices payment paid refund error issue problem fix fixed',
  'love like want hello dear regards add added remove removed test tests merge bump release fixes support change changed location address unknown given working works does doesnt dont cannot cant wont isnt',
  'der die das und oder ist sind war nicht mit von zu im am auf fur bei aus nach wird wurde ein eine einen kein keine bitte noch schon wenn kunde lieferung bestellung unser unsere',
  'le la les un une des et ou est sont pas avec pour dans sur par du au aux ne que qui nous vous notre votre commande livraison client merci',
  'el los las una y o es son no con para por en del al que se su nuestro pedido cliente entrega gracias',
  'il lo gli e sono non per nel della di da si che cliente consegna ordine grazie um uma os as dos das em no na nao com para pedido obrigado',
  'het een en van voor met niet is zijn op bij naar klant levering',
);

/** Words by which companies say what they are. */
export const COMPANY_WORDS: ReadonlySet<string> = wordsOf(
  'gmbh ag kg ohg ug mbh inc llc ltd limited plc corp corporation company co sa sas sarl srl spa bv nv ab oy oyj as aps lda ltda sl slu sp_z_o_o sro kft zrt doo ooo оао ооо зао ип',
  'holdings holding group gruppe partners sons brothers bros consulting solutions systems technologies services industries enterprises logistics trading',
);

/** After a name: what is not a town, but is called after one, or one is called after. Before it in other languages. */
export const NATURE_WORDS: ReadonlySet<string> = wordsOf(
  'bridge river lake mountain mountains sea ocean bay gulf strait desert canyon valley creek falls glacier island islands isle peninsula cape coast beach forest jungle plateau cheese beer',
  'wine sausage dressing marathon treaty protocol agreement accord syndrome stock_exchange times post journal herald united fc bulls lakers giants',
);
