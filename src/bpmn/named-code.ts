import { camunda } from './namespaces.ts';
import { dialectAttributeOf, type XmlElement } from './xml-element.ts';

/**
 * Code of its author's own program that a task names. It does not run here; its name is the task type, for any worker that does the same work
 * (ADR 0053).
 */
export interface NamedCode {
  readonly attribute: 'class' | 'delegateExpression' | 'expression';
  readonly taskType: string;
  /** the call as it is written, where there is one */
  readonly text?: string;
}

/** A Java class, by the name as written, or the bean of a delegate expression; undefined when neither is given. */
export function namedCodeOn(xml: XmlElement): NamedCode | undefined {
  const javaClass = dialectAttributeOf(xml, camunda, 'class');
  if (javaClass !== undefined) return { attribute: 'class', taskType: javaClass };
  const bean = dialectAttributeOf(xml, camunda, 'delegateExpression');
  if (bean === undefined) return undefined;
  const [, name = bean] = /^[$#]\{([\s\S]*)\}$/.exec(bean) ?? [];
  return { attribute: 'delegateExpression', taskType: name.trim() };
}

const CALL = /^\s*[$#]\{\s*([A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*)\s*\(/;

/** The method of a bean that an expression calls: `${bean.method(x)}` is `bean.method`; undefined when it is not one call. */
export function calledMethodOf(text: string): NamedCode | undefined {
  const [, path] = CALL.exec(text) ?? [];
  return path === undefined ? undefined : { attribute: 'expression', taskType: path.replace(/\s+/g, ''), text: text.trim() };
}
