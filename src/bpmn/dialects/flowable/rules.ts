import { CAMUNDA_7 } from '../camunda-7/rules.ts';
import type { FileDialect } from '../dialect.ts';

/** Flowable and Activiti. */
export const FLOWABLE: FileDialect = Object.freeze({
  ...CAMUNDA_7,
  platform: 'Flowable',
  passesOutOnError: false,
  firesConditionsAgain: false,
  failsOnUncaughtError: true,
} satisfies FileDialect);
