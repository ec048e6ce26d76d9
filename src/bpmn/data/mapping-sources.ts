import type { ExpressionModel, MappingSource } from '../../engine/model.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { anyNamespace, camunda } from '../xml/namespaces.ts';
import { withResource } from '../script-resources.ts';
import { dialectAttributeOf, type XmlElement } from '../xml/xml-element.ts';

/**
 * Value of a camunda parameter: text, script, or nested lists and maps. Null without a value, as in Camunda 7
 * (docs/contributing/spec/mappings.md#what-a-mapping-does).
 */
export function readParameter(owner: XmlElement, parameter: XmlElement, slot: string, context: ReadContext): MappingSource {
  const inner = parameter.children.find((child) => camunda(child.uri) && READERS.has(child.local.toLowerCase()));
  const read = inner === undefined ? undefined : READERS.get(inner.local.toLowerCase());
  if (inner !== undefined && read !== undefined) return Object.freeze(read(owner, inner, slot, context));
  const text = parameter.text.trim();
  return text === '' ? nothing(slot) : context.expression(owner, text, 'template', slot);
}

/** Expression for a missing source: null. */
export function nothing(slot: string): ExpressionModel {
  return Object.freeze({ kind: 'expression', slot, dialect: 'juel', text: '', source: 'null' });
}

type SourceReader = (owner: XmlElement, xml: XmlElement, slot: string, context: ReadContext) => MappingSource;

const READERS: ReadonlyMap<string, SourceReader> = new Map<string, SourceReader>([
  ['script', readScript],
  ['list', readList],
  ['map', readMap],
]);

function readScript(owner: XmlElement, xml: XmlElement, _slot: string, context: ReadContext): MappingSource {
  const written = { source: xml.text, format: dialectAttributeOf(xml, anyNamespace, 'scriptFormat') };
  const { source, format } = withResource(owner, xml, written, context);
  return context.script(owner, source, format, undefined);
}

/** Children are `value` elements, or scripts, lists and maps. */
function readList(owner: XmlElement, xml: XmlElement, slot: string, context: ReadContext): MappingSource {
  const items = xml.children
    .filter((child) => camunda(child.uri))
    .map((child) => {
      const read = READERS.get(child.local.toLowerCase());
      return read === undefined ? readParameter(owner, child, slot, context) : Object.freeze(read(owner, child, slot, context));
    });
  return { kind: 'list', items: Object.freeze(items) };
}

function readMap(owner: XmlElement, xml: XmlElement, slot: string, context: ReadContext): MappingSource {
  const entries = xml.children
    .filter((child) => camunda(child.uri) && child.local.toLowerCase() === 'entry')
    .map((child) =>
      Object.freeze({
        key: context.expression(owner, dialectAttributeOf(child, anyNamespace, 'key') ?? '', 'template', slot),
        value: readParameter(owner, child, slot, context),
      }),
    );
  return { kind: 'map', entries: Object.freeze(entries) };
}
