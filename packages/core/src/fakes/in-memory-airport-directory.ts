import {
  type AirportCode,
  type AirportDirectory,
  type Location,
  okAsync,
  type ResultAsync,
} from '../index.js';

/** An airport that the directory's contract needs. */
export interface AirportFixture {
  readonly iata: string;
  readonly icao: string;
  readonly location: Location;
}

/** The airports that `airportDirectoryContract` asks for. */
export const AIRPORT_FIXTURES: readonly AirportFixture[] = [
  {
    iata: 'MUC',
    icao: 'EDDM',
    location: { city: 'Munich', state: 'Bavaria', country: 'DE', lat: 48.353802, long: 11.7861 },
  },
  {
    iata: '',
    icao: '7FA1',
    location: { city: 'Sugarloaf Shores', state: 'Florida', country: 'US', lat: 24.6489, long: -81.5797 },
  },
];

/** An airport directory of the given airports. */
export class InMemoryAirportDirectory implements AirportDirectory {
  readonly #byCode: ReadonlyMap<string, Location>;

  constructor(airports: readonly AirportFixture[] = AIRPORT_FIXTURES) {
    this.#byCode = new Map(
      airports.flatMap(({ iata, icao, location }) => [
        [iata, location],
        [icao, location],
      ]),
    );
  }

  find(code: AirportCode): ResultAsync<Location | undefined, never> {
    return okAsync(this.#byCode.get(code));
  }
}
