/** Of this number of cases, the commit tier has one where each takes long; the tier `all` has the others. */
const EVERY = 5;

/** Cases of the commit tier, spread evenly. `from`: another number chooses other cases. */
export function sampleOf<T>(cases: readonly T[], from = 0, every = EVERY): T[] {
  return cases.filter((_, at) => at % every === from % every);
}

/** The cases that the sample leaves out. */
export function restOf<T>(cases: readonly T[], from = 0, every = EVERY): T[] {
  return cases.filter((_, at) => at % every !== from % every);
}
