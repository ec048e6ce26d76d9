import { idsAreUnique } from '../validate/identifiers.ts';
import type { StandardRule } from './rule.ts';

/** No two elements have one id. */
export const uniqueIds: StandardRule = {
  name: 'unique-ids',
  clause: '8.3.1',
  check: idsAreUnique,
  isAlwaysKept: true,
};
