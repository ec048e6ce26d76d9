import { dialectAttributeOf, extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { connectorIdOf } from '../connectors.ts';
import { camunda } from '../namespaces.ts';

/** Class, bean or method. Sluice does not run it; its name is the task type, so that a worker can do the work (ADR 0053). */
export interface NamedCode {
  /** Name in warnings. */
  readonly what: string;
  readonly taskType: string;
  /** Expression as written. */
  readonly text?: string;
}

/** Characters of a task type. */
const MAX_NAME = 256;

/** Java class, or bean of a delegate expression. */
export function namedCodeOn(xml: XmlElement): NamedCode | undefined {
  const javaClass = dialectAttributeOf(xml, camunda, 'class');
  if (javaClass !== undefined) return { what: 'class', taskType: javaClass };
  const bean = dialectAttributeOf(xml, camunda, 'delegateExpression');
  return bean === undefined ? kindOfWorkOn(xml) : beanNamed(bean);
}

/** `${bean}` is `bean`. */
export function beanNamed(expression: string): NamedCode {
  const [, name = expression] = /^[$#]\{([\s\S]*)\}$/.exec(expression) ?? [];
  return { what: 'delegateExpression', taskType: name.trim() };
}

/** Built-in work of other engines: connector id or task type. Not decisions, which workers do not run. */
function kindOfWorkOn(xml: XmlElement): NamedCode | undefined {
  const type = dialectAttributeOf(xml, camunda, 'type');
  if (type !== undefined && !isExternal(type) && type !== 'dmn') return { what: `type '${type}'`, taskType: type };
  const [connector] = extensionsNamed(xml, camunda, 'connector');
  const id = connector === undefined ? undefined : connectorIdOf(connector);
  return id === undefined ? undefined : { what: 'connector', taskType: id };
}

/** True for external tasks of Camunda and Flowable. */
export function isExternal(type: string | undefined): boolean {
  return type !== undefined && ['external', 'external-worker'].includes(type.toLowerCase());
}

/** False: workers cannot request the name, and the task waits for manual completion. */
export function isTaskType({ taskType }: NamedCode): boolean {
  return taskType !== '' && taskType.length <= MAX_NAME;
}

const CALL = /^\s*[$#]\{\s*([A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*)\s*\(/;

/** `${bean.method(x)}` is `bean.method`; undefined if not such a call. */
export function calledMethodOf(text: string): NamedCode | undefined {
  const [, path] = CALL.exec(text) ?? [];
  return path === undefined ? undefined : { what: 'expression', taskType: path.replace(/\s+/g, ''), text: text.trim() };
}
