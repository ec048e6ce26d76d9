import type { ListedDecision } from '../../bpmn/decisions/listed-decisions.ts';
import type { Warning } from '../../bpmn/finding.ts';
import type { ReadProcess } from '../../bpmn/reader/model-items.ts';
import type { FileReading } from '../../bpmn/reader/model-reader.ts';
import { MAX_WARNINGS } from '../../bpmn/reader/read-file.ts';
import { READING } from '../../bpmn/reading.ts';
import { kindOf, namesOf, scriptsByName } from '../../bpmn/script-resources.ts';
import type { CommandOf, DeployedDefinition, Reply } from '../../messages/commands.ts';
import { nameBasedId, processSubjectId } from '../../platform/ids.ts';
import { LoopTurn } from '../../platform/loops.ts';
import { hashOfModelText, type StoredResource } from '../../store/definitions.ts';
import { customTaskWarnings } from '../custom-tasks/custom-task-warnings.ts';
import { inactiveStartsOf, logRegistered, recordsOf, triggersOf, unregisteredStartsOf } from '../events/start-registrations.ts';
import type { DeployWarning } from '../unit-of-work/observed-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, type Preparation, rejected, type Steps } from './command-handler.ts';
import { foreignReferences, storedLimits } from './model-references.ts';
import { unchangedVersions } from './unchanged-versions.ts';
import { addDecisionsOfProcess, deployableWith, isFound, versionableDecisionsIn } from './versioned-decisions.ts';

type Deploy = CommandOf<'DeployDefinition'>;
type AcceptedFile = Extract<FileReading, { ok: true }>;
/** The first file has no name. */
type ReadFile = AcceptedFile & { readonly text: string; readonly textHash: string; readonly name: string | undefined };
type Reading =
  | {
      readonly ok: true;
      readonly files: readonly ReadFile[];
      readonly scripts: readonly StoredResource[];
      readonly lines: readonly Warning[];
      readonly decisions: readonly ListedDecision[];
    }
  | Exclude<FileReading, AcceptedFile>;

/** Parsed files by command; kept over retries of its transaction. */
const readings = new WeakMap<Deploy, Reading>();

/**
 * Every executable process becomes the next version of its key, all or none (docs/contributing/spec/http/definitions.md#several-processes). Stores nothing if
 * the command keeps unchanged versions and nothing has changed. Rejects invalid files, and warnings that the command refuses.
 */
export const deployDefinition: CommandHandler<'DeployDefinition'> = {
  async prepare(command, preparation) {
    if (!readings.has(command)) readings.set(command, await readAll(command, preparation));
  },
  needs(command) {
    const reading = readingOf(command);
    const read = reading.ok ? reading.files : [];
    const calledDecisions = read.flatMap(({ warnings }) => warnings.flatMap(({ unless }) => unless ?? []));
    return {
      deployKeys: read.flatMap(keysOf),
      foreignReferences: foreignReferences(command, read),
      comparesDeployment: command.keepsUnchanged === true,
      calledDecisions,
      decisionKeys: reading.ok ? deployableWith(command, reading.decisions).map(({ key }) => key) : [],
    };
  },
  *handle(unit, command): Steps<Reply<'DeployDefinition'>> {
    const reading = readingOf(command);
    if (!reading.ok) return rejected({ code: 'INVALID_BPMN', diagnostic: reading.diagnostic });
    const shown = yield* linesOf(unit, command, reading);
    const warnings = shown.map(({ text }) => text);
    if (command.refusesWarnings === true && warnings.length > 0) return rejected({ code: 'DEPLOY_HAS_WARNINGS', warnings });
    const unchanged =
      command.keepsUnchanged === true ? unchangedVersions(unit, reading.files, reading.scripts, command) : undefined;
    const definitions: DeployedDefinition[] = [];
    for (const file of reading.files) {
      for (const process of file.processes) {
        const { key } = process.model;
        const kept = unchanged?.get(key);
        if (kept !== undefined) unit.log(command, 'deploy-unchanged', { ProcessDefinitionKey: key, Version: kept });
        const version = kept ?? deploy(unit, command, process, { ...file, scripts: reading.scripts });
        definitions.push({ key, version, ...(file.name !== undefined && { resource: file.name }) });
        yield;
      }
    }
    if (unchanged === undefined) addDecisionsOfProcess(unit, command, reading.decisions);
    unit.observed.deployWarnings.push(...shown);
    for (const file of reading.files) if (!file.hasDiagram) unit.observed.deployWarnings.push(...file.processes.map(undrawn));
    return done<'DeployDefinition'>({ definitions, warnings, ...(unchanged !== undefined && { isUnchanged: true }) });
  },
};

async function readAll(command: Deploy, { reader, branchVariables }: Preparation): Promise<Reading> {
  const { bpmnXml, validation, resources = [], scripts = [] } = command;
  const more = { ...(validation === undefined ? {} : { validation }), scripts: scriptsByName(scripts) };
  const files: ReadFile[] = [];
  const turn = new LoopTurn();
  for (const { name, content: text } of [{ name: undefined, content: bpmnXml }, ...resources]) {
    if (name !== undefined && turn.isOver) await turn.begin();
    const file = await reader.readForDeploy(text, branchVariables, more);
    if (!file.ok) return name === undefined ? file : { ok: false, diagnostic: `${name}: ${file.diagnostic}` };
    files.push({ ...file, text, textHash: hashOfModelText(text), name });
  }
  const otherFiles = await reader.checkResources(more.scripts);
  if (!otherFiles.ok) return otherFiles;
  const decisions = await versionableDecisionsIn(reader, more.scripts);
  const diagnostic = clashOf(files, reader.maxProcesses);
  const stored = scripts.map(({ name, content }) => ({ name, text: content, textHash: hashOfModelText(content) }));
  return diagnostic === undefined
    ? { ok: true, files, scripts: stored, lines: otherFiles.warnings, decisions }
    : { ok: false, diagnostic };
}

/** Error of files that are valid separately but not together. */
function clashOf(files: readonly ReadFile[], maxProcesses: number): string | undefined {
  const seen = new Set<string>();
  for (const file of files) {
    const twice = keysOf(file).find((key) => seen.has(key));
    if (twice !== undefined) return `${file.name}: process '${twice}' is in another file too`;
    for (const key of keysOf(file)) seen.add(key);
  }
  if (seen.size <= maxProcesses) return undefined;
  return `too many processes: ${seen.size}, at most ${maxProcesses} (Engine:MaxProcessesPerFile)`;
}

/** Includes scripts and forms that no model references: their author expects their use. */
function resourceWarnings({ files, scripts, lines }: Extract<Reading, { ok: true }>): readonly DeployWarning[] {
  const processKey = files[0]?.processes[0]?.model.key ?? '';
  const unnamed = scripts
    .filter(({ name }) => kindOf(name) !== 'decision')
    .filter(({ name, text: content }) => namesOf(name, content).every((one) => !files.some(({ text }) => text.includes(one))))
    .map(
      ({ name }) =>
        ({ event: 'attribute-ignored', processKey, text: `${name}: no file refers to this ${kindOf(name)}` }) as const,
    );
  return [...lines.map((line) => ({ ...line, processKey })), ...unnamed];
}

function keysOf({ processes }: AcceptedFile): readonly string[] {
  return processes.map(({ model }) => model.key);
}

/** Prefixes the file name, except for the first file. */
function inFile(line: DeployWarning, name: string | undefined): DeployWarning {
  return name === undefined ? line : { ...line, text: `${name}: ${line.text}` };
}

function readingOf(command: Deploy): Reading {
  const reading = readings.get(command);
  if (reading === undefined) throw new Error(`the files of command ${command.id} were not read`);
  return reading;
}

/** Stores the next version. If the key is active, its start events replace the earlier ones. @returns the version number */
function deploy(
  unit: UnitOfWork,
  command: Deploy,
  read: ReadProcess,
  { text: bpmnXml, textHash, scripts }: ReadFile & { readonly scripts: readonly StoredResource[] },
): number {
  const { model, activitiesCount, sequenceFlowsCount, names } = read;
  const { key, versionTag = null } = model;
  const process = unit.process(key);
  if (process === undefined) throw new Error(`process '${key}' was not locked`);
  // the number of a deleted version is not reused
  const version = process.highestVersion + 1;
  const definitionId = `${key}:${version}:${new Date(unit.context.now).toISOString().replaceAll(/[-:.]/g, '')}`;
  // a client may reuse the idempotency key after a day, for other files
  const fileId = nameBasedId(command.id, String(unit.context.now));
  unit.rows.definitions.push({
    definitionId,
    key,
    version,
    bpmnXml,
    textHash,
    fileId,
    versionTag,
    reading: READING,
    onFailure: command.onFailure ?? null,
    resources: scripts,
    decisions: model.boundDecisions,
    callsWithin: storedLimits(model, command),
  });
  const triggers = process.isActive ? triggersOf(unit, model, definitionId, 'deploy') : [];
  unit.replaceStartTriggers(key, process.isActive ? triggers : inactiveStartsOf(unit, model, definitionId));
  logDeployed(unit, command, { key, version, definitionId, isActive: process.isActive });
  logRegistered(unit, command, triggers);
  const startTriggers = recordsOf(triggers);
  const changed = { latestVersion: version, highestVersion: version, definitionId };
  unit.changeProcess(command, { ...process, subjectId: processSubjectId(key), ...changed }, [
    {
      type: 'DefinitionDeployed',
      definitionId,
      key,
      version,
      activitiesCount,
      sequenceFlowsCount,
      isActive: process.isActive,
      startTriggers,
      ...(model.startForm === undefined ? {} : { startForm: model.startForm }),
      ...names,
    },
  ]);
  return version;
}

/** Yields warnings up to the limit of a response. Validation level `off`: only warnings about additional files. */
function* linesOf(
  unit: UnitOfWork,
  { validation }: Deploy,
  reading: Extract<Reading, { ok: true }>,
): Steps<readonly DeployWarning[]> {
  const lines: DeployWarning[] = [];
  for (const file of reading.files) {
    if (validation?.level === 'off') break;
    for (const line of yield* warningsOf(unit, file)) lines.push(inFile(line, file.name));
  }
  lines.push(...resourceWarnings(reading));
  return lines.length > MAX_WARNINGS ? cut(lines) : lines;
}

/** Returns warnings about the file, then about each process. Some depend on the plugin hosts that are active now. */
function* warningsOf(unit: UnitOfWork, file: AcceptedFile): Steps<readonly DeployWarning[]> {
  const lines: DeployWarning[] = file.warnings.filter(({ unless }) => !isFound(unit, unless));
  for (const { model, conflicts } of file.processes) {
    lines.push(...conflicts, ...unregisteredStartsOf(unit, model));
    for (const warning of customTaskWarnings(model, unit.loaded.catalog)) {
      if (warning !== undefined) lines.push(warning);
      if (lines.length > MAX_WARNINGS) return cut(lines);
      yield;
    }
  }
  return lines.length > MAX_WARNINGS ? cut(lines) : lines;
}

function cut(lines: readonly DeployWarning[]): readonly DeployWarning[] {
  const { processKey = '' } = lines[MAX_WARNINGS] ?? {};
  return [
    ...lines.slice(0, MAX_WARNINGS),
    { event: 'attribute-ignored', processKey, text: 'more findings for this file were omitted' },
  ];
}

/** Log line only: the response omits a missing diagram, because execution does not change. */
function undrawn({ model: { key } }: ReadProcess): DeployWarning {
  return { event: 'model-without-diagram', processKey: key, text: `process '${key}' has no diagram` };
}

function logDeployed(
  unit: UnitOfWork,
  command: Deploy,
  { key, version, definitionId, isActive }: { key: string; version: number; definitionId: string; isActive: boolean },
): void {
  const properties = { ProcessDefinitionKey: key, Version: version };
  unit.log(command, 'definition-deployed', { ...properties, ProcessDefinitionId: definitionId });
  if (!isActive) unit.log(command, 'deploy-while-disabled', properties);
}
