import { once } from 'node:events';
import { createServer } from 'node:http';

/** What is asked for, and what every server answers. */
export const ADDRESS = '12 Rue de Rivoli, Paris';
export const PLACE = { city: 'Paris', state: 'Île-de-France', country: 'FR', lat: 48.8556, long: 2.3597 };

const ANSWER = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [PLACE.long, PLACE.lat] },
      properties: { type: 'house', city: PLACE.city, state: PLACE.state, countrycode: PLACE.country },
    },
  ],
});

/** A Photon server of one address, for the service to ask once; it counts how often it was asked. */
export async function startAddressProvider() {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(ANSWER);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    asked: () => asked,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
