import { linksFindTheirTarget } from '../validate/links.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** Link events form pairs with the same name in the same container. */
export const linkPairs: StandardRule = {
  name: 'link-pairs',
  clause: '10.5.5',
  check: eachProcess(linksFindTheirTarget),
  isAlwaysKept: true,
};
