import type { ExpressionModel, MappingSource } from '../../engine/model.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { withResource } from '../script-resources.ts';
import { anyNamespace } from '../xml/namespaces.ts';
import { dialectAttributeOf, type XmlElement } from '../xml/xml-element.ts';
import { camunda } from './namespaces.ts';

/** Camunda: text, script, or nested lists and maps. Null without value, as in Camunda 7 (docs/contributing/spec/mappings.md#what-a-mapping-does). */
export function readParameter(owner: XmlElement, parameter: XmlElement, slot: string, context: ReadContext): MappingSource {
  const inner = parameter.children.find((child) => camunda(child.uri) && READERS.has(child.local.toLowerCase()));
  const read = inner === undefined ? undefined : READERS.get(inner.local.toLowerCase());
  if (inner !== undefined && read !== undefined) return Object.freeze(read(owner, inner, slot, context));
  const text = parameter.text.trim();
  return text === '' ? nothing(slot) : context.expression(owner, text, 'template', slot);
}

/** Expression null for a missing source. */
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

/** `value` elements, scripts, lists and maps. */
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

/** Properties of every JavaScript object. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Result of a custom task, only for its output mappings (docs/contributing/spec/mappings.md#mapping-targets). */
const RESPONSE = '__response';

/** True for an identifier, or with `allowsPath` (zeebe) identifiers joined by dots. */
export function isMappingTarget(target: string, options: { readonly allowsPath: boolean; readonly isOutput: boolean }): boolean {
  const names = options.allowsPath ? target.split('.') : [target];
  if (options.isOutput && names[0] === RESPONSE) return false;
  return names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !FORBIDDEN.has(name));
}

/** Returns false if empty, a bare `=`, or FEEL with an unclosed string (docs/contributing/spec/validation.md#mapping-pairs). */
export function isMappingSource(source: string): boolean {
  const text = source.trim();
  if (!text.startsWith('=')) return text !== '';
  const feel = text.slice(1).trim();
  return feel !== '' && (feel.replace(/\\./gs, '').match(/"/g)?.length ?? 0) % 2 === 0;
}
