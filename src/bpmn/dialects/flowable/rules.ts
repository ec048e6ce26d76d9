import { CAMUNDA_7 } from '../camunda-7/rules.ts';
import type { Dialect } from '../dialect.ts';

/** Flowable and Activiti. */
export const FLOWABLE: Dialect = Object.freeze({ ...CAMUNDA_7, platform: 'Flowable', passesOutOnError: false } satisfies Dialect);
