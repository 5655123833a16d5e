/** The people of villages, of large towns, and of metropolises, by which names are weighed. */
export const VILLAGE_PEOPLE = 5_000;
export const LARGE_PEOPLE = 100_000;
export const METROPOLIS_PEOPLE = 500_000;
