import { findingAt, quote } from '../finding.ts';
import { linkNameOf } from '../links.ts';
import type { ProcessRule } from './rule.ts';

/**
 * Link events have names or targets, throw events have a catch event, and names of catch events are unique in a container. Other rules
 * check their flows (docs/contributing/spec/validation.md#link-names).
 */
export const linksFindTheirTarget: ProcessRule = function* (process, document) {
  for (const container of process.containers) {
    const caught = new Set<string>();
    const entered = new Set(container.nodes.map(({ linkTarget }) => linkTarget));
    for (const node of container.nodes) {
      const name = linkNameOf(node, document);
      if (name === undefined) continue;
      const isThrow = node.tag === 'intermediateThrowEvent';
      const isJoined = isThrow ? node.linkTarget !== undefined : entered.has(node);
      if (name === '') {
        if (!isJoined) yield findingAt(node.xml, 'link name is required');
      } else if (isThrow) {
        if (!isJoined) yield findingAt(node.xml, `no link target '${quote(name)}'`);
      } else if (caught.has(name)) yield findingAt(node.xml, `duplicate link target '${quote(name)}'`);
      else caught.add(name);
    }
  }
};
