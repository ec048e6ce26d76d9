import { type BranchVariables, branchVariablesIn, type ElementModel, type ProcessModel } from '../../engine/model.ts';
import { boundOf, workOf } from '../../engine/model-shape.ts';
import { branchConflicts } from '../branch-conflicts.ts';
import { checkBeside } from '../check-beside.ts';
import { type FileFinding, reportOn } from '../check-file.ts';
import { checkDecisionFiles } from '../decisions/check-decisions.ts';
import { closureOf, libraryOf } from '../decisions/decision-library.ts';
import { listedDecisions } from '../decisions/listed-decisions.ts';
import { importWarnings } from '../import-warnings.ts';
import { type AcceptedDefinitions, diagnosticOf, type ParsedDefinitions, parseDefinitions } from '../parse-definitions.ts';
import type { ScriptResources } from '../script-resources.ts';
import type { Validation } from '../strict/standard-findings.ts';
import type { Warning } from '../warning.ts';
import { itemsOf } from './model-items.ts';
import { sizeOfModel } from './model-size.ts';
import { namesOfModel } from './names-of-model.ts';
import type { ReaderItem, ReaderRequest } from './protocol.ts';

/** What a file that is deployed must keep, and how its processes will run. */
export interface DeployOptions {
  /** `Engine:MaxProcessesPerFile` */
  readonly maxProcesses: number;
  /** `Engine:BranchVariables` */
  readonly branchVariables: 'auto' | BranchVariables;
  /** absent: as the level `executable` */
  readonly validation?: Validation;
  /** deployed with the file; absent: none */
  readonly scripts?: ScriptResources;
}

/** Most warnings about one file; the answer carries them all, the log has a line for each. */
export const MAX_WARNINGS = 1000;

/** Most elements of one file that are described. */
const MAX_DESCRIBED = 2000;

/** Reads a stored file; the reader thread keeps the last one. */
export type ReadStored = (text: string, scripts: ScriptResources, reading: number) => ParsedDefinitions;

/** The answer to a request, piece by piece. Synchronous; never throws for any text. */
export function* answerTo(request: ReaderRequest, readStored: ReadStored = parseStored): Generator<ReaderItem> {
  if (request.kind === 'model') {
    const file = readStored(request.text, request.scripts, request.reading);
    if (!file.ok) return yield refusedFor(file);
    const found = file.processes.find(({ model }) => model.key === request.key);
    if (found !== undefined) yield* itemsOf(found, []);
    return;
  }
  if (request.kind === 'further') return yield besideOf(request.scripts);
  if (request.kind === 'decisions') return yield* listed(request.scripts);
  if (request.kind === 'decision') return yield* decisionOf(request);
  if (request.kind === 'judge-decisions') return yield* judgedDecisions(request.scripts);
  if (request.kind === 'validate') return yield* judged(request);
  const { maxProcesses, validation, scripts = {} } = request.options;
  const file = parseDefinitions(request.text, { maxProcesses, scripts, ...(validation === undefined ? {} : { validation }) });
  if (!file.ok) return yield refusedFor(file);
  const [ignored] = validation?.level === 'strict' ? importWarnings(request.text) : [];
  if (ignored !== undefined) yield { kind: 'refused', diagnostic: ignored };
  else if (request.kind === 'check') yield { kind: 'accepted', warnings: [], hasDiagram: file.hasDiagram };
  else yield* deployed(file, request.text, request.options);
}

/** The warnings belong to no process yet. */
function besideOf(files: ScriptResources): ReaderItem {
  const { diagnostics, warnings } = checkBeside(files);
  const [diagnostic] = diagnostics;
  if (diagnostic !== undefined) return { kind: 'refused', diagnostic };
  const shown = warnings.slice(0, MAX_WARNINGS + 1);
  const made = shown.map((text): Warning => ({ event: 'attribute-ignored', processKey: '', text }));
  return { kind: 'accepted', warnings: made, hasDiagram: false };
}

function* listed(files: ScriptResources): Generator<ReaderItem> {
  const report = besideOf(files);
  yield report;
  if (report.kind === 'accepted') for (const value of listedDecisions(files)) yield { kind: 'listed', value };
}

/** A decision that is not among the files gives nothing. */
function* decisionOf({ scripts, key, reading }: Extract<ReaderRequest, { kind: 'decision' }>): Generator<ReaderItem> {
  for (const value of Object.values(closureOf([key], libraryOf(scripts, reading))))
    yield { kind: 'decision', value, size: sizeOfModel(value) };
}

/** A file as it was accepted, perhaps by weaker rules of an earlier release. */
export function parseStored(text: string, scripts: ScriptResources, reading: number): ParsedDefinitions {
  return parseDefinitions(text, { isStored: true, scripts, reading });
}

/** Everything that is said about a file, as far as an answer carries it. */
function* judged({ text, validation, describes }: Extract<ReaderRequest, { kind: 'validate' }>): Generator<ReaderItem> {
  const { findings, elements } = reportOn(text, validation);
  for (const value of cut(findings)) yield { kind: 'finding', value };
  if (!describes) return;
  let left = MAX_DESCRIBED;
  for (const value of elements) {
    if (left-- === 0) return;
    yield { kind: 'described', value };
  }
}

/** The same of files of decisions. */
function* judgedDecisions(files: ScriptResources): Generator<ReaderItem> {
  const all = checkDecisionFiles(files).flatMap(([file, findings]) => findings.map((value) => ({ file, value })));
  const shown = new Set(cut(all.map(({ value }) => value)));
  for (const { file, value } of all) if (shown.has(value)) yield { kind: 'finding', value, file };
}

/** As many as an answer carries, in the same order; a warning goes before an error does: one error decides. */
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
  // one more than are shown says that there are more
  const warnings = isQuiet ? [] : [...file.warnings, ...ofImport].slice(0, MAX_WARNINGS + 1);
  yield { kind: 'accepted', warnings, hasDiagram: file.hasDiagram };
  let left = isQuiet ? 0 : MAX_WARNINGS + 1;
  for (const process of file.processes) {
    const conflicts = left === 0 ? [] : branchConflicts(process.model, branchVariablesIn(process.model, setting)).slice(0, left);
    left -= conflicts.length;
    yield* itemsOf({ ...process, model: withoutRest(process.model) }, conflicts, namesOfModel(process.model));
  }
}

/** What a deploy looks at: elements that start instances or call what others have deployed, and work that plugins may offer. The rest stays where it was read. */
function withoutRest(model: ProcessModel): ProcessModel {
  const starting = new Set(model.startTriggers.map(({ element }) => element));
  const calls = (element: ElementModel) => element.type === 'callActivity' || boundOf(element) !== undefined;
  const isLookedAt = (element: ElementModel) => starting.has(element.id) || workOf(element)?.kind === 'typed' || calls(element);
  const elements = new Map([...model.elements].filter(([, element]) => isLookedAt(element)));
  return { ...model, elements, flows: new Map(), containers: new Map() };
}

function refusedFor({ findings: [first] }: Exclude<ParsedDefinitions, AcceptedDefinitions>): ReaderItem {
  return { kind: 'refused', diagnostic: first === undefined ? 'the model cannot be deployed' : diagnosticOf(first) };
}
