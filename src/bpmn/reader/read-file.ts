import { boundOf, workOf } from '../../engine/model/model-shape.ts';
import { branchVariablesIn, type ElementModel, type ProcessModel } from '../../engine/model.ts';
import { type FileFinding, reportOn } from '../check-file.ts';
import { branchConflicts } from '../data/branch-conflicts.ts';
import { checkDecisionFiles } from '../decisions/check-decisions.ts';
import { closureOf, libraryOf } from '../decisions/decision-library.ts';
import { listedDecisions } from '../decisions/listed-decisions.ts';
import type { Warning } from '../finding.ts';
import { importWarnings } from '../import-warnings.ts';
import { type AcceptedDefinitions, diagnosticOf, type ParsedDefinitions, parseDefinitions } from '../parse-definitions.ts';
import type { ScriptResources } from '../reading.ts';
import { checkResources } from '../script-resources.ts';
import { itemsOf, sizeOfModel } from './model-items.ts';
import type { DeployOptions, ReaderItem, ReaderRequest } from './protocol.ts';
import { namesOfModel } from './protocol.ts';

/** Limit per file. The response has all of them, the log one line for each. */
export const MAX_WARNINGS = 1000;

/** Limit per file. */
const MAX_DESCRIBED = 2000;

/** Reads a stored file; the worker thread caches the last one. */
export type ReadStored = (text: string, scripts: ScriptResources, reading: number) => ParsedDefinitions;

/** Response item by item. Synchronous; never throws for invalid text. */
export function* responseItems(request: ReaderRequest, readStored: ReadStored = parseStored): Generator<ReaderItem> {
  if (request.kind === 'model') {
    const file = readStored(request.text, request.scripts, request.reading);
    if (!file.ok) return yield refusedFor(file);
    const found = file.processes.find(({ model }) => model.key === request.key);
    if (found !== undefined) yield* itemsOf(found, []);
    return;
  }
  if (request.kind === 'resources') return yield resourceReport(request.scripts);
  if (request.kind === 'decisions') return yield* listed(request.scripts);
  if (request.kind === 'decision') return yield* decisionOf(request);
  if (request.kind === 'validate-decisions') return yield* validatedDecisions(request.scripts);
  if (request.kind === 'validate') return yield* validated(request);
  const { maxProcesses, validation, scripts = {} } = request.options;
  const file = parseDefinitions(request.text, { maxProcesses, scripts, ...(validation === undefined ? {} : { validation }) });
  if (!file.ok) return yield refusedFor(file);
  const [ignored] = validation?.level === 'strict' ? importWarnings(request.text) : [];
  if (ignored !== undefined) yield { kind: 'refused', diagnostic: ignored };
  else if (request.kind === 'check') yield { kind: 'accepted', warnings: [], hasDiagram: file.hasDiagram };
  else yield* deployed(file, request.text, request.options);
}

/** Warnings have no process key. */
function resourceReport(files: ScriptResources): ReaderItem {
  const { diagnostics, warnings } = checkResources(files);
  const [diagnostic] = diagnostics;
  if (diagnostic !== undefined) return { kind: 'refused', diagnostic };
  const shown = warnings.slice(0, MAX_WARNINGS + 1);
  const made = shown.map((text): Warning => ({ event: 'attribute-ignored', processKey: '', text }));
  return { kind: 'accepted', warnings: made, hasDiagram: false };
}

function* listed(files: ScriptResources): Generator<ReaderItem> {
  const report = resourceReport(files);
  yield report;
  if (report.kind === 'accepted') for (const value of listedDecisions(files)) yield { kind: 'listed', value };
}

/** Nothing for an unknown decision. */
function* decisionOf({ scripts, key, reading }: Extract<ReaderRequest, { kind: 'decision' }>): Generator<ReaderItem> {
  for (const value of Object.values(closureOf([key], libraryOf(scripts, reading))))
    yield { kind: 'decision', value, size: sizeOfModel(value) };
}

/** Accepts what weaker rules of an older release accepted. */
export function parseStored(text: string, scripts: ScriptResources, reading: number): ParsedDefinitions {
  return parseDefinitions(text, { isStored: true, scripts, reading });
}

/** Limited for the response. */
function* validated({
  text,
  validation,
  describes,
  scripts,
}: Extract<ReaderRequest, { kind: 'validate' }>): Generator<ReaderItem> {
  const { findings, elements } = reportOn(text, validation, scripts);
  for (const value of cut(findings)) yield { kind: 'finding', value };
  if (!describes) return;
  let left = MAX_DESCRIBED;
  for (const value of elements) {
    if (left-- === 0) return;
    yield { kind: 'described', value };
  }
}

function* validatedDecisions(files: ScriptResources): Generator<ReaderItem> {
  const all = checkDecisionFiles(files).flatMap(([file, findings]) => findings.map((value) => ({ file, value })));
  const shown = new Set(cut(all.map(({ value }) => value)));
  for (const { file, value } of all) if (shown.has(value)) yield { kind: 'finding', value, file };
}

/** Keeps the order. Drops warnings before errors, because one error rejects the file. */
function cut(findings: readonly FileFinding[]): readonly FileFinding[] {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  let errorsLeft = Math.min(errors, MAX_WARNINGS);
  let warningsLeft = MAX_WARNINGS - errorsLeft;
  return findings.filter(({ severity }) => (severity === 'error' ? errorsLeft-- : warningsLeft--) > 0);
}

function* deployed(file: AcceptedDefinitions, text: string, options: DeployOptions): Generator<ReaderItem> {
  const { branchVariables: setting, validation } = options;
  const isQuiet = validation?.level === 'off';
  const processKey = file.processes[0]?.model.key ?? '';
  const about = isQuiet ? [] : importWarnings(text);
  const ofImport = about.map((words): Warning => ({ event: 'attribute-ignored', processKey, text: words }));
  // one above the limit signals more
  const warnings = isQuiet ? [] : [...file.warnings, ...ofImport].slice(0, MAX_WARNINGS + 1);
  yield { kind: 'accepted', warnings, hasDiagram: file.hasDiagram };
  let left = isQuiet ? 0 : MAX_WARNINGS + 1;
  for (const process of file.processes) {
    const conflicts = left === 0 ? [] : branchConflicts(process.model, branchVariablesIn(process.model, setting)).slice(0, left);
    left -= conflicts.length;
    yield* itemsOf({ ...process, model: deployedPart(process.model) }, conflicts, namesOfModel(process.model));
  }
}

/** Keeps only elements that start instances, call other deployments, or have a task type. */
function deployedPart(model: ProcessModel): ProcessModel {
  const starting = new Set(model.startTriggers.map(({ element }) => element));
  const calls = (element: ElementModel) => element.type === 'callActivity' || boundOf(element) !== undefined;
  const isUsed = (element: ElementModel) => starting.has(element.id) || workOf(element)?.kind === 'typed' || calls(element);
  const elements = new Map([...model.elements].filter(([, element]) => isUsed(element)));
  return { ...model, elements, flows: new Map(), containers: new Map() };
}

function refusedFor({ findings: [first] }: Exclude<ParsedDefinitions, AcceptedDefinitions>): ReaderItem {
  return { kind: 'refused', diagnostic: first === undefined ? 'the model cannot be deployed' : diagnosticOf(first) };
}
