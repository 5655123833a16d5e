import type { Readable } from 'node:stream';
import type { ResultAsync } from '@ops-admin/core';

/** The files of OurAirports that are read. */
export type AirportFileName = 'airports.csv' | 'regions.csv';

/** One of the files; its bytes, plain or gzip, are read to their end or destroyed. */
export interface OpenedAirportFile {
  /** The path, or the URL without its query. */
  readonly name: string;
  readonly bytes: Readable;
  /** The day of the data, if the source says so. */
  readonly date: Date | undefined;
}

/** The place cannot be read: it is wrong, not the files. */
export interface AirportPlaceUnusable {
  readonly type: 'airport-place-unusable';
  readonly place: string;
  readonly reason: string;
}

/** The files did not come, or not completely. */
export interface DownloadFailed {
  readonly type: 'download-failed';
  /** Without its query. */
  readonly url: string;
  readonly reason: string;
}

/** A file is not CSV, is cut short, or is not a file of OurAirports. */
export interface NotOurAirports {
  readonly type: 'not-ourairports';
  /** The path, or the URL without its query. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly reason: string;
}

/** Why a file of OurAirports cannot be read. */
export type AirportFilesError = AirportPlaceUnusable | DownloadFailed | NotOurAirports;

/** A place that has the files of OurAirports. */
export interface AirportFiles {
  /** For people, as a part of a sentence: "the folder dump". */
  readonly description: string;
  /** Opens `name`, or `name.gz` if only that exists. */
  open(name: AirportFileName): ResultAsync<OpenedAirportFile, AirportFilesError>;
  /** The error when reading a file failed with `cause`. */
  broken(file: OpenedAirportFile, cause: unknown): AirportFilesError;
}
