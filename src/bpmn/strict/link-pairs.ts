import { linksFindTheirTarget } from '../validate/links.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** Link events form pairs with the same name in the same container. */
export const linkPairs: StandardRule = {
  name: 'link-pairs',
  clause: '10.5.5',
  check: eachProcess(linksFindTheirTarget),
  isAlwaysEnforced: true,
};
