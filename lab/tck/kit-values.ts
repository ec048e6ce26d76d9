import { attributeKey, attributeOf, type XmlElement } from '../../src/bpmn/xml/xml-element.ts';
import type { DecisionLanguage, DecisionValue } from '../../src/engine/decisions/decided.ts';
import type { BasicType } from '../../src/engine/model.ts';
import { childOf, childrenOf } from './read-kit.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const TEMPORAL: Readonly<Record<string, BasicType>> = {
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  duration: 'dayTimeDuration',
  dayTimeDuration: 'dayTimeDuration',
  yearMonthDuration: 'yearMonthDuration',
};
const NUMBERS: ReadonlySet<string> = new Set(['decimal', 'double', 'float', 'integer', 'int', 'long']);

/** A value as a file of cases writes it: a `value`, a `list` of items, or `component`s. A value without a type is one of {@link UntypedText}. */
export function valueIn(xml: XmlElement, language: DecisionLanguage): DecisionValue {
  const list = childOf(xml, 'list');
  if (list !== undefined) return isNil(list) ? null : childrenOf(list, 'item').map((item) => valueIn(item, language));
  const components = childrenOf(xml, 'component');
  if (components.length > 0) {
    const members = components.map(
      (part) => [attributeOf(part, 'name') ?? '', isNil(part) ? null : valueIn(part, language)] as const,
    );
    const context = language.context(Object.fromEntries(members));
    if (new Set(members.map(([name]) => name)).size < members.length) loose.add(context as object);
    return context;
  }
  const value = childOf(xml, 'value');
  if (value === undefined || isNil(value) || isNil(xml)) return null;
  const type = attributeOf(value, attributeKey(XSI, 'type'))?.replace(/^.*:/, '');
  return type === undefined ? new UntypedText(value.text) : typedValue(value.text, type, language);
}

/** Contexts that a file writes with a name twice, as the kit does by mistake: what else is in a value is not known then. */
const loose = new WeakSet<object>();

/** A text whose type only the model knows. */
export class UntypedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function typedValue(text: string, type: string, language: DecisionLanguage): DecisionValue {
  if (NUMBERS.has(type)) return Number(text);
  if (type === 'boolean') return text.trim() === 'true' || text.trim() === '1';
  const temporal = TEMPORAL[type];
  return temporal === undefined ? text : (language.read(text.trim(), temporal) ?? null);
}

function isNil(xml: XmlElement): boolean {
  return attributeOf(xml, attributeKey(XSI, 'nil')) === 'true';
}

/** How far two numbers may differ. */
const TOLERANCE = 1e-8;

/** Whether a value is the expected one. */
export function isExpected(actual: DecisionValue, expected: DecisionValue, language: DecisionLanguage): boolean {
  if (expected instanceof UntypedText) {
    const kind = language.kindOf(actual);
    if (expected.text.trim() === '') return kind === 'null' || actual === '';
    if (kind === 'number') return isExpected(actual, Number(expected.text), language);
    if (kind === 'string') return actual === expected.text;
    const json = language.toJson(actual);
    return json.ok && String(json.value) === expected.text.trim();
  }
  const plain = [language.plainOf(actual), language.plainOf(expected)];
  if (typeof plain[0] === 'number' && typeof plain[1] === 'number') return Math.abs(plain[0] - plain[1]) <= TOLERANCE;
  if (language.kindOf(expected) !== language.kindOf(actual)) return false;
  const [items, others] = [language.itemsOf(actual), language.itemsOf(expected)];
  if (items !== undefined && others !== undefined)
    return items.length === others.length && items.every((item, at) => isExpected(item, others[at], language));
  const [members, wanted] = [language.membersOf(actual), language.membersOf(expected)];
  if (members !== undefined && wanted !== undefined) {
    const names = Object.keys(wanted);
    if (names.length !== Object.keys(members).length && !loose.has(expected as object)) return false;
    return names.every((name) => Object.hasOwn(members, name) && isExpected(members[name], wanted[name], language));
  }
  return language.isSame(actual, expected);
}

/** A value for a message. */
export function shownFor(value: DecisionValue, language: DecisionLanguage): string {
  if (value instanceof UntypedText) return value.text;
  const json = language.toJson(value);
  return json.ok ? JSON.stringify(json.value) : language.kindOf(value);
}
