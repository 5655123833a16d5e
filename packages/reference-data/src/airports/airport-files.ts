import type { Readable } from 'node:stream';
import type { ResultAsync } from '@ops-admin/core';

/** The files of OurAirports that are read. */
export type AirportFileName = 'airports.csv' | 'regions.csv';

/** One of the files; its bytes, plain or gzip, are read to their end or destroyed. */
export interface OpenedAirportFile {
  /** The path, or the URL without its query. */
  readonly name: string;
  readonly bytes: Readable;
  /** The day the data is of, where the source says so. */
  readonly date: Date | undefined;
}

/** The place cannot be read from; what is asked for is wrong, not the file. */
export interface AirportPlaceUnusable {
  readonly type: 'airport-place-unusable';
  readonly place: string;
  readonly reason: string;
}

/** The files did not come, or not whole. */
export interface DownloadFailed {
  readonly type: 'download-failed';
  /** Without its query. */
  readonly url: string;
  readonly reason: string;
}

/** A file is no CSV, is cut short, or is not the file of OurAirports. */
export interface NotOurAirports {
  readonly type: 'not-ourairports';
  /** The path, or the URL without its query. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly reason: string;
}

/** Why a file of OurAirports cannot be had. */
export type AirportFilesError = AirportPlaceUnusable | DownloadFailed | NotOurAirports;

/** A place that has the files of OurAirports. */
export interface AirportFiles {
  /** For people, in half a sentence: "the folder dump". */
  readonly description: string;
  /** Opens `name`, or `name.gz` where that is what is there. */
  open(name: AirportFileName): ResultAsync<OpenedAirportFile, AirportFilesError>;
  /** What it means that the bytes of a file broke off with `cause`. */
  broken(file: OpenedAirportFile, cause: unknown): AirportFilesError;
}
