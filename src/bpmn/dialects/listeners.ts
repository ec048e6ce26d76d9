import type { ListenerEvent, ListenerModel, ScriptModel } from '../../engine/model.ts';
import { readExpression, readScript, type TextRules } from '../../expressions/deploy.ts';
import { callsForeignObject } from '../../expressions/javascript-calls.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { dialectAttributeOf, extensionsOf, type XmlElement } from '../xml/xml-element.ts';
import { readBeanListener, readCodeListener, readZeebeListener, unsupportedEventText } from './listener-jobs.ts';
import { anyDialect, camunda, knownDialect } from './namespaces.ts';

/** Names in lower case. */
export const LISTENER_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['executionlistener', 'executionlisteners', 'tasklistener', 'tasklisteners'],
]);

/** Limit per place: all run in one step that cannot be interrupted. */
const MAX_LISTENERS = 50;

/** Supported events, for execution and task listeners. */
export interface ListenerPlace {
  readonly execution: readonly ListenerEvent[];
  readonly task: readonly ListenerEvent[];
}

export const ON_FLOWS: ListenerPlace = { execution: ['take'], task: [] };
export const ON_PROCESSES: ListenerPlace = { execution: ['start', 'end'], task: [] };

export function listenerPlaceOf(tag: string): ListenerPlace {
  return { ...ON_PROCESSES, task: tag === 'userTask' ? ['create', 'assignment', 'update', 'complete'] : [] };
}

/**
 * Warns about unsupported ones. Files without a target platform have none, which a validation rule reports
 * (docs/contributing/spec/elements.md#listeners).
 * @param elementId set if it differs from the id of the XML element
 */
export function listenersMember(
  xml: XmlElement,
  place: ListenerPlace,
  context: ReadContext,
  elementId?: string,
): { listeners?: readonly ListenerModel[] } {
  if (context.platform === undefined || !context.readsListeners) return {};
  const listeners: ListenerModel[] = [];
  for (const written of extensionsOf(xml).flatMap(listenerElements)) {
    const { read, warnings } = readListener(written, place, xml, context.texts);
    listeners.push(...read);
    for (const warning of warnings) {
      const text = `${quote(written.local)} ${warning} (line ${written.place.line})`;
      const about = elementId === undefined ? {} : { elementId };
      context.warn(
        warningAt(xml, context.process.key, { event: 'attribute-ignored', name: quote(written.local), text, ...about }),
      );
    }
  }
  if (listeners.length > MAX_LISTENERS) context.refuse(findingAt(xml, `has more than ${MAX_LISTENERS} listeners`));
  return listeners.length === 0 ? {} : { listeners: Object.freeze(listeners) };
}

/** Zeebe puts them into a list. */
function listenerElements(extension: XmlElement): readonly XmlElement[] {
  if (!knownDialect(extension.uri) || !LISTENER_EXTENSIONS.has(extension.local.toLowerCase())) return [];
  return extension.local.toLowerCase().endsWith('listeners') ? extension.children : [extension];
}

/** One element; the Flowable event `all` creates several listeners. */
interface ListenerReading {
  readonly read: readonly ListenerModel[];
  readonly warnings: readonly string[];
}

function readListener(xml: XmlElement, place: ListenerPlace, on: XmlElement, rules: TextRules): ListenerReading {
  const isTask = xml.local.toLowerCase() === 'tasklistener';
  const events = isTask ? place.task : place.execution;
  if (!camunda(xml.uri)) {
    const read = readZeebeListener(xml, { isTask, events }, on);
    return typeof read === 'string' ? notExecuted(read) : { read: [read], warnings: [] };
  }
  const written = attribute(xml, 'event') ?? defaultEvent(events);
  const isAll = isTask && written.toLowerCase() === 'all';
  const listened = events.filter((event) => (isAll ? event !== 'update' : event === written.toLowerCase()));
  if (listened.length === 0) return notExecuted(unsupportedEventText(written));
  const action = readAction(xml, isTask, rules);
  if (typeof action === 'string') return notExecuted(action);
  const { does, warning } = action;
  const warnings = [
    ...(isAll ? [`is not executed: ${unsupportedEventText('delete')}`] : []),
    ...(warning === undefined ? [] : [`is not executed: ${warning}`]),
  ];
  return { read: listened.map((event) => Object.freeze({ on: event, does: Object.freeze(does) })), warnings };
}

function notExecuted(why: string): ListenerReading {
  return { read: [], warnings: [`is not executed${why === '' ? '' : `: ${why}`}`] };
}

/** A flow has only one: it may be omitted. */
function defaultEvent(events: readonly ListenerEvent[]): string {
  return events.length === 1 && events[0] !== undefined ? events[0] : '';
}

/** `warning`: for the author. */
interface ListenerAction {
  readonly does: ListenerModel['does'];
  readonly warning?: string;
}

/** @returns a reason if the listener cannot run */
function readAction(xml: XmlElement, isTask: boolean, rules: TextRules): ListenerAction | string {
  const script = xml.children.find(({ uri, local }) => camunda(uri) && local.toLowerCase() === 'script');
  if (script !== undefined) return asAction(readScriptOf(script, isTask, rules));
  const expression = attribute(xml, 'expression');
  if (expression !== undefined) return readExpressionOf(xml, expression, isTask, rules);
  for (const code of ['class', 'delegateExpression', 'type']) {
    const written = attribute(xml, code);
    if (written !== undefined) return readCodeListener(xml, rules) ?? `${code} '${quote(written)}'`;
  }
  return '';
}

function asAction(read: ListenerModel['does'] | string): ListenerAction | string {
  return typeof read === 'string' ? read : { does: read };
}

function readScriptOf(script: XmlElement, isTask: boolean, rules: TextRules): ScriptModel | string {
  const resource = attribute(script, 'resource');
  if (resource !== undefined) return `script resource '${quote(resource)}'`;
  const source = withExecution(script.text, isTask);
  const unknown = unknownMember(source);
  if (unknown !== undefined) return unknown;
  const format = attribute(script, 'scriptFormat') ?? attribute(script, 'language');
  const read = readScript(source, format, attribute(script, 'resultVariable'), rules);
  if (!read.ok) return read.unsupportedFormat ? `script format '${quote(format ?? '')}' is not supported` : reasonOf(read);
  const [fault] = read.faults;
  return fault === undefined ? read.script : reasonOf(fault);
}

function readExpressionOf(xml: XmlElement, text: string, isTask: boolean, rules: TextRules): ListenerAction | string {
  const source = withExecution(text, isTask);
  const read = readExpression(source, rules.groups === 'juel' ? 'template' : 'expression', 'listener', rules);
  const bean = read.ok && callsForeignObject(read.expression) ? readBeanListener(xml, text, rules) : undefined;
  if (bean !== undefined) return bean;
  const unknown = unknownMember(source);
  if (unknown !== undefined) return unknown;
  if (!read.ok) return reasonOf(read);
  const [fault] = read.faults;
  if (fault !== undefined) return reasonOf(fault);
  const isForeign = callsForeignObject(read.expression);
  return isForeign ? 'expression calls a method of an object that is not a variable' : { does: read.expression };
}

function reasonOf({ reason, line, column }: { readonly reason: string; readonly line: number; readonly column: number }): string {
  return `${quote(reason)} at ${line}:${column}`;
}

const TASK_VARIABLES = /\b(?:task|delegateTask)\s*\.\s*(?=(?:get|has|set|remove)Variable(?:Local)?\s*\()/g;
const TASK_EXECUTION = /\b(?:task|delegateTask)\s*\.\s*(?:execution\b|getExecution\(\s*\))/g;
const VARIABLES_OF_EXECUTION = /\bexecution\s*\.\s*([A-Za-z_]\w*)/g;
const OF_TASK = /\b(?:task|delegateTask)\s*\.\s*[A-Za-z_]\w*/;

/** Execution instead of task: both have the same variables. */
function withExecution(text: string, isTask: boolean): string {
  return isTask ? text.replace(TASK_EXECUTION, 'execution').replace(TASK_VARIABLES, 'execution.') : text;
}

/** They would fail in every instance, so the listener is skipped with a warning. */
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
