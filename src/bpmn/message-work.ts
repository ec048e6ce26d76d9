import type { ServiceWork } from '../engine/model.ts';
import { keyTextOf } from './catch-definitions.ts';
import type { NodeDraft } from './draft.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { messageOf } from './references.ts';
import type { WrittenWork } from './service-work.ts';
import { attributeOf, type XmlElement } from './xml-element.ts';

/** Attributes that reference a message. Used only if the task has no other implementation. */
const MESSAGE_NAMES: ReadonlySet<string> = new Set(['messageRef', 'operationRef']);

/**
 * Work of a send task or message event that publishes its message. `undefined` if there is no message, or a task type, expression or other
 * implementation overrides it (docs/contributing/spec/elements.md#send-task).
 * @param owner the task or message definition with the reference
 */
export function readMessageWork(
  node: NodeDraft,
  owner: XmlElement,
  written: WrittenWork,
  context: ReadContext,
): ServiceWork | undefined {
  const message = messageOf(owner, context.document);
  if (message === undefined || hasOtherWork(written)) return undefined;
  const key = keyTextOf(node, owner, message);
  const read = ({ expression }: ReadContext): ServiceWork => ({
    kind: 'message',
    name: expression(node.xml, attributeOf(message, 'name') ?? '', 'template', 'message name'),
    ...(key === undefined ? {} : { key: expression(node.xml, key, 'expression', 'correlation key') }),
  });
  return Object.freeze(context.withFallback<ServiceWork | undefined>(node.xml, read, () => undefined));
}

function hasOtherWork({ taskType, expression, code, ignored }: WrittenWork): boolean {
  return (
    taskType !== undefined || expression !== undefined || code !== undefined || ignored.some((name) => !MESSAGE_NAMES.has(name))
  );
}
