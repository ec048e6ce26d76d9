import type { IndexedVariable } from '../../src/platform/config/setting-types.ts';

/** Variables of the simulated processes that their instances are searched by. */
export const SEARCHED: readonly IndexedVariable[] = ['n', 'place', 'by', 'text'].map((path) => ({ key: '*', path }));
