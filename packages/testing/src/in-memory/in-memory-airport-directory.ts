import { type Airport, type AirportCode, type AirportDirectory, ok, type ResultAsync } from '@ops-admin/core';
import { checkText, rejecting } from '@ops-admin/core/adapter';

/** An airport that the directory's contract needs. */
export interface AirportFixture extends Airport {
  readonly iata: string;
  readonly icao: string;
}

/** The airports that `airportDirectoryContract` asks for. */
export const AIRPORT_FIXTURES: readonly AirportFixture[] = [
  {
    iata: 'MUC',
    icao: 'EDDM',
    location: { city: 'Munich', state: 'Bavaria', country: 'DE', lat: 48.353802, long: 11.7861 },
    isLarge: true,
    isScheduled: true,
  },
  {
    iata: '',
    icao: '7FA1',
    location: { city: 'Sugarloaf Shores', state: 'Florida', country: 'US', lat: 24.6489, long: -81.5797 },
    isLarge: false,
    isScheduled: false,
  },
];

export class InMemoryAirportDirectory implements AirportDirectory {
  readonly #byCode: ReadonlyMap<string, Airport>;

  constructor(airports: readonly AirportFixture[] = AIRPORT_FIXTURES) {
    this.#byCode = new Map(
      airports.flatMap(({ iata, icao, ...airport }) => [
        [iata, airport],
        [icao, airport],
      ]),
    );
  }

  find(code: AirportCode): ResultAsync<Airport | undefined, never> {
    return rejecting(async () => {
      checkText(code, 'code');
      return ok(this.#byCode.get(code));
    });
  }
}
