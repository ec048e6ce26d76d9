import { type FileDialect, OWN } from '../dialect.ts';

/** Camunda 7 and Operaton. */
export const CAMUNDA_7: FileDialect = Object.freeze({
  ...OWN,
  platform: 'Camunda 7',
  texts: { groups: 'juel', followsLanguages: true, storesAssigned: false },
  timers: Object.freeze({ weekdays: 'quartz', pastStart: 'next' }),
  passesOnlyMapped: true,
  passesOutOnError: true,
  firesConditionsAgain: true,
} satisfies FileDialect);
