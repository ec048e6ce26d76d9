import type { ExpressionModel, Mapping, MappingSource } from '../../../engine/model.ts';
import { inexactNumberIn, inexactReason, NUMBER_TEXT } from '../../../engine/values/exact-numbers.ts';
import type { Json, Variables } from '../../../engine/values.ts';
import { MAX_NESTING } from '../../../expressions/limits.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../../finding.ts';
import { attributeOf, childrenNamed, extensionsNamed, extensionsOf, type XmlElement } from '../../xml/xml-element.ts';
import { isMappingTarget } from '../mapping-sources.ts';
import { flowable, jbpm } from '../namespaces.ts';

/** Values in other engines and modelers. */
const VALUES: ReadonlySet<string> = new Set(['value', 'defaultvalue', 'initialvalue', 'default']);
/** Tags with an effect in jBPM. */
const CHECKED_TAGS: readonly string[] = ['required', 'readonly', 'restricted'];

/**
 * Values of the data objects of a process or sub-process. In files of Flowable and Activiti, one without value is null
 * (docs/contributing/spec/mappings.md#values-of-data-objects). Warns about unsupported formats.
 */
export function dataValuesOf(container: XmlElement, context: ReadContext): Variables {
  const values: Record<string, Json> = {};
  if (!context.followsDialects) return values;
  for (const item of childrenNamed(container, 'property')) warnOfOthers(item, [], context);
  for (const item of childrenNamed(container, 'dataObject')) {
    const [written, ...others] = extensionsNamed(item, flowable, 'value');
    warnOfOthers(item, written === undefined ? [] : [written, ...others], context);
    if (written === undefined && context.platform !== 'Flowable') continue;
    const name = attributeOf(item, 'name') ?? '';
    if (isMappingTarget(name, { allowsPath: false, isOutput: true })) {
      const value = readValue(item, written?.text.trim() ?? '', context);
      if (value !== undefined) values[name] = value;
    } else if (written !== undefined)
      warn(item, 'value', `value is ignored: '${quote(name)}' is not the name of a variable`, context);
  }
  return values;
}

/** Initial values as input mappings, local to the sub-process. */
export function dataValueInputs(xml: XmlElement, context: ReadContext): readonly Mapping[] {
  return Object.entries({ ...declaredByJbpm(xml, context), ...dataValuesOf(xml, context) }).map(([target, value]) =>
    Object.freeze({ source: sourceOf(value), target, earlier: 'never' as const }),
  );
}

/** Variables without value, which hide those of the process. */
function declaredByJbpm(xml: XmlElement, { document: { dialect } }: ReadContext): Variables {
  const isOfJbpm = dialect.hasRulesOfJbpm && dialect.platform === undefined && /SubProcess$|^transaction$/i.test(xml.local);
  const names = isOfJbpm
    ? childrenNamed(xml, 'property').map((item) => attributeOf(item, 'name') ?? attributeOf(item, 'id') ?? '')
    : [];
  const usable = names.filter((name) => isMappingTarget(name, { allowsPath: false, isOutput: true }));
  return Object.fromEntries(usable.map((name) => [name, null]));
}

function sourceOf(value: Json): MappingSource {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(sourceOf) };
  if (typeof value !== 'object' || value === null) return fixed(value);
  return { kind: 'map', entries: Object.entries(value).map(([key, inner]) => ({ key: fixed(key), value: sourceOf(inner) })) };
}

function fixed(value: Exclude<Json, object> | null): ExpressionModel {
  const dialect = typeof value === 'string' ? 'literal' : 'feel';
  return Object.freeze({ kind: 'expression', slot: 'value', dialect, text: String(value), source: String(value) });
}

/** Returns undefined if not usable. */
function readValue(item: XmlElement, text: string, context: ReadContext): Json | undefined {
  const type = typeOf(item, context);
  const read = READERS.get(type);
  if (read === undefined) {
    warn(item, 'value', `value is ignored: type '${quote(type)}' is none of ${[...READERS.keys()].join(', ')}`, context);
    return undefined;
  }
  if (text === '') return null;
  const value = read(text);
  if (!('fault' in value)) return value.value;
  context.report(findingAt(item, `value '${quote(text)}' ${value.fault ?? `is not of type ${type}`}`));
  return undefined;
}

/** Type name as in Flowable: `xsd:int`. Without prefix it may be an item definition. */
function typeOf(item: XmlElement, { document }: ReadContext): string {
  const written = attributeOf(item, 'itemSubjectRef') ?? '';
  const definition = document.rootById.get(written);
  const type = (definition && attributeOf(definition, 'structureRef')) ?? written;
  return type.includes(':') ? type.slice(type.lastIndexOf(':') + 1) : 'string';
}

type Read = { readonly value: Json } | { readonly fault: string | undefined };
const WRONG: Read = { fault: undefined };

const READERS: ReadonlyMap<string, (text: string) => Read> = new Map([
  ['string', (text: string): Read => ({ value: text })],
  ['int', (text: string) => wholeNumber(text, 2 ** 31)],
  ['long', (text: string) => wholeNumber(text, 2 ** 63)],
  ['double', (text: string): Read => (NUMBER_TEXT.test(text) && Number.isFinite(Number(text)) ? { value: Number(text) } : WRONG)],
  ['boolean', (text: string): Read => (/^(?:true|false)$/i.test(text) ? { value: text.toLowerCase() === 'true' } : WRONG)],
  [
    'datetime',
    (text: string): Read =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? { value: text } : WRONG,
  ],
  ['json', jsonOf],
]);

function wholeNumber(text: string, bound: number): Read {
  const value = Number(text);
  if (!/^[+-]?\d+$/.test(text) || value < -bound || value >= bound) return WRONG;
  return Number.isSafeInteger(value) ? { value: value + 0 } : { fault: `cannot be used: ${inexactReason(text)}` };
}

function jsonOf(text: string): Read {
  const inexact = inexactNumberIn(text);
  if (inexact !== undefined) return { fault: `cannot be used: ${inexactReason(inexact)}` };
  try {
    const value = JSON.parse(text) as Json;
    return isWithin(value, MAX_NESTING) ? { value } : { fault: 'is nested too deep' };
  } catch {
    return WRONG;
  }
}

function isWithin(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner: Json) => isWithin(inner, depth - 1));
}

function warnOfOthers(item: XmlElement, read: readonly XmlElement[], context: ReadContext): void {
  for (const extension of extensionsOf(item)) {
    const name = extension.local.toLowerCase();
    if (jbpm(extension.uri) && name === 'metadata') warnOfTags(item, extension, context);
    else if (VALUES.has(name) && !read.includes(extension))
      warn(item, extension.local, `${quote(extension.local)} is ignored`, context);
  }
}

/** jBPM checks that they are set or unchanged, Sluice does not. */
function warnOfTags(item: XmlElement, metaData: XmlElement, context: ReadContext): void {
  if (attributeOf(metaData, 'name') !== 'customTags') return;
  const tags = metaData.children.flatMap(({ text }) => text.split(',').map((tag) => tag.trim()));
  for (const tag of tags) if (CHECKED_TAGS.includes(tag)) warn(item, 'customTags', `tag '${tag}' is not checked`, context);
}

function warn(item: XmlElement, name: string, text: string, context: ReadContext): void {
  context.warn(warningAt(item, context.process.key, { event: 'attribute-ignored', name: quote(name), text }));
}
