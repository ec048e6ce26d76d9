import { quote } from '../finding.ts';
import type { StandardRule } from './rule.ts';
import { eachContainer } from './rule-iterators.ts';

/** A container with an end event has a start event. */
export const endNeedsStart: StandardRule = {
  name: 'end-needs-start',
  clause: '10.5.3',
  check: eachContainer(({ nodes }) => {
    const end = nodes.find(({ tag }) => tag === 'endEvent');
    if (end === undefined || nodes.some(({ tag }) => tag === 'startEvent')) return undefined;
    return `it has end event '${quote(end.id)}' and no start event`;
  }),
};
