import * as v from 'valibot';

/** Where a GeoJSON feature is: longitude before latitude; a height is passed over. */
export const GEOJSON_POINT: v.GenericSchema<unknown, { coordinates: [long: number, lat: number] }> = v.object(
  {
    coordinates: v.tuple([v.number(), v.number()]),
  },
);
