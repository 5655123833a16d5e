import { err, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { failedAnswer, refused, unanswerable, unavailable } from './failed-answer.js';
import type { CodedPlace, GeoLookupError, ProviderAnswer, ProviderForm } from './provider-form.js';
import { quotaExceeded } from './quota-exceeded.js';
import {
  firstPlace,
  locationFrom,
  type MatchWords,
  matchIn,
  memberOf,
  placeName,
  TEXT,
} from './read-place.js';

/** Addresses looked up by Google's Geocoding API, which needs a key. The language is a plain tag. */
export const GOOGLE: ProviderForm = {
  path: '/maps/api/geocode/json',
  parameters: (language, key) => ({ language, key }),
  asked: 'address',
  placeIn,
};

/** The result is in the body, whatever the status of the response. */
function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  const status = memberOf(answer.body, 'status');
  switch (status) {
    case 'OK':
      return answer.status === 200 ? bestMatchIn(answer) : failedAnswer(answer);
    case 'ZERO_RESULTS':
      return err({ type: 'location-not-found' });
    // The latter can also mean a bad key or no billing, but today these are REQUEST_DENIED.
    case 'OVER_QUERY_LIMIT':
    case 'OVER_DAILY_LIMIT':
      return err(quotaExceeded(answer));
    case 'REQUEST_DENIED':
      return refused(status);
    // It rejects some addresses, such as coordinates. One of them must not stop it for everybody.
    case 'INVALID_REQUEST':
      return unanswerable(status);
    case 'UNKNOWN_ERROR':
      return unavailable(status);
    default:
      return answer.status === 200 ? unavailable('no usable status in the answer') : failedAnswer(answer);
  }
}

function bestMatchIn({ body }: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  return firstPlace(memberOf(body, 'results'), RESULT).andThen(({ address_components, geometry, types }) => {
    const component = (type: string) => address_components.find(({ types }) => types.includes(type));
    const name = (type: string) => component(type)?.long_name ?? '';
    const country = component('country')?.short_name ?? '';
    const region = name('administrative_area_level_1');
    return locationFrom(
      {
        match: matchIn(types, TYPES),
        city: placeName(
          name('locality'),
          name('postal_town'),
          name('administrative_area_level_3'),
          country === 'BR' ? name('administrative_area_level_2') : '',
          TOWN_REGIONS.has(`${country} ${region}`) ? region : '',
          name('sublocality_level_1'),
          name('administrative_area_level_2'),
        ),
        state: placeName(region),
        country,
        lat: geometry.location.lat,
        long: geometry.location.lng,
      },
      'google',
    );
  });
}

// Regions that are one town of the 500 largest, where Google often names no `locality`.
const TOWN_REGIONS = new Set([
  ...['KR Seoul', 'KR Busan', 'KR Incheon', 'KR Daegu', 'KR Daejeon', 'KR Gwangju', 'KR Ulsan'],
  ...[
    'TR Istanbul',
    'TR İstanbul',
    'TR Ankara',
    'TR İzmir',
    'TR Izmir',
    'TR Bursa',
    'TR Antalya',
    'TR Adana',
  ],
  ...['CN Beijing', 'CN Shanghai', 'CN Tianjin', 'CN Chongqing', 'TW Taipei City', 'TW Kaohsiung City'],
  ...['JP Tokyo', 'TH Bangkok', 'ID Jakarta', 'VN Hanoi', 'VN Ho Chi Minh City', 'IN Delhi', 'RU Moscow'],
  ...[
    'RU Saint Petersburg',
    'DE Berlin',
    'DE Hamburg',
    'AT Vienna',
    'MX Mexico City',
    'AE Dubai',
    'CO Bogotá',
  ],
]);

// Its types of results: https://developers.google.com/maps/documentation/geocoding/requests-geocoding#Types
const TYPES: MatchWords = {
  address:
    'street_address premise subpremise plus_code airport park point_of_interest establishment landmark natural_feature ' +
    'transit_station train_station bus_station subway_station room floor parking post_box street_number',
  street: 'route intersection',
  postcode: 'postal_code',
  district: 'sublocality neighborhood',
  town: 'locality postal_town administrative_area_level_3 administrative_area_level_4 colloquial_area',
  larger: 'administrative_area_level_2 administrative_area_level_1 country continent archipelago',
};
const COMPONENT = v.object({ long_name: TEXT, short_name: TEXT, types: v.array(v.string()) });
const RESULT = v.object({
  types: v.nullish(v.array(v.string()), []),
  address_components: v.array(COMPONENT),
  geometry: v.object({ location: v.object({ lat: v.number(), lng: v.number() }) }),
});
