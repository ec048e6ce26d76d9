import { eventDefinitionsOf } from '../event-definitions.ts';
import { findingAt } from '../finding.ts';
import { workOfEvent, workOfTask } from '../service-work.ts';
import { attributeOf, childNamed } from '../xml-element.ts';
import type { DocumentRule, ProcessRule } from './rule.ts';

/** Longest stored texts, in characters (docs/contributing/spec/http.md#size-limits). */
const MAX_ID_LENGTH = 256;
const MAX_CODE_LENGTH = 256;
const MAX_NAME_LENGTH = 512;
const MAX_TASK_TYPE_LENGTH = 128;
const MAX_START_CONDITION_LENGTH = 4000;

/** Ids fit into their columns (docs/contributing/spec/validation.md#text-lengths). */
export const idsFit: ProcessRule = function* (process) {
  if (process.key.length > MAX_ID_LENGTH) yield findingAt(process.xml, tooLong('process key', MAX_ID_LENGTH));
  if (process.isGlobalTask) return;
  for (const { id, xml } of [...process.nodes, ...process.flows]) {
    if (id.length > MAX_ID_LENGTH) yield findingAt(xml, tooLong('element id', MAX_ID_LENGTH));
  }
};

/** Stored attributes of root elements, with their name in messages. */
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

/** The length of a computed text is unknown at deployment. */
function isComputed(text: string): boolean {
  return text.startsWith('=') || text.includes('${') || text.includes('#{');
}

function tooLong(what: string, length: number): string {
  return `${what} is longer than ${length} characters`;
}
