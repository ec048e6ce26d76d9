import { quantitiesArePositive } from '../validate/quantities.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** startQuantity and completionQuantity are at least 1. */
export const tokenQuantities: StandardRule = {
  name: 'token-quantities',
  clause: '10.3',
  check: eachProcess(quantitiesArePositive),
  isAlwaysEnforced: true,
};
