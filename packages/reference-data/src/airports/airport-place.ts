import { err, ok, type Result } from '@ops-admin/core';
import { AirportDownload } from './airport-download.js';
import type { AirportFiles, AirportPlaceUnusable } from './airport-files.js';
import { AirportFolder } from './airport-folder.js';

/** Where OurAirports publishes its files every day. */
export const OFFICIAL_AIRPORTS = 'https://davidmegginson.github.io/ourairports-data/';

/** The files of OurAirports in a folder, or below an http or https URL. Errors: {@link AirportPlaceUnusable}. */
export function airportFilesAt(place: string): Result<AirportFiles, AirportPlaceUnusable> {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(place)?.[1]?.toLowerCase();
  const unusable = (reason: string, shown = place) =>
    err({ type: 'airport-place-unusable' as const, place: shown, reason });
  if (scheme === undefined) return place === '' ? unusable('it is empty') : ok(new AirportFolder(place));
  if (!/^https?$/.test(scheme)) return unusable('it is neither a folder nor an http or https URL');
  if (!URL.canParse(place)) return unusable('it is no URL');
  const url = new URL(place);
  if (url.username === '' && url.password === '') return ok(new AirportDownload(url));
  return unusable('it must not hold a user name or a password', url.origin);
}
