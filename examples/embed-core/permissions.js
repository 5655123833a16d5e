// The rules alone: no service, no database. `node permissions.js`
import { errAsync, okAsync, PermissionSet } from '@ops-admin/core';
import { locationOperations } from '@ops-admin/core/operations';

const held = PermissionSet.of(['service.users', 'service.users.read', 'service.user.read']);
const { after, removed } = held.remove(['service.users.*']);
console.log('removed:', removed.join(', '));
console.log('left:', [...after].join(', '));

// Operations are made of ports; these are our own.
/** @type {import('@ops-admin/core').AirportDirectory} */
const noAirports = { find: () => okAsync(undefined) };
/** @type {import('@ops-admin/core').TownDirectory} */
const noTowns = { peopleOf: () => okAsync(0) };
/** @type {import('@ops-admin/core').FoundLocation} */
const headOffice = {
  city: 'Lima',
  state: 'Lima',
  country: 'PE',
  lat: -12.05,
  long: -77.04,
  source: 'offices',
  precision: 'address',
};
/** @type {import('@ops-admin/core').GeoLookup} */
const offices = {
  lookup: (address) =>
    address === 'Head office' ? okAsync(headOffice) : errAsync({ type: 'location-not-found' }),
};

const locations = locationOperations({ airports: noAirports, geoLookup: offices, towns: noTowns });
for (const text of ['Head office', 'Atlantis', '']) {
  const found = await locations.find(text);
  console.log(`'${text}':`, found.isOk() ? found.value.city : found.error.type);
}
