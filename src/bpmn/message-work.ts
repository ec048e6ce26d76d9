import type { ServiceWork } from '../engine/model.ts';
import { keyTextOf } from './catch-definitions.ts';
import type { NodeDraft } from './draft.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { messageOf } from './references.ts';
import type { WrittenWork } from './service-work.ts';
import { attributeOf, type XmlElement } from './xml-element.ts';

/** Names that say which message is sent. They count only where nothing else says what the task does. */
const MESSAGE_NAMES: ReadonlySet<string> = new Set(['messageRef', 'operationRef']);

/**
 * The work of a send task, or of a message event with an operation, that publishes its message; `undefined` when there is no message, or a task type,
 * an expression or the work of another engine stands beside it (docs/contributing/spec/elements.md#send-task).
 * @param owner what refers to the message: the task, or the message definition
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
  return Object.freeze(context.recent<ServiceWork | undefined>(node.xml, read, () => undefined));
}

function hasOtherWork({ taskType, expression, code, ignored }: WrittenWork): boolean {
  return (
    taskType !== undefined || expression !== undefined || code !== undefined || ignored.some((name) => !MESSAGE_NAMES.has(name))
  );
}
