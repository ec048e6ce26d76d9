import type { CatchKind } from '../../engine/model.ts';
import { triggersOf } from '../catch-definitions.ts';
import { MAPPING_EXTENSIONS, mappingsMember } from '../io-mappings.ts';
import { attributeOf, isFalse } from '../xml-element.ts';
import { commonOf, type ElementReader } from './element-reader.ts';
import { CATCH_EXTENSIONS, parallelMultipleMember } from './event.ts';

/** Kinds that always interrupt, regardless of `cancelActivity` (docs/contributing/spec/events-and-errors.md#always-interrupting). */
const ALWAYS_INTERRUPTING: ReadonlySet<CatchKind> = new Set<CatchKind>(['error', 'cancel']);

/** Boundary event. A compensation boundary event never interrupts: it only references a handler (docs/contributing/spec/elements.md#boundary-event). */
export const boundaryEvent: ElementReader = {
  tag: 'boundaryEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation', 'cancel']),
  understands: new Set([...CATCH_EXTENSIONS, ...MAPPING_EXTENSIONS]),
  read(node, context) {
    const triggers = triggersOf(node, context);
    const isAlways = triggers.some(({ kind }) => ALWAYS_INTERRUPTING.has(kind));
    const isNever = triggers.some(({ kind }) => kind === 'compensation');
    const definitionRefs = context.definitions.caughtBy(node.xml);
    return {
      type: 'boundaryEvent',
      ...commonOf(node),
      attachedTo: node.host?.id ?? '',
      interrupting: isAlways || (!isNever && !isFalse(attributeOf(node.xml, 'cancelActivity'))),
      triggers,
      ...parallelMultipleMember(node),
      ...(definitionRefs.length === 0 ? {} : { definitionRefs: Object.freeze(definitionRefs) }),
      ...mappingsMember(node.xml, { inputs: false, outputs: true, ext: true }, context),
    };
  },
};
