import { findingAt, quote } from '../finding.ts';
import { linkNameOf } from '../links.ts';
import type { ProcessRule } from './rule.ts';

/**
 * Links have names, throws find their catch, and a name has one catch in its container. Flows are checked with those of all nodes
 * (docs/spec/validation.md#link-names).
 */
export const linksFindTheirTarget: ProcessRule = function* (process, document) {
  for (const container of process.containers) {
    const caught = new Set<string>();
    for (const node of container.nodes) {
      const name = linkNameOf(node, document);
      if (name === undefined) continue;
      if (name === '') yield findingAt(node.xml, 'link name is required');
      else if (node.tag === 'intermediateThrowEvent') {
        if (node.linkTarget === undefined) yield findingAt(node.xml, `no link target '${quote(name)}'`);
      } else if (caught.has(name)) yield findingAt(node.xml, `duplicate link target '${quote(name)}'`);
      else caught.add(name);
    }
  }
};
