import { type PlacedWarning, quote, warningAt } from '../finding.ts';
import { executedParts } from '../validate/ignored-names.ts';
import type { WarningRule } from '../validate/rule.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml/xml-element.ts';
import { isExternal } from './camunda-7/named-code.ts';
import { anyDialect, camunda, ext } from './namespaces.ts';
import { assignmentAttributeOf } from './task-plan.ts';

/** Attribute of an extension element that the engine reads once. `own`: value on the BPMN element, which takes precedence. */
interface ReadOnce {
  readonly extension: string;
  readonly attribute: string;
  own?(xml: XmlElement): string | undefined;
}

const assigned = (attribute: string): ReadOnce => ({
  ...{ extension: 'assignmentDefinition', attribute },
  own: (xml) => assignmentAttributeOf(xml, attribute),
});
const inAny = (extension: string, attribute: string): ReadOnce => ({
  ...{ extension, attribute },
  own: (xml) => dialectAttributeOf(xml, anyDialect, attribute),
});

const READ_ONCE: readonly ReadOnce[] = [
  ...['assignee', 'candidateUsers', 'candidateGroups'].map(assigned),
  ...['dueDate', 'followUpDate'].map((attribute) => inAny('taskSchedule', attribute)),
  inAny('priorityDefinition', 'priority'),
  inAny('formDefinition', 'formKey'),
  { extension: 'taskDefinition', attribute: 'type', own: (xml) => dialectAttributeOf(xml, ext, 'type') },
  { extension: 'taskDefinition', attribute: 'retries' },
  { extension: 'calledElement', attribute: 'processId', own: (xml) => attributeOf(xml, 'calledElement') },
  { extension: 'subscription', attribute: 'correlationKey' },
];

/**
 * Warns if an element has a value in two places, for example in two dialects, and the values differ: only the first counts
 * (docs/contributing/spec/validation.md#overruled-values).
 */
export const valuesAreReadOnce: WarningRule = function* (process, document) {
  for (const { xml, elementId, tag } of executedParts(process, document)) {
    const of = { processKey: process.key, elementId };
    for (const rule of READ_ONCE) yield* overruled(xml, rule, of);
    yield* overruledTopic(xml, of);
    if (tag === 'scriptTask') yield* overruledScript(xml, of);
  }
};

interface Owner {
  readonly processKey: string;
  readonly elementId: string | undefined;
}

function* overruled(xml: XmlElement, { extension, attribute, own }: ReadOnce, of: Owner): Iterable<PlacedWarning> {
  const parts = extensionsNamed(xml, ext, extension);
  if (parts.length === 0) return;
  let counts = own?.(xml);
  for (const part of parts) {
    const value = dialectAttributeOf(part, ext, attribute);
    if (value === undefined) continue;
    counts ??= value;
    if (value === counts) continue;
    const text = `${attribute} '${quote(value)}' of ${quote(part.local)} (line ${part.place.line}) is ignored: '${quote(counts)}' counts`;
    yield warningOf(xml, of, attribute, text);
  }
}

/** The topic of an external task in Camunda 7 format, next to a task type. */
function* overruledTopic(xml: XmlElement, of: Owner): Iterable<PlacedWarning> {
  if (!isExternal(dialectAttributeOf(xml, camunda, 'type'))) return;
  const topic = dialectAttributeOf(xml, camunda, 'topic');
  const [definition] = extensionsNamed(xml, ext, 'taskDefinition');
  const type = dialectAttributeOf(xml, ext, 'type') ?? (definition && dialectAttributeOf(definition, ext, 'type'));
  if (topic === undefined || type === undefined || topic === type) return;
  yield warningOf(xml, of, 'topic', `topic '${quote(topic)}' is ignored: the task type '${quote(type)}' counts`);
}

function* overruledScript(xml: XmlElement, of: Owner): Iterable<PlacedWarning> {
  const [part] = extensionsNamed(xml, anyDialect, 'script');
  if (part === undefined || childNamed(xml, 'script') === undefined) return;
  if (part.attributes.get('expression') === undefined && part.text.trim() === '') return;
  yield warningOf(xml, of, 'script', `the extension script (line ${part.place.line}) is ignored: the BPMN script counts`);
}

function warningOf(xml: XmlElement, { processKey, elementId }: Owner, name: string, text: string): PlacedWarning {
  return warningAt(xml, processKey, {
    event: 'attribute-ignored',
    name,
    text,
    ...(elementId === undefined ? {} : { elementId }),
  });
}
