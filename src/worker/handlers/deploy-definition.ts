import { diagnosticOf, parseDefinitions } from '../../bpmn/parse-definitions.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { processSubjectId } from '../../platform/ids.ts';
import { type CommandHandler, done, refused } from '../command-handler.ts';
import { recordsOf, restingOf, tellRegistered, triggersOf } from '../start-registrations.ts';
import type { UnitOfWork } from '../unit-of-work.ts';

type Parsed = ReturnType<typeof parseDefinitions>;
/** A command is parsed once, though its needs are asked before it is handled. */
const parsed = new WeakMap<CommandOf<'DeployDefinition'>, Parsed>();

/** Stores every executable process of a file as the next version of its key (contract 2.1). */
export const deployDefinition: CommandHandler<'DeployDefinition'> = {
  kind: 'DeployDefinition',
  needs(command) {
    const file = parse(command);
    return { deployKeys: file.ok ? file.processes.map((process) => process.model.key) : [] };
  },
  handle(unit, command) {
    const file = parse(command);
    if (!file.ok)
      return refused({
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
      unit.definitions.push({ definitionId, key, version, bpmnXml: command.bpmnXml, fileId: command.id, versionTag });
      const triggers = process.isActive ? triggersOf(unit, model, definitionId, 'deploy') : [];
      unit.startKeys.add(key);
      unit.startTriggers.push(...(process.isActive ? triggers : restingOf(unit, model, definitionId)));
      tellDeployed(unit, command, { key, version, definitionId, isActive: process.isActive });
      tellRegistered(unit, command, triggers);
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
    return done<'DeployDefinition'>({ definitions, warnings: file.warnings.map((warning) => warning.text) });
  },
};

function tellDeployed(
  unit: UnitOfWork,
  command: CommandOf<'DeployDefinition'>,
  { key, version, definitionId, isActive }: { key: string; version: number; definitionId: string; isActive: boolean },
): void {
  const properties = { ProcessDefinitionKey: key, Version: version };
  unit.tell(command, 6000, 'definition deployed', { ...properties, ProcessDefinitionId: definitionId });
  if (!isActive) unit.tell(command, 6004, 'deployed while the key is disabled', properties);
}

function parse(command: CommandOf<'DeployDefinition'>): Parsed {
  let file = parsed.get(command);
  if (file === undefined) {
    file = parseDefinitions(command.bpmnXml);
    parsed.set(command, file);
  }
  return file;
}
