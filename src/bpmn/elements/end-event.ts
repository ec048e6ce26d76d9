import type { EndTrigger } from '../../engine/model.ts';
import type { NodeDraft } from '../draft.ts';
import { errorOf } from '../error-reference.ts';
import { type EventDefinition, eventDefinitionsOf } from '../event-definitions.ts';
import { commonOf, type ElementReader, type ReadContext, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** End event: none, terminate or error (bpmn.md 3.2, 3.3, 3.7). */
export const endEvent: ElementReader = {
  tag: 'endEvent',
  category: 'event',
  acceptsIncoming: true,
  acceptsOutgoing: false,
  eventDefinitions: new Set(['error', 'terminate']),
  understands: UNDERSTANDS_NOTHING,
  read(node, context) {
    const [definition] = eventDefinitionsOf(node.xml, context.document);
    return { type: 'endEvent', ...commonOf(node), trigger: Object.freeze(triggerOf(definition, node, context)) };
  },
};

function triggerOf(definition: EventDefinition | undefined, node: NodeDraft, context: ReadContext): EndTrigger {
  if (definition?.kind === 'terminate') return { kind: 'terminate' };
  if (definition?.kind !== 'error') return { kind: 'none' };
  const { code, message } = errorOf(definition.xml, context.document);
  return {
    kind: 'error',
    ...(code === undefined ? {} : { code: context.expression(node.xml, code, 'template', 'error code') }),
    ...(message === undefined ? {} : { message: context.expression(node.xml, message, 'template', 'error message') }),
  };
}
