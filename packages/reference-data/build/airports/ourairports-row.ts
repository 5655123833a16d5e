/** The columns that are read of a row of OurAirports' airports.csv; all text, as in the file. */
export interface OurAirportsRow {
  /** `large_airport`, `heliport`, `closed` and so on. */
  readonly type: string;
  readonly name: string;
  readonly municipality: string;
  readonly iso_country: string;
  readonly iso_region: string;
  /** `yes` or `no`. */
  readonly scheduled_service: string;
  readonly iata_code: string;
  readonly icao_code: string;
  readonly gps_code: string;
  readonly latitude_deg: string;
  readonly longitude_deg: string;
}
