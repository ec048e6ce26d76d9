import { cancelEndsAreInTransactions } from '../validate/cancel-ends.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A cancel end event is inside a transaction. */
export const cancelEndPlace: StandardRule = {
  name: 'cancel-end-place',
  clause: '10.5.3',
  check: eachProcess(cancelEndsAreInTransactions),
  isAlwaysEnforced: true,
};
