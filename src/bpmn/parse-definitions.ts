import type { ProcessModel } from '../engine/model.ts';
import { libraryOf } from './decisions/decision-library.ts';
import { DefinitionIndex } from './definition-index.ts';
import { dialectOf } from './dialects/platform.ts';
import type { DocumentDraft, ProcessDraft } from './draft.ts';
import { type Finding, inDocumentOrder, type PlacedWarning, quote, type Warning, withoutPlace } from './finding.ts';
import { outline } from './outline.ts';
import { type ReadSettings, readProcess } from './read-process.ts';
import {
  READING,
  READING_OF_BINDINGS,
  READING_OF_DIALECTS,
  READING_OF_LISTENERS,
  READING_OF_SCOPES,
  type ScriptResources,
} from './reading.ts';
import { isMarkedNotExecutable, selectProcesses } from './select-processes.ts';
import { findingsOf, type Validation } from './strict/standard-findings.ts';
import { scriptReader } from './text-rules.ts';
import { DOCUMENT_RULES, NEW_FILE_RULES, PROCESS_RULES, WARNING_RULES } from './validate/rules.ts';
import { BPMN_DIAGRAM } from './xml/namespaces.ts';
import { readXml } from './xml/read-xml.ts';
import { childNamed, isBpmn, type XmlElement } from './xml/xml-element.ts';

export type { Warning } from './finding.ts';
export { diagnosticOf, type Finding } from './finding.ts';

/** Counts include only nodes and flows directly in the process (docs/contributing/spec/http/definitions.md#list-of-definitions). */
export interface ParsedProcess {
  readonly model: ProcessModel;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
}

/**
 * Has at least one process, or at least one finding, in document order. The deploy response has the first one
 * (docs/contributing/spec/validation.md#deploy-answer).
 */
export type ParsedDefinitions = AcceptedDefinitions | RefusedDefinitions;

export interface RefusedDefinitions {
  readonly ok: false;
  readonly findings: readonly Finding[];
  /** Warnings up to the error; only if `validation` is set. */
  readonly placedWarnings?: readonly PlacedWarning[];
  /** Partially read, for previews in an editor. Never execute them. */
  readonly drafts?: readonly ParsedProcess[];
}

/** `hasDiagram`: with diagram data, which may be incomplete. */
export interface AcceptedDefinitions {
  readonly ok: true;
  readonly processes: readonly ParsedProcess[];
  readonly warnings: readonly Warning[];
  /** Set only with `validation`. */
  readonly placedWarnings?: readonly PlacedWarning[];
  readonly hasDiagram: boolean;
}

export interface ParseOptions {
  /** `Engine:PlainTasks`, default `wait`. Files for Camunda or Operaton always pass (docs/contributing/spec/elements.md#plain-task). */
  readonly plainTasks?: 'wait' | 'pass';
  /** True if weaker rules of an older release may have accepted the file. Default: false. */
  readonly isStored?: boolean;
  /** Compatibility level. Default: the current one. */
  readonly reading?: number;
  /** `Engine:MaxProcessesPerFile`. Default: unlimited. */
  readonly maxProcesses?: number;
  /** Default: none, and findings have no rules. */
  readonly validation?: Validation;
  /** Deployed with the file. Default: none. */
  readonly scripts?: ScriptResources;
}

/** Synchronous, pure, linear in the file size; never throws (docs/contributing/spec/validation.md#rejection-text). */
export function parseDefinitions(bpmnXml: string, options: ParseOptions = {}): ParsedDefinitions {
  const xml = readXml(bpmnXml);
  if (!xml.ok) return refused([xml.finding]);
  const definitions = xml.root;
  if (!isBpmn(definitions, 'definitions')) {
    return refused([{ text: 'root element must be definitions', place: definitions.place }]);
  }
  if (childNamed(definitions, 'process') === undefined) return refused([{ text: 'no process element found' }]);

  const deployed = selectProcesses(definitions);
  const { maxProcesses = deployed.size } = options;
  if (deployed.size > maxProcesses) {
    return refused([{ text: `too many processes: ${deployed.size}, at most ${maxProcesses} (Engine:MaxProcessesPerFile)` }]);
  }
  const isStored = options.isStored === true;
  const { scripts = {}, reading = READING } = options;
  const followsDialects = reading >= READING_OF_DIALECTS;
  const followsScopes = reading >= READING_OF_SCOPES;
  const dialect = dialectOf(definitions, xml.declared, { followsDialects, followsScopes });
  const document = outline(definitions, deployed, dialect);
  const { platform, texts } = dialect;
  const resources = { scripts, decisions: libraryOf(scripts, reading) };
  const settings = {
    passesPlainTasks: options.plainTasks === 'pass' || dialect.passesPlainTasks,
    platform,
    isStored,
    readsListeners: reading >= READING_OF_LISTENERS,
    readsBindings: reading >= READING_OF_BINDINGS,
    followsDialects,
    texts,
    ...resources,
    readScript: scriptReader(texts),
    definitions: new DefinitionIndex(document),
  };
  return parseDocument(document, settings, options.validation);
}

function parseDocument(document: DocumentDraft, settings: ReadSettings, validation: Validation | undefined): ParsedDefinitions {
  const deployed = document.processes.filter((process) => process.isDeployed);
  const findings: Finding[] = DOCUMENT_RULES.flatMap((rule) => [...rule(document)]);
  const warnings: PlacedWarning[] = [];
  const processes: ParsedProcess[] = [];
  const rules = settings.isStored ? PROCESS_RULES : [...NEW_FILE_RULES, ...PROCESS_RULES];
  for (const process of deployed) {
    const reading = readProcess(process, document, settings);
    for (const rule of rules) for (const finding of rule(process, document)) findings.push(finding);
    for (const finding of reading.findings) findings.push(finding);
    for (const rule of WARNING_RULES) for (const warning of rule(process, document)) warnings.push(warning);
    for (const warning of reading.warnings) warnings.push(warning);
    processes.push(parsed(process, reading.model));
  }
  const all = validation === undefined ? findings : findingsOf(document, validation, findings, warnings);
  const placedWarnings = inDocumentOrder(warnings);
  const placed = validation === undefined ? {} : { placedWarnings };
  if (all.length > 0)
    return Object.freeze({
      ...refused(inDocumentOrder(all).map((finding) => withNote(finding, document))),
      ...placed,
      ...(validation === undefined ? {} : { drafts: processes }),
    });
  return Object.freeze({
    ok: true,
    processes: Object.freeze(processes),
    warnings: Object.freeze(placedWarnings.map(withoutPlace)),
    ...placed,
    hasDiagram: hasDiagram(document.xml),
  });
}

/** Adds a note for an invalid process marked as not executable: it is deployed only if the file has no other. */
function withNote(finding: Finding, { processes }: DocumentDraft): Finding {
  const drawn = processes.find(({ isDeployed, xml }) => isDeployed && isMarkedNotExecutable(xml));
  return drawn === undefined ? finding : { ...finding, note: `process '${quote(drawn.key)}' has isExecutable="false"` };
}

function parsed(process: ProcessDraft, model: ProcessModel): ParsedProcess {
  const { nodes, flows } = process.root;
  return Object.freeze({ model, activitiesCount: nodes.length, sequenceFlowsCount: flows.length });
}

function refused(findings: readonly Finding[]): RefusedDefinitions {
  return Object.freeze({ ok: false, findings: Object.freeze(findings) });
}

function hasDiagram(definitions: XmlElement): boolean {
  return definitions.children.some((child) => child.uri === BPMN_DIAGRAM && child.local === 'BPMNDiagram');
}
