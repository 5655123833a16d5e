import { type FoundLocation, ok, type RegionNames, ResultAsync } from '@ops-admin/core';

/** A place, and the ISO 3166-2 codes of the regions it lies in, the largest first. */
export interface CodedPlace {
  readonly location: FoundLocation;
  readonly regionCodes: readonly string[];
}

/** The settings for names of states: see `ProviderOptions`. */
export interface StateOptions {
  readonly regions?: RegionNames | undefined;
  readonly language?: string | undefined;
}

const ENGLISH = /^en\b/i;

/**
 * The place with the state named by its region's code, so that every provider gives the same name (decision 7). A provider
 * that answers in another language than English keeps its own name, and gets this one only if it has none.
 */
export function writeState(
  { location, regionCodes }: CodedPlace,
  { regions, language = 'en' }: StateOptions,
): ResultAsync<FoundLocation, never> {
  const isWritten = location.state !== '' && !ENGLISH.test(language);
  if (regions === undefined || isWritten) return new ResultAsync(Promise.resolve(ok(location)));
  return ResultAsync.fromSafePromise(nameOf(regionCodes, regions)).map((state) =>
    state === undefined ? location : { ...location, state },
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
