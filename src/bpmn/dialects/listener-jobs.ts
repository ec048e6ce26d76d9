import { BUNDLED } from '../../engine/model/bundled-plugins.ts';
import type { ListenerEvent, ListenerJobModel, ListenerModel, Mapping, RetryModel } from '../../engine/model.ts';
import { readRetryText } from '../../engine/values/retry-text.ts';
import { readExpression, type TextRules } from '../../expressions/deploy.ts';
import { quote } from '../finding.ts';
import { dialectAttributeOf, type XmlElement } from '../xml/xml-element.ts';
import { beanNamed, calledMethodOf, isTaskType, type NamedCode } from './camunda-7/named-code.ts';
import { fieldsAmong, taskHeadersOf } from './job-details.ts';
import { anyDialect } from './namespaces.ts';

/** `warning`: for the author. */
export interface ReadListenerJob {
  readonly does: ListenerJobModel;
  readonly warning?: string;
}

/** Task listener events of Zeebe. */
const TASK_EVENTS: Readonly<Record<string, ListenerEvent>> = {
  creating: 'create',
  assigning: 'assignment',
  completing: 'complete',
};

/** Events without blocking listeners, with the reason. */
const WITHOUT_MOMENT: Readonly<Record<string, string>> = {
  updating: 'a task is not updated here',
  canceling: 'nothing delays a cancellation',
  delete: 'nothing delays a cancellation',
};

export function unsupportedEventText(event: string): string {
  const reason = Object.hasOwn(WITHOUT_MOMENT, event.toLowerCase()) ? `: ${WITHOUT_MOMENT[event.toLowerCase()]}` : '';
  return `event '${quote(event)}' is not listened to here${reason}`;
}

/**
 * Reads a listener of Camunda 8 (docs/contributing/spec/elements.md#listener-jobs).
 * @param events supported here @param on element with the listener, with its headers
 * @returns a reason if the listener cannot run
 */
export function readZeebeListener(
  xml: XmlElement,
  { isTask, events }: { readonly isTask: boolean; readonly events: readonly ListenerEvent[] },
  on: XmlElement,
): ListenerModel | string {
  const written = attribute(xml, 'eventType') ?? '';
  const named = isTask ? (Object.hasOwn(TASK_EVENTS, written) ? TASK_EVENTS[written] : undefined) : written;
  const event = events.find((one) => one === named);
  if (event === undefined) return unsupportedEventText(written);
  const type = attribute(xml, 'type');
  if (type === undefined) return 'no task type is given';
  if (isBundled(type)) return bundledTypeReason(type);
  const taskType = readExpression(type, 'template', 'task type');
  const fault = taskType.ok ? taskType.faults[0] : taskType;
  if (!taskType.ok || fault !== undefined) return `task type '${quote(type)}': ${quote(fault?.reason ?? '')}`;
  const retries = retriesOf(attribute(xml, 'retries'));
  if (typeof retries === 'string') return retries;
  const headers = Object.fromEntries([...taskHeadersOf(on), ...headersInside(xml)]);
  const does: ListenerJobModel = {
    kind: 'job',
    taskType: Object.freeze(taskType.expression),
    stores: event === 'start' ? 'locally' : 'around',
    ...(retries === undefined ? {} : { retries }),
    ...(Object.keys(headers).length === 0 ? {} : { headers: Object.freeze(headers) }),
  };
  return Object.freeze({ on: event, does: Object.freeze(does) });
}

function retriesOf(text: string | undefined): RetryModel | string | undefined {
  if (text === undefined) return undefined;
  const read = readExpression(text, 'template', 'retries');
  const isFit =
    read.ok && (read.expression.dialect !== 'literal' || readRetryText('count', read.expression.source) !== undefined);
  return isFit
    ? Object.freeze({ form: 'count', text: Object.freeze(read.expression) })
    : `retries '${quote(text)}' cannot be read`;
}

/** They override those of the element. */
function* headersInside(xml: XmlElement): Iterable<readonly [name: string, value: string]> {
  for (const list of xml.children.filter(({ local }) => local.toLowerCase() === 'taskheaders')) {
    for (const header of list.children) {
      const key = attribute(header, 'key');
      if (key !== undefined) yield [key, attribute(header, 'value') ?? ''];
    }
  }
}

/** Class or bean of Camunda 7, Flowable or Activiti. Undefined if there is neither or the name is not a task type; a text: reason why it cannot run. */
export function readCodeListener(xml: XmlElement, rules: TextRules): ReadListenerJob | string | undefined {
  const javaClass = attribute(xml, 'class');
  if (javaClass !== undefined)
    return jobOfCode(xml, { what: 'class', taskType: javaClass }, `class '${quote(javaClass)}'`, rules);
  const bean = attribute(xml, 'delegateExpression');
  return bean === undefined ? undefined : jobOfCode(xml, beanNamed(bean), `delegateExpression '${quote(bean)}'`, rules);
}

/** Objects of the engine, not beans. */
const OWN_OBJECT = /^(?:execution|task|delegateTask)\b/;

/** Method call of a bean; undefined if it is not one. */
export function readBeanListener(xml: XmlElement, expression: string, rules: TextRules): ReadListenerJob | string | undefined {
  const called = calledMethodOf(expression);
  if (called === undefined || OWN_OBJECT.test(called.taskType)) return undefined;
  return jobOfCode(xml, called, 'expression calls a method of an object that is not a variable', rules);
}

/** @param written for warnings */
function jobOfCode(xml: XmlElement, code: NamedCode, written: string, rules: TextRules): ReadListenerJob | string | undefined {
  if (!isTaskType(code)) return undefined;
  if (isBundled(code.taskType)) return bundledTypeReason(code.taskType);
  const { taskType: name, text } = code;
  const headers: Record<string, string> = text === undefined ? {} : { expression: text };
  const parameters: Mapping[] = [];
  for (const field of fieldsAmong(xml.children)) {
    const read = field.isFixed ? undefined : readExpression(field.text, 'template', `field ${field.name}`, rules);
    if (read?.ok === true) parameters.push(Object.freeze({ source: Object.freeze(read.expression), target: field.name }));
    else headers[field.name] = field.text;
  }
  const does: ListenerJobModel = {
    kind: 'job',
    taskType: Object.freeze({ kind: 'expression', slot: 'task type', dialect: 'literal', text: name, source: name }),
    stores: 'byName',
    ...(Object.keys(headers).length === 0 ? {} : { headers: Object.freeze(headers) }),
    ...(parameters.length === 0 ? {} : { parameters: Object.freeze(parameters) }),
  };
  const warning = `${written}; its job waits for a worker of task type '${quote(name)}'`;
  return { does: Object.freeze(does), warning };
}

/** They must not run as listeners: they would read unrelated variables under the fixed names of their inputs. */
function isBundled(taskType: string): boolean {
  return BUNDLED.has(taskType.trim().toLowerCase());
}

function bundledTypeReason(taskType: string): string {
  return `tasks of type '${quote(taskType)}' are done by the service itself`;
}

function attribute(xml: XmlElement, name: string): string | undefined {
  return dialectAttributeOf(xml, anyDialect, name);
}
