import { quote } from '../finding.ts';
import type { StandardRule } from './rule.ts';
import { eachContainer } from './rule-iterators.ts';

/** A container with a start event has an end event. */
export const startNeedsEnd: StandardRule = {
  name: 'start-needs-end',
  clause: '10.5.2',
  check: eachContainer(({ nodes }) => {
    const start = nodes.find(({ tag }) => tag === 'startEvent');
    if (start === undefined || nodes.some(({ tag }) => tag === 'endEvent')) return undefined;
    return `it has start event '${quote(start.id)}' and no end event`;
  }),
};
