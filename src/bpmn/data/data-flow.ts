import type { ExpressionModel, Mapping, ReceivedData } from '../../engine/model.ts';
import { readExpression } from '../../expressions/deploy.ts';
import { readInLanguage } from '../dialects/expression-language.ts';
import { isMappingTarget } from '../dialects/mapping-sources.ts';
import type { DocumentDraft } from '../draft.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { quote, warningAt } from '../finding.ts';
import { attributeOf, childNamed, childrenNamed, isBpmn, type XmlElement } from '../xml/xml-element.ts';

/** Possible sources and targets of a data association. */
const ITEMS: ReadonlySet<string> = new Set([
  ...['property', 'dataObject', 'dataObjectReference', 'dataInput', 'dataOutput', 'inputDataItem', 'outputDataItem'],
]);

const KNOWN = new WeakMap<DocumentDraft, DataItems>();

/** Data elements by id, with the names of their variables (docs/contributing/spec/mappings.md#names-of-data). */
class DataItems {
  readonly #byId = new Map<string, XmlElement>();
  /** name of its first reference that has one, by data object */
  readonly #nameOfObject = new Map<string, string>();

  static of(document: DocumentDraft): DataItems {
    const known = KNOWN.get(document) ?? new DataItems(document);
    KNOWN.set(document, known);
    return known;
  }

  private constructor(document: DocumentDraft) {
    for (const { xml } of document.processes) this.#collect(xml);
  }

  #collect(xml: XmlElement): void {
    for (const child of xml.children) {
      const id = ITEMS.has(child.local) && isBpmn(child, child.local) ? attributeOf(child, 'id') : undefined;
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, child);
      const [object, name] = [attributeOf(child, 'dataObjectRef'), attributeOf(child, 'name')];
      if (object !== undefined && name !== undefined && !this.#nameOfObject.has(object)) this.#nameOfObject.set(object, name);
      this.#collect(child);
    }
  }

  /** Tries the reference as written, then without prefix. */
  find(reference: string): XmlElement | undefined {
    return this.#byId.get(reference) ?? this.#byId.get(reference.slice(reference.indexOf(':') + 1));
  }

  /** Returns undefined if the item is unknown or its name is not a valid variable name. */
  variableOf(reference: string): string | undefined {
    const item = this.find(reference);
    const name = item === undefined ? undefined : this.#nameOf(item);
    return name !== undefined && isMappingTarget(name, { allowsPath: false, isOutput: true }) ? name : undefined;
  }

  #nameOf(item: XmlElement): string | undefined {
    const objectId = item.local === 'dataObjectReference' ? attributeOf(item, 'dataObjectRef') : attributeOf(item, 'id');
    const object = item.local === 'dataObjectReference' && objectId !== undefined ? this.find(objectId) : item;
    const ofObject = object === undefined ? undefined : attributeOf(object, 'name');
    return ofObject ?? this.#nameOfObject.get(objectId ?? '') ?? attributeOf(item, 'name') ?? attributeOf(item, 'id');
  }
}

/** Children of the `ioSpecification` of an activity, or of an event. */
function declaredItems(xml: XmlElement, local: 'dataInput' | 'dataOutput'): XmlElement[] {
  return [xml, ...childrenNamed(xml, 'ioSpecification')].flatMap((place) => childrenNamed(place, local));
}

type Direction = 'input' | 'output';

/** `source`: a variable that may not exist, or a text of the file. */
interface Movement {
  readonly target: string;
  readonly source: { readonly variable: string } | { readonly text: XmlElement };
}

/** Constants in every expression language. */
const CONSTANTS = /^(?:true|false|null|none)$/i;

const WORKED_OUTSIDE: ReadonlySet<string> = new Set([
  ...['serviceTask', 'sendTask', 'businessRuleTask', 'task', 'callActivity'],
  ...['intermediateThrowEvent', 'endEvent'],
]);

const ASSOCIATIONS: Readonly<Record<Direction, string>> = { input: 'dataInputAssociation', output: 'dataOutputAssociation' };

/**
 * Inputs create local variables; outputs write outer ones. Associations without a data effect, with missing sources, or in files for another engine map
 * nothing, with a warning unless they are only drawn (docs/contributing/spec/mappings.md#data-associations).
 */
export function dataMappingsOf(xml: XmlElement, direction: Direction, context: ReadContext): readonly Mapping[] {
  const loopInput = childNamed(xml, 'multiInstanceLoopCharacteristics');
  const collection = loopInput && childNamed(loopInput, 'loopDataInputRef')?.text.trim();
  const place = dataPlaceOf(xml, direction, context);
  return childrenNamed(xml, ASSOCIATIONS[direction]).flatMap((association) => {
    if (collection !== undefined && referenceIn(association, 'targetRef') === collection) return [];
    const found = movementsOf(association, place);
    const moved = direction === 'output' ? found.filter((one) => !isReceived(xml, one, context)) : found;
    if (moved.length < found.length && moved.length === 0) return [];
    if (moved.length > 0 && context.platform === undefined) {
      const counted = direction === 'input' ? moved.filter((one) => hasEffect(xml, one)) : moved;
      return context.withFallback<readonly Mapping[]>(
        xml,
        (current) => counted.map((one) => mappingOf(xml, one, direction, current)),
        () => [],
      );
    }
    const why = moved.length === 0 ? unmappedReason(association, place, context) : notExecuted(association, context);
    if (why !== undefined) {
      const name = ASSOCIATIONS[direction];
      context.warn(warningAt(xml, context.process.key, { event: 'attribute-ignored', name, text: `${name} ${why}` }));
    }
    return [];
  });
}

/**
 * Returns false for an input with the name of its source: the copy would hide the variable from the writes of the activity. It counts for external work and
 * receivers of a thrown event, which get mapped inputs only.
 */
function hasEffect({ local }: XmlElement, { target, source }: Movement): boolean {
  return !('variable' in source) || source.variable !== target || WORKED_OUTSIDE.has(local);
}

/** Variables for the data of an event of jBPM, which has one value; its data output may have any name (docs/contributing/spec/mappings.md#data-of-an-event). */
export function receivedDataOf(xml: XmlElement, context: ReadContext): readonly ReceivedData[] {
  const place = dataPlaceOf(xml, 'output', context);
  return childrenNamed(xml, ASSOCIATIONS.output)
    .flatMap((association) => movementsOf(association, place))
    .filter((one) => isReceived(xml, one, context))
    .map(({ target, source }) => Object.freeze({ output: 'variable' in source ? source.variable : '', target }));
}

const CATCHING: ReadonlySet<string> = new Set(['startEvent', 'boundaryEvent', 'intermediateCatchEvent', 'receiveTask']);

function isReceived({ local }: XmlElement, { source }: Movement, { document }: ReadContext): boolean {
  return document.dialect.eventsHaveOneValue && CATCHING.has(local) && 'variable' in source;
}

/** Variable of a loop's collection, from the association with the loop's data reference. */
export function loopVariableOf(xml: XmlElement, direction: Direction, context: ReadContext): string | undefined {
  const loop = childNamed(xml, 'multiInstanceLoopCharacteristics');
  const reference = loop && childNamed(loop, direction === 'input' ? 'loopDataInputRef' : 'loopDataOutputRef')?.text.trim();
  if (!reference || context.platform !== undefined) return undefined;
  const items = DataItems.of(context.document);
  const [inner, outer] = direction === 'input' ? (['targetRef', 'sourceRef'] as const) : (['sourceRef', 'targetRef'] as const);
  const joined = childrenNamed(xml, ASSOCIATIONS[direction]).find((one) => referenceIn(one, inner) === reference);
  return items.variableOf((joined && referenceIn(joined, outer)) ?? reference);
}

/** Literal or expression that the file assigns to a named input. */
export function inputTextOf(xml: XmlElement, name: string, context: ReadContext): string | undefined {
  const place = dataPlaceOf(xml, 'input', context);
  for (const association of childrenNamed(xml, ASSOCIATIONS.input)) {
    for (const { target, source } of movementsOf(association, place)) {
      if (target !== name) continue;
      const text = 'variable' in source ? `\${${source.variable}}` : source.text.text.trim();
      if (text !== '') return text;
    }
  }
  return undefined;
}

/** `declared`: ids of the data inputs or outputs. */
interface DataPlace {
  readonly direction: Direction;
  readonly items: DataItems;
  readonly declared: ReadonlySet<string | undefined>;
}

function dataPlaceOf(xml: XmlElement, direction: Direction, { document }: ReadContext): DataPlace {
  const declared = declaredItems(xml, direction === 'input' ? 'dataInput' : 'dataOutput');
  return { direction, items: DataItems.of(document), declared: new Set(declared.map((item) => attributeOf(item, 'id'))) };
}

function movementsOf(association: XmlElement, { direction, items, declared }: DataPlace): Movement[] {
  const target = referenceIn(association, 'targetRef');
  const assignments = childrenNamed(association, 'assignment');
  if (assignments.length > 0) {
    return assignments.flatMap((assignment) => {
      const [from, to] = [childNamed(assignment, 'from'), childNamed(assignment, 'to')?.text.trim()];
      // jBPM: a dot means the whole target
      const name = variableNamed(items, to === '.' ? target : to || target);
      if (from === undefined || from.text.trim() === '' || name === undefined) return [];
      const variable = readableIn(items, from.text.trim());
      return [{ target: name, source: variable === undefined ? { text: from } : { variable } }];
    });
  }
  const name = target === undefined ? undefined : items.variableOf(target);
  if (name === undefined) return [];
  const transformation = childNamed(association, 'transformation');
  if (transformation !== undefined && transformation.text.trim() !== '') {
    return [{ target: name, source: { text: transformation } }];
  }
  const source = referenceIn(association, 'sourceRef');
  const own = direction === 'input' ? target : source;
  const isDrawn = own === undefined || !declared.has(idIn(items, own));
  const variable = source === undefined || isDrawn ? undefined : readableIn(items, source);
  return variable === undefined ? [] : [{ target: name, source: { variable } }];
}

function notExecuted(association: XmlElement, { platform }: ReadContext): string | undefined {
  return hasText(association) ? `is not executed in a file made for ${platform}` : undefined;
}

function idIn(items: DataItems, reference: string): string | undefined {
  const item = items.find(reference);
  return item && attributeOf(item, 'id');
}

/** Reason for a warning; undefined for an association that is only drawn. */
function unmappedReason(
  association: XmlElement,
  { direction, items, declared }: DataPlace,
  { platform }: ReadContext,
): string | undefined {
  if (hasText(association)) return 'moves nothing: no variable is named';
  if (platform !== undefined) return undefined;
  const [source, target] = [referenceIn(association, 'sourceRef'), referenceIn(association, 'targetRef')];
  if (source === undefined || target === undefined) return undefined;
  const [inner, outer] = direction === 'input' ? [target, source] : [source, target];
  const own = idIn(items, inner);
  if (own === undefined ? items.find(outer) === undefined : !declared.has(own)) return undefined;
  const missing = [inner, outer].find((reference) => items.find(reference) === undefined);
  if (missing !== undefined) return `moves nothing: '${quote(missing)}' is the id of no variable`;
  const nameless = [inner, outer].find((reference) => readableIn(items, reference) === undefined);
  return nameless && `moves nothing: the name of '${quote(nameless)}' is not that of a variable`;
}

function mappingOf(owner: XmlElement, { target, source }: Movement, direction: Direction, context: ReadContext): Mapping {
  const slot = `${direction} mapping`;
  const rule = context.followsDialects ? { earlier: 'never' as const } : {};
  if ('variable' in source) {
    const name = source.variable;
    const variable: ExpressionModel = { kind: 'expression', slot, dialect: 'lenient', text: name, source: name };
    return Object.freeze({ source: Object.freeze(variable), target, optional: true as const, ...rule });
  }
  const kind = source.text.local === 'transformation' ? 'expression' : 'template';
  return Object.freeze({ source: readInLanguage(owner, source.text, kind, slot, context), target, ...rule });
}

/** Variable of an item; undefined if expressions cannot name it. */
function readableIn(items: DataItems, reference: string): string | undefined {
  const name = items.variableOf(reference);
  if (name === undefined || CONSTANTS.test(name)) return undefined;
  return readExpression(name, 'expression', '').ok ? name : undefined;
}

/** Variable of an item, or the reference itself if it is a valid name. */
function variableNamed(items: DataItems, reference: string | undefined): string | undefined {
  if (reference === undefined) return undefined;
  const known = items.variableOf(reference);
  if (known !== undefined || items.find(reference) !== undefined) return known;
  return isMappingTarget(reference, { allowsPath: false, isOutput: true }) ? reference : undefined;
}

function referenceIn(association: XmlElement, local: string): string | undefined {
  return childNamed(association, local)?.text.trim() || undefined;
}

function hasText(association: XmlElement): boolean {
  return childNamed(association, 'assignment') !== undefined || childNamed(association, 'transformation') !== undefined;
}
