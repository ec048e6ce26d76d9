import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { eventDefinitionsOf, unknownDefinitionRefs } from '../event-definitions.ts';
import { type Finding, findingAt, quote } from '../finding.ts';
import { LOOP_MARKERS } from './loops.ts';
import type { ProcessRule } from './rule.ts';

/** Definitions that can trigger an event sub-process (docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
const TRIGGERS: ReadonlySet<string> = new Set([
  ...['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation'],
]);

/** An event sub-process has one start event with a trigger, no loop marker and no boundary events (docs/contributing/spec/validation.md#event-sub-process-start). */
export const eventSubProcessesAreTriggered: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'eventSubProcess') continue;
    const starts = node.body?.nodes.filter(({ tag }) => tag === 'startEvent') ?? [];
    const [start] = starts;
    if (start === undefined || starts.length > 1) {
      yield findingAt(node.xml, 'event sub-process needs exactly one start event');
    } else yield* startFaults(start, document);
    const markers = node.xml.children.filter(({ local }) => LOOP_MARKERS.has(local));
    for (const { local } of [...markers, ...node.boundaries.map(({ xml }) => xml)]) {
      yield findingAt(node.xml, `${local} is not allowed on an event sub-process`);
    }
  }
};

function* startFaults(start: NodeDraft, document: DocumentDraft): Iterable<Finding> {
  const definitions = eventDefinitionsOf(start.xml, document);
  if (definitions.length + unknownDefinitionRefs(start.xml, document).length === 0) {
    yield findingAt(start.xml, 'start event of an event sub-process needs a trigger');
  }
  for (const { kind } of definitions) {
    if (!TRIGGERS.has(kind)) yield findingAt(start.xml, `${quote(kind)} is not allowed on an event sub-process`);
  }
}
