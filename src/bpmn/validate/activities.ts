import { collectionsOf } from '../data/loop-markers.ts';
import { calledElementOf, writtenBindingOf } from '../dialects/called-element.ts';
import { anyDialect } from '../dialects/namespaces.ts';
import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { performersOf } from '../elements/assignments.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { messageOf, operationMessageOf } from '../events/references.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import {
  attributeOf,
  childNamed,
  childrenNamed,
  childTextOf,
  dialectAttributeOf,
  extensionsNamed,
  type XmlElement,
} from '../xml/xml-element.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

/** Rejects also start and end events, and an invalid ordering (docs/contributing/spec/validation.md#ad-hoc-body). */
export const adHocBodiesHaveActivities: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'adHocSubProcess') continue;
    const inside = node.body?.nodes ?? [];
    if (inside.every(({ tag }) => !ACTIVITIES.has(tag))) yield findingAt(node.xml, 'ad-hoc sub-process needs an activity');
    for (const { tag, xml } of inside) {
      if (tag !== 'startEvent' && tag !== 'endEvent') continue;
      yield findingAt(xml, `${quote(xml.local)} is not allowed in an ad-hoc sub-process`);
    }
    const ordering = attributeOf(node.xml, 'ordering') ?? 'Parallel';
    if (ordering !== 'Parallel' && ordering !== 'Sequential')
      yield findingAt(node.xml, `ordering '${quote(ordering)}' is not valid`);
  }
};

const BINDINGS: ReadonlySet<string> = new Set(['latest', 'deployment', 'version', 'versionTag']);

/** Requires also a version if the binding does (docs/contributing/spec/validation.md#called-element). */
export const callsNameTheirProcess: ProcessRule = function* (process) {
  for (const { tag, xml } of process.nodes) {
    if (tag !== 'callActivity') continue;
    if (calledElementOf(xml) === undefined) yield findingAt(xml, 'calledElement is required');
    const text = bindingFault(xml);
    if (text !== undefined) yield findingAt(xml, text);
  }
};

function bindingFault(xml: XmlElement): string | undefined {
  const { kind, value } = writtenBindingOf(xml);
  if (!BINDINGS.has(kind)) return `unknown binding '${quote(kind)}'`;
  return (kind === 'version' || kind === 'versionTag') && value === undefined ? `binding '${kind}' needs a value` : undefined;
}

export const LOOP_MARKERS: ReadonlySet<string> = new Set(['multiInstanceLoopCharacteristics', 'standardLoopCharacteristics']);

/** Complete and allowed. Expressions are checked while reading (docs/contributing/spec/validation.md#loop-markers). */
export const loopsAreComplete: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.category !== 'activity') continue;
    const text = faultOf(node);
    if (text !== undefined) yield findingAt(node.xml, text);
  }
};

function faultOf(node: NodeDraft): string | undefined {
  const multiInstance = childNamed(node.xml, 'multiInstanceLoopCharacteristics');
  const standard = childNamed(node.xml, 'standardLoopCharacteristics');
  if (multiInstance === undefined && standard === undefined) return undefined;
  if (node.tag === 'transaction') return 'transaction cannot be multi-instance';
  if (node.xml.children.filter(({ local }) => LOOP_MARKERS.has(local)).length > 1) return 'only one loop marker is allowed';
  return multiInstance === undefined ? standardFault(standard) : multiInstanceFault(multiInstance);
}

function multiInstanceFault(xml: XmlElement): string | undefined {
  const hasSource = childTextOf(xml, 'loopCardinality') !== undefined || collectionsOf(xml).length > 0;
  return hasSource ? undefined : 'loopCardinality or collection is required';
}

function standardFault(xml: XmlElement | undefined): string | undefined {
  if (xml === undefined) return undefined;
  const maximum = attributeOf(xml, 'loopMaximum');
  if (maximum === undefined) {
    return childNamed(xml, 'loopCondition') === undefined ? 'loopCondition or loopMaximum is required' : undefined;
  }
  const isPositive = /^\+?0*[1-9]\d*$/.test(maximum) && Number.isSafeInteger(Number(maximum));
  return isPositive ? undefined : 'loopMaximum must be at least 1';
}

/** Warns: only the cardinality, or else the first collection, is used (docs/contributing/spec/validation.md#several-loop-sources). */
export const loopSourcesAreSingle: WarningRule = function* (process) {
  for (const node of process.nodes) {
    const marker = childNamed(node.xml, 'multiInstanceLoopCharacteristics');
    if (marker === undefined) continue;
    const hasCardinality = childTextOf(marker, 'loopCardinality') !== undefined;
    if (collectionsOf(marker).length + (hasCardinality ? 1 : 0) < 2) continue;
    const used = hasCardinality ? 'loopCardinality' : 'first collection';
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', text: `loop has several sources; the ${used} is used` });
  }
};

/** Integers of at least 1 (docs/contributing/spec/validation.md#token-quantities). */
export const quantitiesArePositive: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.category !== 'activity') continue;
    for (const attribute of ['startQuantity', 'completionQuantity']) {
      const written = node.xml.attributes.get(attribute)?.trim();
      if (written === undefined) continue;
      const isPositive = /^\+?0*[1-9]\d*$/.test(written) && Number.isSafeInteger(Number(written));
      if (!isPositive) yield findingAt(node.xml, `${attribute} must be at least 1`);
    }
  }
};

/**
 * Warns about a receive task without message, and an operation with a message other than `messageRef`
 * (docs/contributing/spec/validation.md#message-of-a-task).
 */
export const operationsNameTheMessage: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    const warn = (name: string, text: string) => warningAt(node.xml, process.key, { event: 'attribute-ignored', name, text });
    if (node.tag === 'receiveTask' && messageOf(node.xml, document) === undefined) {
      yield warn('messageRef', 'neither messageRef nor operationRef names a message; the task waits to be completed');
    }
    for (const owner of ownersOf(node, document)) {
      const ofOperation = operationMessageOf(owner, document);
      if (ofOperation === undefined || ofOperation === messageOf(owner, document)) continue;
      yield warn('operationRef', 'operationRef is ignored: its message is another one than that of messageRef');
    }
  }
};

/** Possible references to a message. */
function ownersOf({ tag, xml }: NodeDraft, document: DocumentDraft): XmlElement[] {
  if (tag === 'sendTask' || tag === 'receiveTask') return [xml];
  return eventDefinitionsOf(xml, document).flatMap((definition) => (definition.kind === 'message' ? [definition.xml] : []));
}

/** Warns about performers without effect (docs/contributing/spec/validation.md#unread-performers). */
export const performersAreRead: WarningRule = function* (process) {
  for (const { tag, xml } of process.nodes) {
    if (tag !== 'userTask') continue;
    for (const { name, text } of unreadOn(xml)) {
      yield warningAt(xml, process.key, { event: 'attribute-ignored', name, text: `${name} ${text}` });
    }
  }
};

function* unreadOn(xml: XmlElement): Iterable<{ readonly name: string; readonly text: string }> {
  if (childrenNamed(xml, 'performer').length > 0) yield { name: 'performer', text: 'is ignored' };
  for (const name of ['humanPerformer', 'potentialOwner']) {
    const named = childrenNamed(xml, name).map((role) => performersOf({ ...xml, children: [role] }));
    const filled = named.filter(({ assignee, users, groups }) => assignee !== undefined || users.length + groups.length > 0);
    if (filled.length < named.length) yield { name, text: 'has no user or group and is ignored' };
    if (name === 'humanPerformer' && filled.length > 1) yield { name, text: 'occurs more than once; the first one counts' };
    for (const [property, isNamed] of LISTS) {
      if (filled.some(isNamed) && isAssigned(xml, property)) yield { name, text: `is ignored because of ${property}` };
    }
  }
}

type Named = ReturnType<typeof performersOf>;

/** Dialect attributes that replace the performers. */
const LISTS: readonly (readonly [property: string, isNamed: (one: Named) => boolean])[] = [
  ['assignee', ({ assignee }) => assignee !== undefined],
  ['candidateUsers', ({ users }) => users.length > 0],
  ['candidateGroups', ({ groups }) => groups.length > 0],
];

function isAssigned(xml: XmlElement, property: string): boolean {
  return [xml, ...extensionsNamed(xml, anyDialect, 'assignmentDefinition')].some(
    (place) => dialectAttributeOf(place, anyDialect, property) !== undefined,
  );
}
