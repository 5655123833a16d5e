import { type FoundLocation, ok, type RegionNames, ResultAsync } from '@ops-admin/core';

/** A place, and the ISO 3166-2 codes of the regions it lies in, the largest first. */
export interface CodedPlace {
  readonly location: FoundLocation;
  readonly regionCodes: readonly string[];
}

/** The settings for names of states and towns: see `ProviderOptions`. */
export interface NameOptions {
  readonly regions?: RegionNames | undefined;
  readonly language?: string | undefined;
}

const ENGLISH = /^en\b/i;

/**
 * The place with the state named by its region's code, so that every provider gives the same name. A provider
 * that answers in another language than English keeps its own name, and gets this one only if it has none.
 */
export function writeState(
  { location, regionCodes }: CodedPlace,
  { regions, language = 'en' }: NameOptions,
): ResultAsync<FoundLocation, never> {
  const isWritten = location.state !== '' && !ENGLISH.test(language);
  if (regions === undefined || isWritten) return new ResultAsync(Promise.resolve(ok(location)));
  return ResultAsync.fromSafePromise(nameOf(regionCodes, regions)).map((state) =>
    state === undefined ? location : { ...location, state },
  );
}

/** The place with the name that the gazetteer has for its city, if that is a large town and the names are English. */
export function writeTown(
  location: FoundLocation,
  { regions, language = 'en' }: NameOptions,
): ResultAsync<FoundLocation, never> {
  const isKept = regions === undefined || !ENGLISH.test(language) || location.city === '';
  const name = isKept ? Promise.resolve(undefined) : regions.townOf(location).unwrapOr(undefined);
  return ResultAsync.fromSafePromise(name).map((city) =>
    city === undefined ? location : { ...location, city },
  );
}

/** A failing database is ignored: the place was found. */
async function nameOf(codes: readonly string[], regions: RegionNames): Promise<string | undefined> {
  for (const code of codes) {
    const name = (await regions.nameOf(code)).unwrapOr(undefined);
    if (name !== undefined) return name;
  }
  return undefined;
}
