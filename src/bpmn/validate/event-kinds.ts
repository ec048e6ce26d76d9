import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf, unknownDefinitionRefs } from '../event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

/** CHK14, CHK16: every definition of an event exists and is one this release executes at that place. */
export const eventDefinitionsAreExecutable: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const executable = ELEMENT_READERS.get(node.tag)?.eventDefinitions;
    if (executable === undefined) continue;
    for (const ref of unknownDefinitionRefs(node.xml, document)) {
      yield findingAt(node.xml, `eventDefinitionRef '${quote(ref)}' not found`);
    }
    for (const { kind } of eventDefinitionsOf(node.xml, document)) {
      if (!executable.has(kind)) yield findingAt(node.xml, `unsupported event definition ${quote(kind)}`);
    }
  }
};

/** Kinds of which an event may hold one only. */
const ALONE: ReadonlySet<string> = new Set(['error', 'terminate', 'cancel']);

/** CHK15: at most one of error, terminate and cancel on one event. */
export const eventDefinitionsCombine: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.eventDefinitions === undefined) continue;
    const [first, second] = eventDefinitionsOf(node.xml, document).filter(({ kind }) => ALONE.has(kind));
    if (first === undefined || second === undefined) continue;
    yield findingAt(node.xml, `event definitions ${first.kind} and ${second.kind} cannot be combined`);
  }
};
