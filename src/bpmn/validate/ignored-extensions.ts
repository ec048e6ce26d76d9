import { MULTI_INSTANCE_EXTENSIONS } from '../data/loop-markers.ts';
import { LISTENERS, OPTIONAL, SILENT, Speller } from '../dialects/dialect-words.ts';
import { LEAD_EXTENSIONS, SKIP, SKIPPABLE } from '../dialects/element-parts.ts';
import { MAPPING_EXTENSIONS } from '../dialects/io-mappings.ts';
import { JOB_EXTENSIONS } from '../dialects/job-details.ts';
import { LISTENER_EXTENSIONS } from '../dialects/listeners.ts';
import { ext, knownDialect } from '../dialects/namespaces.ts';
import { WORK_EXTENSIONS } from '../dialects/service-work.ts';
import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { UNDERSTANDS_NOTHING } from '../elements/element-reader.ts';
import { mappingsOfThrow, THROW_EXTENSIONS } from '../elements/events.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { type PlacedWarning, quote, warningAt } from '../finding.ts';
import { PROCESS_CHOICES } from '../select-processes.ts';
import {
  dialectAttributeOf,
  extensionsNamed,
  extensionsOf,
  isFalse,
  splitAttributeKey,
  type XmlElement,
} from '../xml/xml-element.ts';
import { LOOP_MARKERS } from './activities.ts';
import type { WarningRule } from './rule.ts';

/** Supported content of an extension element. */
interface ExtensionShape {
  readonly attributes: readonly string[];
  /** Names in lower case. Absent: any content is allowed, or not read. */
  readonly children?: Readonly<Record<string, ExtensionShape>>;
}

const shape = (...attributes: readonly string[]): ExtensionShape => ({ attributes });
const PAIR = shape('source', 'target');
const PARAMETER = shape('name', 'type');
const PASSED = shape('source', 'sourceExpression', 'target', 'variables', 'businessKey', 'local', 'type');

/** Elements by name in lower case, without those that allow any content. */
const EXTENSION_SHAPES: ReadonlyMap<string, ExtensionShape> = new Map<string, ExtensionShape>([
  ['assignmentdefinition', shape('assignee', 'candidateUsers', 'candidateGroups')],
  ['taskschedule', shape('dueDate', 'followUpDate')],
  ['prioritydefinition', shape('priority')],
  ['taskdefinition', shape('type', 'retries')],
  ['taskheaders', { attributes: [], children: { header: shape('key', 'value') } }],
  ['iomapping', { attributes: [], children: { input: PAIR, output: PAIR } }],
  ['inputoutput', { attributes: [], children: { inputParameter: PARAMETER, outputParameter: PARAMETER } }],
  ['inputmapping', PAIR],
  ['outputmapping', PAIR],
  ['in', PASSED],
  ['out', PASSED],
  [
    'calledelement',
    shape('processId', 'propagateAllParentVariables', 'propagateAllChildVariables', 'bindingType', 'versionTag', 'version'),
  ],
  [
    'loopcharacteristics',
    shape('inputCollection', 'inputElement', 'outputCollection', 'outputElement', 'collection', 'elementVariable'),
  ],
  ['subscription', shape('correlationKey')],
  ['publishmessage', shape('correlationKey')],
  ['conditionalfilter', shape('variableNames', 'variableEvents')],
  ['script', shape('expression', 'resultVariable', 'scriptFormat', 'resource')],
  ['expectedoutputs', { attributes: [], children: { expectedOutput: shape('name'), output: shape('name') } }],
]);

/** Unsupported extensions of known dialects, except silently ignored ones (docs/contributing/spec/validation.md#unknown-extensions). */
export const extensionsAreUnderstood: WarningRule = function* (process, document) {
  const scope = { processKey: process.key, speller: new Speller(), understood: UNDERSTANDS_NOTHING };
  // the parser of listeners warns itself
  const listeners = document.dialect.platform === undefined ? UNDERSTANDS_NOTHING : LISTENER_EXTENSIONS;
  if (!process.isGlobalTask) yield* ignored(process.xml, { ...scope, understood: new Set([...ON_PROCESSES, ...listeners]) });
  for (const node of process.nodes) {
    const skip = SKIPPABLE.has(node.tag) ? [SKIP] : UNDERSTANDS_NOTHING;
    const words = understoodOn(node, document);
    const ofNode = { ...scope, elementId: node.id };
    yield* ignored(node.xml, { ...scope, understood: new Set([...onNode(words, node, document), ...listeners, ...skip]) });
    for (const { kind, xml } of eventDefinitionsOf(node.xml, document)) {
      if (xml !== node.xml) yield* ignored(xml, { ...ofNode, understood: onPart(words, kind) });
    }
    for (const adHoc of node.tag === 'adHocSubProcess' ? extensionsNamed(node.xml, ext, 'adHoc') : []) {
      yield* ignoredOfAdHoc(node, adHoc, process.key, document.dialect.platform !== undefined);
    }
    for (const child of node.xml.children) {
      if (LOOP_MARKERS.has(child.local)) yield* ignored(child, { ...ofNode, understood: onPart(words, child.local) });
    }
  }
  const onFlows = new Set([...listeners, SKIP]);
  for (const flow of process.flows) yield* ignored(flow.xml, { ...scope, understood: onFlows, elementId: flow.id });
  // once per file
  if (document.processes.find(({ isDeployed }) => isDeployed) !== process) return;
  for (const root of [document.xml, ...document.rootElements]) {
    if (!ROOTS.has(root.local)) continue;
    const ofRoot = { ...scope, understood: root.local === 'message' ? ON_MESSAGES : UNDERSTANDS_NOTHING };
    yield* ignoredNames(root, 'extension element', extensionsOf(root), ofRoot);
    if (root.local === 'message') yield* misspelt(root, ofRoot);
  }
};

/** Other rules cover their attributes. */
const ROOTS: ReadonlySet<string> = new Set(['definitions', 'message', 'signal', 'error', 'escalation']);

/** Names read only with one kind of event definition or loop marker. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  message: ['correlationkey', 'publishmessage', ...WORK_EXTENSIONS],
  signal: ['in'],
  conditional: ['variablename', 'variableevents', 'conditionalfilter'],
  error: ['errorcodevariable', 'errormessagevariable', 'errorvariablename'],
  escalation: ['escalationcodevariable'],
  terminate: ['terminateall', 'terminatemultiinstance'],
  multiInstanceLoopCharacteristics: MULTI_INSTANCE_EXTENSIONS,
};

function onPart(words: ReadonlySet<string>, part: string): ReadonlySet<string> {
  const known = Object.hasOwn(PARTS, part) ? (PARTS[part] ?? []) : [];
  return new Set(known.filter((word) => words.has(word)));
}

/** Names read on the element; for a message event also on its definition. */
function onNode(words: ReadonlySet<string>, { tag, xml }: NodeDraft, document: DocumentDraft): ReadonlySet<string> {
  const isEvent = ELEMENT_READERS.get(tag)?.category === 'event';
  const isMessage = isEvent && eventDefinitionsOf(xml, document).some(({ kind }) => kind === 'message');
  const ofParts = Object.entries(PARTS).flatMap(([part, names]) =>
    part === 'multiInstanceLoopCharacteristics' || (isEvent && !(part === 'message' && isMessage)) ? names : [],
  );
  return new Set([...words].filter((word) => !ofParts.includes(word)));
}

/** Names in lower case. All others are attributes. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['taskdefinition', 'connector', 'calleddecision', 'iomapping', 'inputoutput', 'loopcharacteristics', 'variableaggregation'],
  ...['conditionalfilter', 'calledelement', 'in', 'out', 'inputmapping', 'outputmapping', 'assignmentdefinition'],
  ...[
    'taskschedule',
    'prioritydefinition',
    'expectedoutputs',
    'expectedoutput',
    'adhoc',
    'script',
    'subscription',
    'publishmessage',
    'mapexception',
  ],
  ...JOB_EXTENSIONS,
  ...LISTENER_EXTENSIONS,
]);

const ON_PROCESSES: ReadonlySet<string> = new Set(Object.keys(PROCESS_CHOICES).map((name) => name.toLowerCase()));
const ON_MESSAGES: ReadonlySet<string> = new Set(['subscription']);

/** Java code, with what to do instead. */
const NOT_EXECUTED: Readonly<Record<string, string>> = {
  mapexception: 'mapException is not executed; the worker of the task fails it with the error code',
  variablemappingclass: 'variableMappingClass is not executed; map the variables with in and out',
  variablemappingdelegateexpression: 'variableMappingDelegateExpression is not executed; map the variables with in and out',
};

/** `elementId`: absent if it is the id of the XML element. */
interface WarningScope {
  readonly processKey: string;
  readonly elementId?: string;
  readonly understood: ReadonlySet<string>;
  readonly speller: Speller;
}

const OF_ADHOC: ReadonlySet<string> = new Set(['activeelementscollection']);
const OF_FOREIGN_ADHOC: ReadonlySet<string> = new Set([...OF_ADHOC, 'outputcollection', 'outputelement']);

/** Output collections are supported only in files for other platforms. */
function* ignoredOfAdHoc(
  { xml, id }: NodeDraft,
  adHoc: XmlElement,
  processKey: string,
  isForeign: boolean,
): Iterable<PlacedWarning> {
  for (const key of adHoc.attributes.keys()) {
    const { local } = splitAttributeKey(key);
    if ((isForeign ? OF_FOREIGN_ADHOC : OF_ADHOC).has(local.toLowerCase())) continue;
    yield warningAt(xml, processKey, {
      event: 'attribute-ignored',
      name: quote(local),
      text: `attribute ${quote(local)} of adHoc is ignored`,
      elementId: id,
    });
  }
}

/** Excludes mappings for a throw event without message, and job details if there is no job. */
function understoodOn(node: NodeDraft, document: DocumentDraft): ReadonlySet<string> {
  const words = ELEMENT_READERS.get(node.tag)?.understands ?? UNDERSTANDS_NOTHING;
  if (node.tag === 'adHocSubProcess' && document.dialect.platform !== undefined) return new Set([...words, ...LEAD_EXTENSIONS]);
  if (words !== THROW_EXTENSIONS) return words;
  const { inputs, outputs } = mappingsOfThrow(node, document);
  const unread = [...(inputs ? [] : MAPPING_EXTENSIONS), ...(outputs ? [] : JOB_EXTENSIONS)];
  return unread.length === 0 ? words : new Set([...words].filter((word) => !unread.includes(word)));
}

function* ignored(xml: XmlElement, scope: WarningScope): Iterable<PlacedWarning> {
  yield* ignoredNames(xml, 'attribute', [...xml.attributes.keys()].map(splitAttributeKey), scope);
  yield* ignoredNames(xml, 'extension element', extensionsOf(xml), scope);
  yield* misspelt(xml, scope);
}

function* ignoredNames(
  xml: XmlElement,
  what: 'attribute' | 'extension element',
  names: readonly { readonly uri: string; readonly local: string }[],
  scope: WarningScope,
): Iterable<PlacedWarning> {
  const { understood, speller } = scope;
  for (const { uri, local } of names) {
    if (uri === '') yield* what === 'attribute' ? misspeltAssignment(xml, local, scope) : misspeltExtension(xml, local, scope);
    if (!knownDialect(uri)) continue;
    const name = local.toLowerCase();
    if (SILENT.has(name) || (understood.has(name) && ELEMENTS.has(name) === (what === 'extension element'))) continue;
    if (OPTIONAL.has(name) && isFalse(dialectAttributeOf(xml, knownDialect, local))) continue;
    const ignored = `${what} ${quote(local)} is ignored${speller.onPart(local, understood)}`;
    const text = LISTENERS.has(name)
      ? `${quote(local)} is not executed`
      : (NOT_EXECUTED[name] ?? initiatorAdvice(xml, name) ?? ignored);
    yield warningOf(xml, scope, local, text);
  }
}

/**
 * Assignment attributes work without prefix too: a misspelled one leaves the task open to all users. Others without prefix belong to BPMN or XML
 * (docs/contributing/spec/elements.md#user-task).
 */
function* misspeltAssignment(xml: XmlElement, local: string, scope: WarningScope): Iterable<PlacedWarning> {
  if (!scope.understood.has('assignee') || scope.understood.has(local.toLowerCase()) || PLAIN_ATTRIBUTES.has(local)) return;
  const advice = scope.speller.among(local, ASSIGNMENT);
  if (advice !== '') yield warningOf(xml, scope, local, `attribute ${quote(local)} is ignored${advice}`);
}

/** Extension elements work without namespace too. Warns only about probable misspellings: others belong to other tools. */
function* misspeltExtension(xml: XmlElement, local: string, scope: WarningScope): Iterable<PlacedWarning> {
  const name = local.toLowerCase();
  if (SILENT.has(name) || scope.understood.has(name)) return;
  const advice = scope.speller.onPart(local, scope.understood);
  if (advice !== '') yield warningOf(xml, scope, local, `extension element ${quote(local)} is ignored${advice}`);
}

const ASSIGNMENT: readonly string[] = ['assignee', 'candidateUsers', 'candidateGroups'];

/** Standard attributes of a user task. */
const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['id', 'name', 'default', 'implementation', 'isForCompensation', 'startQuantity', 'completionQuantity'],
]);

/** `initiator` is set only if the user is known; else expressions that read it fail. */
function initiatorAdvice(xml: XmlElement, name: string): string | undefined {
  const variable = name === 'initiator' ? dialectAttributeOf(xml, knownDialect, 'initiator') : undefined;
  if (variable === undefined) return undefined;
  return `initiator sets ${quote(variable)} only where the caller is known; else give the variable ${quote(variable)} at the start`;
}

/** Checks inside supported extension elements. */
function* misspelt(xml: XmlElement, scope: WarningScope): Iterable<PlacedWarning> {
  const { understood, speller } = scope;
  for (const extension of extensionsOf(xml)) {
    const name = extension.local.toLowerCase();
    const shape =
      understood.has(name) && (ext(extension.uri) || knownDialect(extension.uri)) ? EXTENSION_SHAPES.get(name) : undefined;
    if (shape === undefined) continue;
    for (const { local, what, line, known } of unread(extension, shape)) {
      const advice = speller.among(local, known);
      const text = `${what} ${quote(local)} of ${quote(extension.local)} is ignored${advice} (line ${line})`;
      yield warningOf(xml, scope, local, text);
    }
  }
}

interface Unread {
  readonly local: string;
  readonly what: string;
  readonly line: number;
  /** supported at this place */
  readonly known: readonly string[];
}

function* unread(extension: XmlElement, { attributes, children }: ExtensionShape): Iterable<Unread> {
  const { line } = extension.place;
  for (const key of extension.attributes.keys()) {
    const { uri, local } = splitAttributeKey(key);
    const isKnown = attributes.some((name) => name.toLowerCase() === local.toLowerCase());
    if (isKnown || (uri !== '' && !knownDialect(uri))) continue;
    yield { local, what: 'attribute', line, known: attributes };
  }
  if (children === undefined) return;
  for (const child of extension.children) {
    if (child.uri !== '' && !knownDialect(child.uri)) continue;
    const [, inner] = Object.entries(children).find(([name]) => name.toLowerCase() === child.local.toLowerCase()) ?? [];
    if (inner !== undefined) yield* unread(child, inner);
    else yield { local: child.local, what: 'element', line: child.place.line, known: Object.keys(children) };
  }
}

function warningOf(xml: XmlElement, { processKey, elementId }: WarningScope, local: string, text: string): PlacedWarning {
  return warningAt(xml, processKey, {
    event: 'attribute-ignored',
    name: quote(local),
    text,
    ...(elementId === undefined ? {} : { elementId }),
  });
}
