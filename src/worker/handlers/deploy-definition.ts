import { branchConflicts } from '../../bpmn/branch-conflicts.ts';
import { importWarnings } from '../../bpmn/import-warnings.ts';
import {
  type AcceptedDefinitions,
  diagnosticOf,
  type ParsedDefinitions,
  parseDefinitions,
} from '../../bpmn/parse-definitions.ts';
import { branchVariablesIn, type ProcessModel } from '../../engine/model.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { processSubjectId } from '../../platform/ids.ts';
import { hashOfModelText } from '../../store/definitions.ts';
import { customTaskWarnings } from '../custom-tasks/custom-task-warnings.ts';
import { logRegistered, recordsOf, restingOf, triggersOf } from '../events/start-registrations.ts';
import type { DeployWarning } from '../unit-of-work/observed-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

type Parsed =
  | (AcceptedDefinitions & { readonly lines: readonly DeployWarning[]; readonly textHash: string })
  | Exclude<ParsedDefinitions, AcceptedDefinitions>;
/** A command is parsed once: when its needs are asked for, before anything is locked. */
const parsed = new WeakMap<CommandOf<'DeployDefinition'>, Parsed>();

/** Stores every executable process of a file as the next version of its key (docs/spec/http/definitions.md#several-processes). */
export const deployDefinition: CommandHandler<'DeployDefinition'> = {
  kind: 'DeployDefinition',
  needs(command) {
    const file = parse(command);
    return { deployKeys: file.ok ? file.processes.map((process) => process.model.key) : [] };
  },
  handle(unit, command) {
    const file = parse(command);
    if (!file.ok)
      return rejected({
        code: 'INVALID_BPMN',
        diagnostic: file.findings[0] ? diagnosticOf(file.findings[0]) : 'no process element found',
      });
    const definitions = file.processes.map(({ model, activitiesCount, sequenceFlowsCount }) => {
      const { key } = model;
      const process = unit.process(key);
      if (process === undefined) throw new Error(`process '${key}' was not locked`);
      const version = process.latestVersion + 1;
      const definitionId = `${key}:${version}:${new Date(unit.context.now).toISOString().replaceAll(/[-:.]/g, '')}`;
      const { versionTag = null } = model;
      const text = { bpmnXml: command.bpmnXml, textHash: file.textHash };
      unit.addDefinition({ definitionId, key, version, ...text, fileId: command.id, versionTag });
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
    });
    const lines = [...file.lines, ...file.processes.flatMap(({ model }) => warningsOf(unit, model))];
    unit.warn(lines);
    if (!file.hasDiagram) unit.warn(file.processes.map(undrawn));
    return done<'DeployDefinition'>({ definitions, warnings: lines.map(({ text }) => text) });
  },
};

/** Our own warnings, then those of bpmn-moddle about the file as a whole. They go into the stored reply, so a repeat returns the same. */
function linesOf(file: AcceptedDefinitions, bpmnXml: string): readonly DeployWarning[] {
  const processKey = file.processes[0]?.model.key ?? '';
  return [
    ...file.warnings,
    ...importWarnings(bpmnXml).map((text) => ({ event: 'attribute-ignored' as const, processKey, text })),
  ];
}

/** Warnings that depend on the installation: what its plugin hosts offer, and its settings. */
function warningsOf(unit: UnitOfWork, model: ProcessModel): readonly DeployWarning[] {
  const mode = branchVariablesIn(model, unit.context.branchVariables);
  return [...branchConflicts(model, mode), ...customTaskWarnings(model, unit.loaded.catalog)];
}

/** A missing diagram is only logged: nothing runs differently without one. */
function undrawn({ model: { key } }: AcceptedDefinitions['processes'][number]): DeployWarning {
  return { event: 'model-without-diagram', processKey: key, text: `process '${key}' has no diagram` };
}

function logDeployed(
  unit: UnitOfWork,
  command: CommandOf<'DeployDefinition'>,
  { key, version, definitionId, isActive }: { key: string; version: number; definitionId: string; isActive: boolean },
): void {
  const properties = { ProcessDefinitionKey: key, Version: version };
  unit.log(command, 'definition-deployed', { ...properties, ProcessDefinitionId: definitionId });
  if (!isActive) unit.log(command, 'deploy-while-disabled', properties);
}

function parse(command: CommandOf<'DeployDefinition'>): Parsed {
  let file = parsed.get(command);
  if (file === undefined) {
    const read = parseDefinitions(command.bpmnXml);
    file = read.ok ? { ...read, lines: linesOf(read, command.bpmnXml), textHash: hashOfModelText(command.bpmnXml) } : read;
    parsed.set(command, file);
  }
  return file;
}
