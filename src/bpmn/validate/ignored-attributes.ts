import { calledElementsOf } from '../dialects/called-element.ts';
import { Speller } from '../dialects/dialect-words.ts';
import { inMappingsOf } from '../dialects/element-parts.ts';
import { isReportedOnTexts, knownDialect } from '../dialects/namespaces.ts';
import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { carriesData } from '../elements/events.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { type Finding, findingAt, type PlacedWarning, quote, warningAt } from '../finding.ts';
import { anyNamespace } from '../xml/namespaces.ts';
import {
  attributeOf,
  childNamed,
  childrenNamed,
  dialectAttributeOf,
  isFalse,
  isTrue,
  splitAttributeKey,
  type XmlElement,
} from '../xml/xml-element.ts';
import { LOOP_MARKERS } from './activities.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

/** Warns about attributes with an effect only in other engines (docs/contributing/spec/validation.md#ignored-attributes). */
export const attributesAreExecuted: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { name, text } of [...businessKeysOf(node), ...definitionsOf(node, document), ...dataOf(node, document)]) {
      yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name, text });
    }
  }
};

interface Ignored {
  readonly name: string;
  readonly text: string;
}

/** A called instance cannot have a separate one (docs/contributing/spec/calls.md#called-instance). */
function businessKeysOf({ tag, xml }: NodeDraft): Ignored[] {
  if (tag !== 'callActivity') return [];
  return inMappingsOf(xml)
    .filter((mapping) => dialectAttributeOf(mapping, anyNamespace, 'businessKey') !== undefined)
    .map(() => ({ name: 'businessKey', text: 'businessKey is ignored' }));
}

/** Signals have no payload, compensation throw events always wait (docs/contributing/spec/elements.md#compensation-throw). */
function definitionsOf(node: NodeDraft, document: DocumentDraft): Ignored[] {
  return eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) => {
    if (kind === 'compensation' && isFalse(attributeOf(xml, 'waitForCompletion'))) {
      return [{ name: 'waitForCompletion', text: 'waitForCompletion is ignored; the event waits' }];
    }
    const isPayload = kind === 'signal' && inMappingsOf(xml).length > 0;
    return isPayload ? [{ name: 'in', text: 'payload of a signal is ignored' }] : [];
  });
}

const THROWING: ReadonlySet<string> = new Set(['intermediateThrowEvent', 'endEvent']);

/** Data of other elements than messages, and errors and escalations of jBPM. Ignores associations that are only drawn or move no data. */
function dataOf({ tag, xml }: NodeDraft, document: DocumentDraft): Ignored[] {
  if (!THROWING.has(tag)) return [];
  const definitions = eventDefinitionsOf(xml, document);
  const kinds = definitions.map(({ kind }) => kind);
  if (kinds.length === 0 || kinds.includes('message') || carriesData(definitions, document)) return [];
  const isMeant = childrenNamed(xml, 'dataInputAssociation').some(
    (association) =>
      childrenNamed(association, 'assignment').length > 0 ||
      childrenNamed(association, 'transformation').length > 0 ||
      (document.dialect.platform === undefined && childrenNamed(association, 'sourceRef').length > 0),
  );
  return isMeant
    ? [{ name: 'dataInputAssociation', text: `dataInputAssociation is ignored: ${kinds[0]} events carry no variables` }]
    : [];
}

/** Attributes of root elements without a warning, in original spelling. */
const READ: Readonly<Record<string, readonly string[]>> = {
  definitions: ['diagramRelationId', 'modelerTemplate', 'modelerTemplateVersion', 'modelerTemplateIcon'],
  message: ['correlationKey', 'modelerTemplate', 'modelerTemplateVersion', 'modelerTemplateIcon'],
  signal: ['scope'],
  error: ['errorMessage'],
  escalation: [],
  // its reader warns
  timeCycle: ['endDate'],
};

/** Children whose text is read. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['script', 'conditionExpression', 'loopCardinality', 'completionCondition', 'loopCondition', 'activationCondition'],
  ...['condition', 'timeDuration', 'timeDate', 'timeCycle', 'formalExpression'],
]);

/** Warns on root elements, the file, conditions, scripts, loops and timers (docs/contributing/spec/validation.md#names-beside-elements). */
export const dialectAttributesAreUnderstood: WarningRule = function* (process, document) {
  const speller = new Speller();
  for (const { xml, id } of process.nodes) {
    const markers = xml.children.filter(({ local }) => LOOP_MARKERS.has(local));
    for (const holder of new Set([xml, ...markers, ...eventDefinitionsOf(xml, document).map((definition) => definition.xml)]))
      yield* ignoredOnTexts(holder, process.key, speller, id);
  }
  for (const { xml, id } of process.flows) yield* ignoredOnTexts(xml, process.key, speller, id);
  // once per file
  if (document.processes.find(({ isDeployed }) => isDeployed) !== process) return;
  for (const root of [document.xml, ...document.rootElements])
    if (Object.hasOwn(READ, root.local)) yield* ignoredOn(root, root, process.key, speller);
};

function* ignoredOnTexts(holder: XmlElement, processKey: string, speller: Speller, elementId?: string): Iterable<PlacedWarning> {
  for (const child of holder.children)
    if (TEXTS.has(child.local)) yield* ignoredOn(child, holder, processKey, speller, elementId);
}

/** `owner`: subject of the warning. */
function* ignoredOn(
  xml: XmlElement,
  owner: XmlElement,
  processKey: string,
  speller: Speller,
  elementId?: string,
): Iterable<PlacedWarning> {
  const read = Object.hasOwn(READ, xml.local) ? (READ[xml.local] ?? []) : [];
  for (const key of xml.attributes.keys()) {
    const { uri, local } = splitAttributeKey(key);
    const isForeign = xml === owner ? !knownDialect(uri) : !isReportedOnTexts(uri);
    if (isForeign || read.some((name) => name.toLowerCase() === local.toLowerCase())) continue;
    const of = xml === owner ? '' : ` of ${xml.local}`;
    const text = `attribute ${quote(local)}${of} is ignored${speller.among(local, read)} (line ${xml.place.line})`;
    yield warningAt(owner, processKey, {
      event: 'attribute-ignored',
      name: quote(local),
      text,
      ...(elementId === undefined ? {} : { elementId }),
    });
  }
}

/** Attributes of flow nodes, loop markers, and call activities (in any namespace). */
const OF_NODES = [
  ...['cancelActivity', 'isInterrupting', 'parallelMultiple', 'triggeredByEvent', 'isForCompensation', 'instantiate'],
  'cancelRemainingInstances',
];
const OF_LOOPS = [
  ['multiInstanceLoopCharacteristics', 'isSequential'],
  ['standardLoopCharacteristics', 'testBefore'],
] as const;
const OF_CALLS = ['propagateAllParentVariables', 'propagateAllChildVariables'];

/** `true`, `1`, `false` or `0` (docs/contributing/spec/validation.md#boolean-attributes). */
export const booleansAreBooleans: ProcessRule = function* (process) {
  if (!process.isGlobalTask) yield* wrong(process.xml, 'isExecutable', process.xml.attributes.get('isExecutable'));
  for (const { xml } of process.nodes) {
    for (const attribute of OF_NODES) yield* wrong(xml, attribute, xml.attributes.get(attribute));
    for (const [marker, attribute] of OF_LOOPS) yield* wrong(xml, attribute, childNamed(xml, marker)?.attributes.get(attribute));
    if (xml.local === 'callActivity') yield* wrongFlags(xml);
  }
};

function* wrongFlags(xml: XmlElement): Iterable<Finding> {
  for (const place of [xml, ...calledElementsOf(xml)]) {
    for (const flag of OF_CALLS) yield* wrong(xml, flag, dialectAttributeOf(place, anyNamespace, flag));
  }
}

function* wrong(xml: XmlElement, attribute: string, written: string | undefined): Iterable<Finding> {
  if (written === undefined || isTrue(written) || isFalse(written)) return;
  yield findingAt(xml, `attribute ${attribute}: '${quote(written)}' is not a boolean`);
}
