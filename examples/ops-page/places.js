/** @import { Page } from './page.js' */
import { element, searchForm } from './element.js';

/** Where an address or an airport is. */
export function showPlaces(/** @type {Page} */ { client, fill, query }) {
  const address = query.get('address') ?? '';
  const found = element('div', { role: 'status' });
  if (address !== '') {
    void fill(found, client.locate({ address }), ({ address: { city, country, lat, long, state } }) => {
      const facts = { City: city, State: state, Country: country, Latitude: lat, Longitude: long };
      const known = Object.entries(facts).filter(([, value]) => value !== '');
      const terms = known.flatMap(([term, value]) => [
        element('dt', {}, term),
        element('dd', {}, `${value}`),
      ]);
      return [element('dl', {}, ...terms)];
    });
  }
  const label = 'An address, a town, or the code of an airport';
  return [searchForm({ view: 'places', name: 'address', label, button: 'Look up', query }), found];
}
