import { Speller } from '../dialect-words.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import { jbpm, knownDialect } from '../namespaces.ts';
import { type PlacedWarning, warningAt } from '../warning.ts';
import { splitAttributeKey, type XmlElement } from '../xml-element.ts';
import { LOOP_MARKERS } from './loops.ts';
import type { WarningRule } from './rule.ts';

/** Extension attributes of root elements without a warning, in original spelling. */
const READ: Readonly<Record<string, readonly string[]>> = {
  definitions: ['diagramRelationId', 'modelerTemplate', 'modelerTemplateVersion', 'modelerTemplateIcon'],
  message: ['correlationKey', 'modelerTemplate', 'modelerTemplateVersion', 'modelerTemplateIcon'],
  signal: [],
  error: ['errorMessage'],
  escalation: [],
};
/** Child elements whose text is read. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['script', 'conditionExpression', 'loopCardinality', 'completionCondition', 'loopCondition', 'activationCondition'],
  ...['condition', 'timeDuration', 'timeDate', 'timeCycle', 'formalExpression'],
]);

/**
 * Warns about dialect attributes on referenced root elements, on the file, and on conditions, scripts, loops and timers
 * (docs/contributing/spec/validation.md#names-beside-elements).
 */
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
    const isForeign = !knownDialect(uri) && !(jbpm(uri) && xml !== owner);
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
