import { resolve } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import { referencesOf } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { bpmnElementsOf, eachProcess } from './rule-iterators.ts';

/** A lane references flow nodes of its process. */
export const laneNodes: StandardRule = {
  name: 'lane-nodes',
  clause: '10.8',
  check: eachProcess(function* ({ xml, nodeById }) {
    for (const lane of bpmnElementsOf(xml)) {
      if (lane.local !== 'lane') continue;
      for (const reference of referencesOf(lane, 'flowNodeRef')) {
        if (resolve(nodeById, reference) !== undefined) continue;
        yield findingAt(lane, `flowNodeRef '${quote(reference)}' names no flow node of the process`);
      }
    }
  }),
};
