import type { JobModel, Mapping } from '../../engine/model.ts';
import { callsForeignObject } from '../../expressions/javascript-calls.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml/xml-element.ts';
import { anyDialect, camunda, ext, zeebe } from './namespaces.ts';

/** 32 bits, as for user tasks. */
const MAX_PRIORITY = 2 ** 31 - 1;

/** Additional job data, in lower case. */
export const JOB_EXTENSIONS: readonly string[] = ['taskheaders', 'properties', 'field'];

/**
 * Zeebe `taskHeaders`, `properties` and `field` injections of Camunda 7 and Flowable. A property and a field with a fixed text become headers, a field
 * with an expression a parameter (docs/contributing/spec/mappings.md#jobs-of-other-engines).
 */
export function jobDetailsOf(places: readonly XmlElement[], context: ReadContext): Omit<JobModel, 'sharesVariables'> {
  const headers: Record<string, string> = Object.create(null);
  for (const place of places) {
    for (const [name, value] of taskHeadersOf(place)) headers[name] = value;
  }
  const parameters: Mapping[] = [];
  for (const place of context.platform === undefined ? [] : places) {
    for (const [name, value] of propertiesOf(place)) headers[name] = value;
    for (const { name, text, isFixed } of fieldsOf(place)) {
      if (isFixed) headers[name] = text;
      else parameters.push(Object.freeze({ source: context.expression(place, text, 'template', `field ${name}`), target: name }));
    }
  }
  return {
    ...(Object.keys(headers).length === 0 ? {} : { headers: Object.freeze(headers) }),
    ...(parameters.length === 0 ? {} : { parameters: Object.freeze(parameters) }),
    ...priorityOf([...places, context.process.xml], context),
  };
}

const PRIORITY = /^\s*[+-]?\d{1,10}\s*$/;

/** Camunda `taskPriority` or `jobPriorityDefinition`, of the task or its process. Calls of Java code and texts that are no whole number are not read. */
function priorityOf(places: readonly XmlElement[], context: ReadContext): Pick<JobModel, 'priority' | 'priorityText'> {
  const [found] = places.flatMap((xml) => writtenPriorities(xml).map((text) => ({ xml, text })));
  if (found === undefined) return {};
  const { xml, text } = found;
  if (PRIORITY.test(text)) {
    const priority = Number(text);
    return priority === 0 || Math.abs(priority) > MAX_PRIORITY ? {} : { priority };
  }
  if (!/^\s*(=|[$#]\{)/.test(text)) return {};
  const priorityText = context.expression(xml, text, 'template', 'priority');
  return priorityText.dialect === 'literal' || callsForeignObject(priorityText) ? {} : { priorityText };
}

function writtenPriorities(xml: XmlElement): readonly string[] {
  return [
    dialectAttributeOf(xml, camunda, 'taskPriority') ?? [],
    ...extensionsNamed(xml, zeebe, 'jobPriorityDefinition').map((definition) => attributeOf(definition, 'priority') ?? []),
  ].flat();
}

export function hasFields(places: readonly XmlElement[]): boolean {
  return places.some((place) => extensionsNamed(place, camunda, 'field').length > 0);
}

/** Literals: Zeebe does not evaluate them. */
export function* taskHeadersOf(xml: XmlElement): Iterable<readonly [name: string, value: string]> {
  for (const headers of extensionsNamed(xml, ext, 'taskHeaders')) {
    for (const header of headers.children) {
      const key = dialectAttributeOf(header, anyDialect, 'key');
      if (ext(header.uri) && header.local.toLowerCase() === 'header' && key !== undefined) {
        yield [key, dialectAttributeOf(header, anyDialect, 'value') ?? ''];
      }
    }
  }
}

/** External task workers of Camunda 7 can ask for them. */
function* propertiesOf(xml: XmlElement): Iterable<readonly [name: string, value: string]> {
  for (const properties of extensionsNamed(xml, camunda, 'properties')) {
    for (const property of properties.children) {
      const name = dialectAttributeOf(property, anyDialect, 'name');
      if (camunda(property.uri) && property.local.toLowerCase() === 'property' && name !== undefined) {
        yield [name, dialectAttributeOf(property, anyDialect, 'value') ?? ''];
      }
    }
  }
}

/** Injection into a Java class. */
export interface FieldInjection {
  readonly name: string;
  readonly text: string;
  /** False: an expression. */
  readonly isFixed: boolean;
}

/** Camunda 7 or Flowable. The value is an attribute or a child. */
export function fieldsOf(xml: XmlElement): Iterable<FieldInjection> {
  return fieldsAmong(extensionsNamed(xml, camunda, 'field'));
}

/** Children of a listener. */
export function* fieldsAmong(elements: readonly XmlElement[]): Iterable<FieldInjection> {
  for (const field of elements) {
    if (!camunda(field.uri) || field.local.toLowerCase() !== 'field') continue;
    const name = dialectAttributeOf(field, anyDialect, 'name');
    if (name === undefined) continue;
    const fixed = fieldTextOf(field, 'stringValue') ?? fieldTextOf(field, 'string');
    const text = fixed ?? fieldTextOf(field, 'expression') ?? '';
    yield { name, text, isFixed: fixed !== undefined || text === '' };
  }
}

function fieldTextOf(field: XmlElement, name: string): string | undefined {
  const inside = field.children.find((child) => camunda(child.uri) && child.local.toLowerCase() === name.toLowerCase());
  return dialectAttributeOf(field, anyDialect, name) ?? inside?.text.trim();
}
