import { type FileDialect, OWN } from '../dialect.ts';

/** Rules also of zenbpm. Cron texts are those of Spring. A timer with a past start is due immediately. */
export const CAMUNDA_8: FileDialect = Object.freeze({
  ...OWN,
  platform: 'Camunda 8',
  countsWeekdaysAlike: true,
  firesConditionsAgain: true,
  failsOnUncaughtError: true,
} satisfies FileDialect);
