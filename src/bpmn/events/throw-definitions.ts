import type { ServiceWork, ThrowDefinition } from '../../engine/model.ts';
import { publishedKeyOf, staysInside, terminateOf } from '../dialects/element-parts.ts';
import { readWork, type WrittenWork, workOfEvent } from '../dialects/service-work.ts';
import { type NodeDraft, resolve } from '../draft.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import { keyTextOf } from './catch-definitions.ts';
import { type EventDefinition, eventDefinitionsOf } from './event-definitions.ts';
import { errorOf, escalationCodeOf, messageOf, referredBy } from './references.ts';

/** Used only if the task has no other implementation. */
const MESSAGE_NAMES: ReadonlySet<string> = new Set(['messageRef', 'operationRef']);

/**
 * Publishes the message. Undefined without message, or if a task type, expression or other implementation overrides it
 * (docs/contributing/spec/elements.md#send-task).
 * @param owner task or message definition with the reference
 */
export function readMessageWork(
  node: NodeDraft,
  owner: XmlElement,
  written: WrittenWork,
  context: ReadContext,
): ServiceWork | undefined {
  const message = messageOf(owner, context.document);
  if (message === undefined || hasOtherWork(written)) return undefined;
  const key = thrownKeyOf(node, owner, message, context);
  const read = ({ expression }: ReadContext): ServiceWork => ({
    kind: 'message',
    name: expression(node.xml, attributeOf(message, 'name') ?? '', 'template', 'message name'),
    ...(key === undefined ? {} : { key: expression(node.xml, key, 'expression', 'correlation key') }),
  });
  return Object.freeze(context.withFallback<ServiceWork | undefined>(node.xml, read, () => undefined));
}

/** Key of the thrower, as in Camunda 8, else of the message or the event (docs/contributing/spec/waiting.md#message-publication). */
function thrownKeyOf(
  node: NodeDraft,
  owner: XmlElement,
  message: XmlElement,
  { followsDialects }: ReadContext,
): string | undefined {
  const published = followsDialects ? (publishedKeyOf(owner) ?? publishedKeyOf(node.xml)) : undefined;
  return published ?? keyTextOf(node, owner, message);
}

function hasOtherWork({ taskType, expression, code, ignored }: WrittenWork): boolean {
  return (
    taskType !== undefined || expression !== undefined || code !== undefined || ignored.some((name) => !MESSAGE_NAMES.has(name))
  );
}

/** `work`: of a message event implemented like a service task (docs/contributing/spec/elements.md#message-throw). */
interface Throwing {
  readonly throws: readonly ThrowDefinition[];
  readonly work?: ServiceWork;
  readonly throwsBeforeWork?: number;
}

/** Kinds that run last, at most one per event (docs/contributing/spec/elements.md#several-definitions-thrown). */
const LAST: ReadonlySet<string> = new Set(['error', 'terminate', 'cancel']);

/**
 * Throws in execution order, without definitions that validation rules reject or warn about
 * (docs/contributing/spec/validation.md#end-event-without-reference).
 */
export function throwingOf(node: NodeDraft, context: ReadContext): Throwing {
  const definitions = eventDefinitionsOf(node.xml, context.document);
  const ordered = [...definitions.filter(({ kind }) => !LAST.has(kind)), ...definitions.filter(({ kind }) => LAST.has(kind))];
  const written = workOfEvent(node.xml, definitions);
  const read = (some: readonly EventDefinition[]): ThrowDefinition[] =>
    some
      .filter(({ kind }) => kind !== 'message' || written === undefined)
      .map((definition) => readThrow(node, definition, context))
      .filter((thrown) => thrown !== undefined);
  const message = ordered.findIndex(({ kind }) => kind === 'message');
  const [before, after] = [read(ordered.slice(0, Math.max(0, message))), read(ordered.slice(Math.max(0, message)))];
  return {
    throws: Object.freeze([...before, ...after].map((thrown) => Object.freeze(thrown))),
    ...workMember(node, { written, definition: ordered[message]?.xml }, before.length, context),
  };
}

function workMember(
  node: NodeDraft,
  { written, definition = node.xml }: { readonly written: WrittenWork | undefined; readonly definition: XmlElement | undefined },
  throwsBeforeWork: number,
  context: ReadContext,
): Omit<Throwing, 'throws'> {
  if (written === undefined) return {};
  const work = readMessageWork(node, definition, written, context) ?? readWork(node, written, context);
  return { work, ...(throwsBeforeWork === 0 ? {} : { throwsBeforeWork }) };
}

function readThrow(node: NodeDraft, { kind, xml }: EventDefinition, context: ReadContext): ThrowDefinition | undefined {
  switch (kind) {
    case 'message':
      return readMessage(node, xml, context);
    case 'signal':
      return readSignal(node, xml, context);
    case 'error':
      return readError(node, xml, context);
    case 'escalation':
      return readEscalation(node, xml, context);
    case 'compensation':
      return readCompensation(xml, context);
    case 'terminate':
      return terminateOf(node, xml, context);
    case 'cancel':
      return { kind };
    default:
      return undefined;
  }
}

function readMessage(node: NodeDraft, definition: XmlElement, context: ReadContext): ThrowDefinition | undefined {
  const message = messageOf(definition, context.document);
  if (message === undefined) return undefined;
  const key = thrownKeyOf(node, definition, message, context);
  return {
    kind: 'message',
    name: context.expression(node.xml, attributeOf(message, 'name') ?? '', 'template', 'message name'),
    ...(key === undefined ? {} : { key: context.expression(node.xml, key, 'expression', 'correlation key') }),
  };
}

function readSignal(node: NodeDraft, definition: XmlElement, context: ReadContext): ThrowDefinition | undefined {
  const signal = referredBy(definition, 'signalRef', 'signal', context.document);
  if (signal === undefined) return undefined;
  const name = context.expression(node.xml, attributeOf(signal, 'name') ?? '', 'template', 'signal name');
  return { kind: 'signal', name, ...(staysInside(node, signal, context) ? { staysInside: true } : {}) };
}

function readError(node: NodeDraft, definition: XmlElement, context: ReadContext): ThrowDefinition {
  const { code, message } = errorOf(definition, context.document);
  return {
    kind: 'error',
    ...(code === undefined ? {} : { code: context.expression(node.xml, code, 'template', 'error code') }),
    ...(message === undefined ? {} : { message: context.expression(node.xml, message, 'template', 'error message') }),
    ...(context.document.dialect.failsOnUncaughtError ? { mustBeCaught: true } : {}),
  };
}

function readEscalation(node: NodeDraft, definition: XmlElement, context: ReadContext): ThrowDefinition | undefined {
  const code = escalationCodeOf(definition, context.document);
  if (code === undefined) return undefined;
  return { kind: 'escalation', code: context.expression(node.xml, code, 'template', 'escalation code') };
}

function readCompensation(definition: XmlElement, context: ReadContext): ThrowDefinition {
  const reference = attributeOf(definition, 'activityRef');
  const activityRef = reference === undefined ? undefined : resolve(context.process.nodeById, reference)?.id;
  return { kind: 'compensation', ...(activityRef === undefined ? {} : { activityRef }) };
}
