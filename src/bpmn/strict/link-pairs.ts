import { linksFindTheirTarget } from '../validate/links.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** Links come in pairs of one name in one container. */
export const linkPairs: StandardRule = {
  name: 'link-pairs',
  clause: '10.5.5',
  check: eachProcess(linksFindTheirTarget),
  isAlwaysKept: true,
};
