import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf, unknownDefinitionRefs } from '../event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

/** The definitions of an event exist and are allowed; a catch event has at least one (docs/contributing/spec/validation.md#intermediate-definitions). */
export const eventDefinitionsFitTheirEvent: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const executable = ELEMENT_READERS.get(node.tag)?.eventDefinitions;
    if (executable === undefined) continue;
    const unknown = unknownDefinitionRefs(node.xml, document);
    for (const ref of unknown) yield findingAt(node.xml, `eventDefinitionRef '${quote(ref)}' not found`);
    const definitions = eventDefinitionsOf(node.xml, document);
    for (const { kind } of definitions) {
      if (!executable.has(kind)) yield findingAt(node.xml, `unsupported event definition ${quote(kind)}`);
    }
    if (node.tag === 'intermediateCatchEvent' && definitions.length + unknown.length === 0) {
      yield findingAt(node.xml, 'event definition is required');
    }
  }
};

/** At most one definition of these kinds per throwing event. */
const ALONE: ReadonlySet<string> = new Set(['error', 'terminate', 'cancel']);
/** Kinds that can be combined on a catching event (row "several" of docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
const TOGETHER: ReadonlySet<string> = new Set(['message', 'signal', 'timer', 'conditional']);
const THROWING: ReadonlySet<string> = new Set(['endEvent', 'intermediateThrowEvent']);

/**
 * At most one of error, terminate and cancel per event, link only alone, and on catching events only combinable kinds
 * (docs/contributing/spec/validation.md#combined-definitions).
 */
export const eventDefinitionsCombine: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.eventDefinitions === undefined) continue;
    const [first, second] = clashIn(node, document);
    if (first === undefined || second === undefined) continue;
    yield findingAt(node.xml, `event definitions ${quote(first)} and ${quote(second)} cannot be combined`);
  }
};

/** The first two conflicting kinds in document order; empty if there is no conflict. */
function clashIn(node: NodeDraft, document: DocumentDraft): readonly string[] {
  const kinds = eventDefinitionsOf(node.xml, document).map(({ kind }) => kind);
  const single = THROWING.has(node.tag) ? kinds.indexOf('link') : kinds.findIndex((kind) => !TOGETHER.has(kind));
  if (single !== -1 && kinds.length > 1) return single === 0 ? kinds.slice(0, 2) : [kinds[0] ?? '', kinds[single] ?? ''];
  return THROWING.has(node.tag) ? kinds.filter((kind) => ALONE.has(kind)).slice(0, 2) : [];
}
