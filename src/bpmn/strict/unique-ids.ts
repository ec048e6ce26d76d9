import { idsAreUnique } from '../validate/identifiers.ts';
import type { StandardRule } from './rule.ts';

/** Ids are unique. */
export const uniqueIds: StandardRule = {
  name: 'unique-ids',
  clause: '8.3.1',
  check: idsAreUnique,
  isAlwaysEnforced: true,
};
