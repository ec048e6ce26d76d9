import { connectorIdOf } from './connectors.ts';
import { camunda } from './namespaces.ts';
import { dialectAttributeOf, extensionsNamed, type XmlElement } from './xml-element.ts';

/**
 * Code of its author's own program that a task names. It does not run here; its name is the task type, for any worker that does the same work
 * (ADR 0053).
 */
export interface NamedCode {
  /** what says so, as warnings name it */
  readonly what: string;
  readonly taskType: string;
  /** the call as it is written, where there is one */
  readonly text?: string;
}

/** Longest name that can be a task type. Unit: characters. */
const MAX_NAME = 256;

/** A Java class, by the name as written, or the bean of a delegate expression; undefined when neither is given. */
export function namedCodeOn(xml: XmlElement): NamedCode | undefined {
  const javaClass = dialectAttributeOf(xml, camunda, 'class');
  if (javaClass !== undefined) return { what: 'class', taskType: javaClass };
  const bean = dialectAttributeOf(xml, camunda, 'delegateExpression');
  return bean === undefined ? kindOfWorkOn(xml) : beanNamed(bean);
}

/** The bean of a delegate expression: `${bean}` is `bean`. */
export function beanNamed(expression: string): NamedCode {
  const [, name = expression] = /^[$#]\{([\s\S]*)\}$/.exec(expression) ?? [];
  return { what: 'delegateExpression', taskType: name.trim() };
}

/** Kinds of work that other engines do themselves: the connector by its id, the type as written. Decisions are no work of a worker. */
function kindOfWorkOn(xml: XmlElement): NamedCode | undefined {
  const type = dialectAttributeOf(xml, camunda, 'type');
  if (type !== undefined && !isExternal(type) && type !== 'dmn') return { what: `type '${type}'`, taskType: type };
  const [connector] = extensionsNamed(xml, camunda, 'connector');
  const id = connector === undefined ? undefined : connectorIdOf(connector);
  return id === undefined ? undefined : { what: 'connector', taskType: id };
}

/** External tasks, in the words of Camunda and of Flowable. */
export function isExternal(type: string | undefined): boolean {
  return type !== undefined && ['external', 'external-worker'].includes(type.toLowerCase());
}

/** Whether a worker can ask for the name; another one leaves the task to be completed by hand. */
export function isTaskType({ taskType }: NamedCode): boolean {
  return taskType !== '' && taskType.length <= MAX_NAME;
}

const CALL = /^\s*[$#]\{\s*([A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*)\s*\(/;

/** The method of a bean that an expression calls: `${bean.method(x)}` is `bean.method`; undefined when it is not one call. */
export function calledMethodOf(text: string): NamedCode | undefined {
  const [, path] = CALL.exec(text) ?? [];
  return path === undefined ? undefined : { what: 'expression', taskType: path.replace(/\s+/g, ''), text: text.trim() };
}
