import { workOfEvent, workOfTask } from '../dialects/service-work.ts';
import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { findingAt } from '../finding.ts';
import { attributeOf, childNamed, type XmlElement } from '../xml/xml-element.ts';
import type { DocumentRule, ProcessRule } from './rule.ts';

/** Checks global tasks too (docs/contributing/spec/validation.md#process-ids). */
export const processesHaveIds: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.key === '') yield findingAt(process.xml, 'process has no id');
  }
};

/** Flows without id get one (docs/contributing/spec/validation.md#element-ids). */
export const nodesHaveIds: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.isGlobalTask) continue;
    for (const node of process.nodes) if (node.id === '') yield findingAt(node.xml, 'id is required');
  }
};

/** Compares processes, flow nodes, flows and root elements. */
export const idsAreUnique: DocumentRule = function* (document) {
  const owners = [...document.rootElements, ...document.processes.flatMap(ownersOf)];
  // report the later elements in document order
  owners.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  const first = new Map<string, XmlElement>();
  for (const owner of owners) {
    const id = attributeOf(owner, 'id');
    if (id === undefined) continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, owner);
    else yield findingAt(owner, owner.local === 'process' && other.local === 'process' ? 'duplicate process id' : 'duplicate id');
  }
};

function ownersOf(process: ProcessDraft): XmlElement[] {
  if (process.isGlobalTask) return [process.xml];
  return [process.xml, ...process.nodes.map((node) => node.xml), ...process.flows.map((flow) => flow.xml)];
}

/** Stored characters (docs/contributing/spec/http.md#size-limits). */
const MAX_ID_LENGTH = 256;
const MAX_CODE_LENGTH = 256;
const MAX_NAME_LENGTH = 512;
const MAX_TASK_TYPE_LENGTH = 128;
const MAX_START_CONDITION_LENGTH = 4000;

/** Checks the length of columns (docs/contributing/spec/validation.md#text-lengths). */
export const idsFit: ProcessRule = function* (process) {
  if (process.key.length > MAX_ID_LENGTH) yield findingAt(process.xml, tooLong('process key', MAX_ID_LENGTH));
  if (process.isGlobalTask) return;
  for (const { id, xml } of [...process.nodes, ...process.flows]) {
    if (id.length > MAX_ID_LENGTH) yield findingAt(xml, tooLong('element id', MAX_ID_LENGTH));
  }
};

/** Attributes of root elements, with the name in messages. */
const STORED: ReadonlyMap<string, readonly [attribute: string, what: string, length: number]> = new Map([
  ['error', ['errorCode', 'error code', MAX_CODE_LENGTH]],
  ['escalation', ['escalationCode', 'escalation code', MAX_CODE_LENGTH]],
  ['message', ['name', 'message name', MAX_NAME_LENGTH]],
  ['signal', ['name', 'signal name', MAX_NAME_LENGTH]],
]);

export const codesAndNamesFit: DocumentRule = function* (document) {
  for (const xml of document.rootElements) {
    const [attribute, what, length] = STORED.get(xml.local) ?? [];
    if (attribute === undefined || what === undefined || length === undefined) continue;
    const text = attributeOf(xml, attribute) ?? '';
    if (text.length > length && !isComputed(text)) yield findingAt(xml, tooLong(what, length));
  }
};

const WORKING: ReadonlySet<string> = new Set(['serviceTask', 'sendTask', 'businessRuleTask']);

export const taskTypesFit: ProcessRule = function* (process, document) {
  for (const { tag, xml } of process.nodes) {
    const work = WORKING.has(tag) ? workOfTask(xml) : workOfEvent(xml, eventDefinitionsOf(xml, document));
    const taskType = work?.taskType ?? '';
    if (taskType.length > MAX_TASK_TYPE_LENGTH && !isComputed(taskType)) {
      yield findingAt(xml, tooLong('task type', MAX_TASK_TYPE_LENGTH));
    }
  }
};

export const startConditionsFit: ProcessRule = function* (process, document) {
  for (const { tag, xml } of process.root.nodes) {
    if (tag !== 'startEvent') continue;
    for (const definition of eventDefinitionsOf(xml, document)) {
      const text = childNamed(definition.xml, 'condition')?.text.trim() ?? '';
      if (text.length > MAX_START_CONDITION_LENGTH) yield findingAt(xml, tooLong('start condition', MAX_START_CONDITION_LENGTH));
    }
  }
};

/** True if its length is unknown at deployment. */
function isComputed(text: string): boolean {
  return text.startsWith('=') || text.includes('${') || text.includes('#{');
}

function tooLong(what: string, length: number): string {
  return `${what} is longer than ${length} characters`;
}

/** Messages, signals and escalations have ids; signals and referenced messages have names (docs/contributing/spec/validation.md#root-element-names). */
export const rootElementsAreNamed: DocumentRule = function* (document) {
  let referred: ReadonlySet<string> | undefined;
  for (const xml of document.rootElements) {
    const isNamed = xml.local === 'message' || xml.local === 'signal';
    if (!isNamed && xml.local !== 'escalation') continue;
    const id = attributeOf(xml, 'id');
    if (id === undefined) yield findingAt(xml, 'id is required');
    else if (isNamed && attributeOf(xml, 'name') === undefined) {
      referred ??= referencesOf(document);
      if (xml.local === 'signal' || referred.has(id)) yield findingAt(xml, 'name is required');
    }
  }
};

/** Referenced messages, as written and without prefix. Excludes message flows and conversations, which are not executed. */
function referencesOf(document: DocumentDraft): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { xml } of document.processes) collect(xml, found);
  for (const root of document.rootElements) if (root.local.endsWith('EventDefinition')) collect(root, found);
  for (const operation of document.operationById.values()) add(childNamed(operation, 'inMessageRef')?.text.trim(), found);
  return found;
}

function collect(xml: XmlElement, found: Set<string>): void {
  add(attributeOf(xml, 'messageRef'), found);
  for (const child of xml.children) collect(child, found);
}

function add(reference: string | undefined, found: Set<string>): void {
  if (reference === undefined) return;
  found.add(reference);
  found.add(reference.slice(reference.indexOf(':') + 1));
}
