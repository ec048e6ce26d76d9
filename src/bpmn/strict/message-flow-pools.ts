import { type DocumentDraft, resolve } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { bpmnElementsOf } from './rule-iterators.ts';

/** A message flow connects two different pools. */
export const messageFlowPools: StandardRule = {
  name: 'message-flow-pools',
  clause: '9.4',
  *check(document) {
    const pools = poolsOf(document);
    for (const xml of bpmnElementsOf(document.xml)) {
      if (xml.local !== 'messageFlow') continue;
      const [source, target] = [attributeOf(xml, 'sourceRef') ?? '', attributeOf(xml, 'targetRef') ?? ''];
      const pool = resolve(pools, source);
      if (pool === undefined || pool !== resolve(pools, target)) continue;
      yield findingAt(xml, `message flow joins '${quote(source)}' and '${quote(target)}' of one pool, '${quote(pool)}'`);
    }
  },
};

/** Pool of each participant and process element by id. A process without participant is a separate pool. */
function poolsOf(document: DocumentDraft): ReadonlyMap<string, string> {
  const pools = new Map<string, string>();
  const ofProcess = new Map<string, string>();
  for (const xml of bpmnElementsOf(document.xml)) {
    const [id, process] = [attributeOf(xml, 'id'), attributeOf(xml, 'processRef')];
    if (xml.local !== 'participant' || id === undefined) continue;
    pools.set(id, id);
    if (process !== undefined) ofProcess.set(process.slice(process.indexOf(':') + 1), id);
  }
  for (const { xml, key } of document.processes) {
    for (const inner of bpmnElementsOf(xml)) {
      const id = attributeOf(inner, 'id');
      if (id !== undefined && !pools.has(id)) pools.set(id, ofProcess.get(key) ?? key);
    }
  }
  return pools;
}
