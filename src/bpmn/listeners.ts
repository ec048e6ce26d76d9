import type { ExpressionModel, ListenerEvent, ListenerModel, ScriptModel } from '../engine/model.ts';
import { readExpression, readScript } from '../expressions/deploy.ts';
import { callsForeignObject } from '../expressions/foreign-calls.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { findingAt, quote } from './finding.ts';
import { anyDialect, camunda, knownDialect } from './namespaces.ts';
import { warningAt } from './warning.ts';
import { dialectAttributeOf, extensionsOf, type XmlElement } from './xml-element.ts';

/** Extension elements that are read where something can be listened to, in lower case. */
export const LISTENER_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['executionlistener', 'executionlisteners', 'tasklistener', 'tasklisteners'],
]);

/** All of one place run in one step, which nothing interrupts. */
const MAX_LISTENERS = 50;

/** What may stand at a place: the events of its execution listeners, and of its task listeners. */
export interface ListenerPlace {
  readonly execution: readonly ListenerEvent[];
  readonly task: readonly ListenerEvent[];
}

export const ON_FLOWS: ListenerPlace = { execution: ['take'], task: [] };
export const ON_PROCESSES: ListenerPlace = { execution: ['start', 'end'], task: [] };

/** @param tag BPMN element name, as in a draft */
export function listenerPlaceOf(tag: string): ListenerPlace {
  return { ...ON_PROCESSES, task: tag === 'userTask' ? ['create', 'assignment', 'complete'] : [] };
}

/**
 * The listeners of Camunda 7 and Flowable that are scripts or expressions, as a member of a model; nothing when there are none. All others are warned
 * about. In files that are not made for another platform none is executed, and a rule says so (docs/spec/elements.md#listeners).
 * @param elementId where it is not the id of the XML element
 */
export function listenersMember(
  xml: XmlElement,
  place: ListenerPlace,
  context: ReadContext,
  elementId?: string,
): { listeners?: readonly ListenerModel[] } {
  if (context.platform === undefined) return {};
  const listeners: ListenerModel[] = [];
  for (const written of extensionsOf(xml)) {
    const name = written.local.toLowerCase();
    if (!knownDialect(written.uri) || !LISTENER_EXTENSIONS.has(name)) continue;
    const read = camunda(written.uri) ? readListener(written, name, place) : '';
    if (typeof read !== 'string') listeners.push(Object.freeze(read));
    else {
      const text = `${quote(written.local)} is not executed${read === '' ? '' : `: ${read} (line ${written.place.line})`}`;
      const about = elementId === undefined ? {} : { elementId };
      context.warn(
        warningAt(xml, context.process.key, { event: 'attribute-ignored', name: quote(written.local), text, ...about }),
      );
    }
  }
  if (listeners.length > MAX_LISTENERS) context.refuse(findingAt(xml, `has more than ${MAX_LISTENERS} listeners`));
  return listeners.length === 0 ? {} : { listeners: Object.freeze(listeners) };
}

/** @returns why it is not executed, where it is not */
function readListener(xml: XmlElement, name: string, { execution, task }: ListenerPlace): ListenerModel | string {
  const isTask = name === 'tasklistener';
  const events = isTask ? task : execution;
  const written = attribute(xml, 'event') ?? defaultEvent(events);
  const on = events.find((event) => event === written.toLowerCase());
  if (on === undefined) return `event '${quote(written)}' is not listened to here`;
  const does = readDoing(xml, isTask);
  return typeof does === 'string' ? does : { on, does: Object.freeze(does) };
}

/** The one event of a flow need not be written. */
function defaultEvent(events: readonly ListenerEvent[]): string {
  return events.length === 1 && events[0] !== undefined ? events[0] : '';
}

function readDoing(xml: XmlElement, isTask: boolean): ScriptModel | ExpressionModel | string {
  const script = xml.children.find(({ uri, local }) => camunda(uri) && local.toLowerCase() === 'script');
  if (script !== undefined) return readScriptOf(script, isTask);
  const expression = attribute(xml, 'expression');
  if (expression !== undefined) return readExpressionOf(expression, isTask);
  for (const code of ['class', 'delegateExpression', 'type']) {
    const written = attribute(xml, code);
    if (written !== undefined) return `${code} '${quote(written)}'`;
  }
  return '';
}

function readScriptOf(script: XmlElement, isTask: boolean): ScriptModel | string {
  const resource = attribute(script, 'resource');
  if (resource !== undefined) return `script resource '${quote(resource)}'`;
  const source = withExecution(script.text, isTask);
  const unknown = unknownMember(source);
  if (unknown !== undefined) return unknown;
  const format = attribute(script, 'scriptFormat') ?? attribute(script, 'language');
  const read = readScript(source, format, attribute(script, 'resultVariable'));
  if (!read.ok) return read.unsupportedFormat ? `script format '${quote(format ?? '')}' is not supported` : reasonOf(read);
  const [fault] = read.faults;
  return fault === undefined ? read.script : reasonOf(fault);
}

function readExpressionOf(text: string, isTask: boolean): ExpressionModel | string {
  const source = withExecution(text, isTask);
  const unknown = unknownMember(source);
  if (unknown !== undefined) return unknown;
  const read = readExpression(source, 'expression', 'listener');
  if (!read.ok) return reasonOf(read);
  const [fault] = read.faults;
  if (fault !== undefined) return reasonOf(fault);
  const isForeign = callsForeignObject(read.expression);
  return isForeign ? 'expression calls a method of an object that is not a variable' : read.expression;
}

function reasonOf({ reason, line, column }: { readonly reason: string; readonly line: number; readonly column: number }): string {
  return `${quote(reason)} at ${line}:${column}`;
}

const TASK_VARIABLES = /\b(?:task|delegateTask)\s*\.\s*(?=(?:get|has|set|remove)Variable(?:Local)?\s*\()/g;
const TASK_EXECUTION = /\b(?:task|delegateTask)\s*\.\s*(?:execution\b|getExecution\(\s*\))/g;
const VARIABLES_OF_EXECUTION = /\bexecution\s*\.\s*([A-Za-z_]\w*)/g;
const OF_TASK = /\b(?:task|delegateTask)\s*\.\s*[A-Za-z_]\w*/;

/** A task listener names its variables through the task: they are those of its execution. */
function withExecution(text: string, isTask: boolean): string {
  return isTask ? text.replace(TASK_EXECUTION, 'execution').replace(TASK_VARIABLES, 'execution.') : text;
}

/** Members that nobody has here would fail at run time, on every instance: such a listener is left out, with a warning. */
function unknownMember(text: string): string | undefined {
  const [found] = [...text.matchAll(VARIABLES_OF_EXECUTION)].filter(([, member]) => !KNOWN_MEMBERS.has(member ?? ''));
  const unknown = found?.[0] ?? OF_TASK.exec(text)?.[0];
  return unknown === undefined ? undefined : `'${quote(unknown)}' is not known`;
}

const KNOWN_MEMBERS: ReadonlySet<string> = new Set([
  ...['getVariable', 'getVariableLocal', 'hasVariable', 'hasVariableLocal', 'setVariable', 'setVariableLocal', 'removeVariable'],
  ...['getProcessInstanceId', 'getBusinessKey', 'getProcessBusinessKey', 'getCurrentActivityId', 'getProcessInstance'],
  ...['processInstanceId', 'processBusinessKey', 'businessKey', 'currentActivityId', 'processInstance'],
]);

function attribute(xml: XmlElement, name: string): string | undefined {
  return dialectAttributeOf(xml, anyDialect, name);
}
