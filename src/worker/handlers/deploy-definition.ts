import type { ReadProcess } from '../../bpmn/reader/model-items.ts';
import type { FileReading } from '../../bpmn/reader/model-reader.ts';
import { MAX_WARNINGS } from '../../bpmn/reader/read-file.ts';
import type { CommandOf, CommandResults, DeployedDefinition, Reply } from '../../messages/commands.ts';
import { processSubjectId } from '../../platform/ids.ts';
import { hashOfModelText } from '../../store/definitions.ts';
import { customTaskWarnings } from '../custom-tasks/custom-task-warnings.ts';
import { logRegistered, recordsOf, restingOf, triggersOf } from '../events/start-registrations.ts';
import type { DeployWarning } from '../unit-of-work/observed-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected, type Steps } from './command-handler.ts';

type Deploy = CommandOf<'DeployDefinition'>;
type AcceptedFile = Extract<FileReading, { ok: true }>;
/** A file as it was read, and the hash of its text. */
type ReadFile = Exclude<FileReading, AcceptedFile> | (AcceptedFile & { readonly textHash: string });

/** A file is read once for a command, however often its transaction is tried. */
const readings = new WeakMap<Deploy, ReadFile>();

/** Stores every executable process of a file as the next version of its key (docs/spec/http/definitions.md#several-processes). */
export const deployDefinition: CommandHandler<'DeployDefinition'> = {
  kind: 'DeployDefinition',
  async prepare(command, { reader, branchVariables }) {
    if (readings.has(command)) return;
    const file = await reader.readForDeploy(command.bpmnXml, branchVariables, command.validation);
    readings.set(command, file.ok ? { ...file, textHash: hashOfModelText(command.bpmnXml) } : file);
  },
  needs(command) {
    const file = readingOf(command);
    return { deployKeys: file.ok ? file.processes.map((process) => process.model.key) : [] };
  },
  *handle(unit, command): Steps<Reply<'DeployDefinition'>> {
    const file = readingOf(command);
    if (!file.ok) return rejected({ code: 'INVALID_BPMN', diagnostic: file.diagnostic });
    const definitions: CommandResults['DeployDefinition']['definitions'][number][] = [];
    for (const process of file.processes) {
      definitions.push(deploy(unit, command, process, file.textHash));
      yield;
    }
    const lines = yield* warningsOf(unit, file);
    unit.warn(lines);
    if (!file.hasDiagram) unit.warn(file.processes.map(undrawn));
    return done<'DeployDefinition'>({ definitions, warnings: lines.map(({ text }) => text) });
  },
};

function readingOf(command: Deploy): ReadFile {
  const file = readings.get(command);
  if (file === undefined) throw new Error(`the file of command ${command.id} was not read`);
  return file;
}

function deploy(unit: UnitOfWork, command: Deploy, read: ReadProcess, textHash: string): DeployedDefinition {
  const { model, activitiesCount, sequenceFlowsCount } = read;
  const { key, versionTag = null } = model;
  const process = unit.process(key);
  if (process === undefined) throw new Error(`process '${key}' was not locked`);
  const version = process.latestVersion + 1;
  const definitionId = `${key}:${version}:${new Date(unit.context.now).toISOString().replaceAll(/[-:.]/g, '')}`;
  const { bpmnXml, id: fileId } = command;
  unit.addDefinition({ definitionId, key, version, bpmnXml, textHash, fileId, versionTag });
  const triggers = process.isActive ? triggersOf(unit, model, definitionId, 'deploy') : [];
  unit.replaceStartTriggers(key, process.isActive ? triggers : restingOf(unit, model, definitionId));
  logDeployed(unit, command, { key, version, definitionId, isActive: process.isActive });
  logRegistered(unit, command, triggers);
  const startTriggers = recordsOf(triggers);
  unit.changeProcess(command, { ...process, subjectId: processSubjectId(key), latestVersion: version, definitionId }, [
    {
      type: 'DefinitionDeployed',
      definitionId,
      key,
      version,
      activitiesCount,
      sequenceFlowsCount,
      isActive: process.isActive,
      startTriggers,
    },
  ]);
  return { key, version };
}

/**
 * Warnings about the file, then those about each process; the last two kinds depend on the installation: its settings, and what its plugin hosts
 * offer. They go into the stored reply, so a repeat returns the same.
 */
function* warningsOf(unit: UnitOfWork, file: AcceptedFile): Steps<readonly DeployWarning[]> {
  const lines: DeployWarning[] = [...file.warnings];
  for (const { model, conflicts } of file.processes) {
    lines.push(...conflicts);
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
    { event: 'attribute-ignored', processKey, text: 'there is more to be said about this file' },
  ];
}

/** A missing diagram is only logged: nothing runs differently without one. */
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
