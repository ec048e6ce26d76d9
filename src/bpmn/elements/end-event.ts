import type { ThrowDefinition } from '../../engine/model.ts';
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
    const thrown = throwOf(definition, node, context);
    return { type: 'endEvent', ...commonOf(node), throws: Object.freeze(thrown === undefined ? [] : [Object.freeze(thrown)]) };
  },
};

function throwOf(definition: EventDefinition | undefined, node: NodeDraft, context: ReadContext): ThrowDefinition | undefined {
  if (definition?.kind === 'terminate') return { kind: 'terminate' };
  if (definition?.kind !== 'error') return undefined;
  const { code, message } = errorOf(definition.xml, context.document);
  return {
    kind: 'error',
    ...(code === undefined ? {} : { code: context.expression(node.xml, code, 'template', 'error code') }),
    ...(message === undefined ? {} : { message: context.expression(node.xml, message, 'template', 'error message') }),
  };
}
