import type { EngineCommandOf } from '../../engine/commands.ts';
import { previewMigration } from '../../engine/migration/migration-conflict.ts';
import { NOTHING_STORED } from '../../engine/state/state-index.ts';
import { isTerminal } from '../../engine/state.ts';
import type { CommandOf, CommandRejection } from '../../messages/commands.ts';
import type { Migration } from '../../messages/instance-changes.ts';
import type { TargetVersion } from '../unit-of-work/loaded-rows.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';
import { reportOf } from './migration-report.ts';

/** Migrates all or nothing; a dry run returns the plan (docs/contributing/spec/moving-to-a-version.md). */
export const migrateInstance: CommandHandler<'MigrateInstance'> = {
  needs: ({ instanceId, definitionId }) => ({ instanceIds: [instanceId], targetVersion: definitionId }),
  handle(unit, command) {
    const { instanceId, definitionId, plan: order, isDryRun = false } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    unit.finishNow(instance);
    const { model: before, state } = instance;
    if (isTerminal(state)) return rejected({ code: 'INSTANCE_ENDED' });
    const target = unit.loaded.targets.get(command.id);
    if (target?.key !== before.key) return rejected({ code: 'OTHER_VERSION_NOT_FOUND', definitionId, key: before.key });
    const from = { definitionId: instance.definitionId, version: state.version };
    const to = { definitionId, version: target.version };
    const migrate = { type: 'MigrateInstance', ...to, before, order } as const;
    if (isDryRun) return done<'MigrateInstance'>({ from, to, report: previewOf(unit, command, instance, target, migrate) });
    const rejection = moveTo(unit, command, instance, target, migrate);
    if (rejection !== undefined) return rejected(rejection);
    return done<'MigrateInstance'>({ from, to, report: null });
  },
};

/** Further decisions of this transaction use the new version. A rejection leaves the instance unchanged. */
function moveTo(
  unit: UnitOfWork,
  command: CommandOf<'MigrateInstance'>,
  instance: WorkingInstance,
  { model }: TargetVersion,
  migrate: EngineCommandOf<'MigrateInstance'>,
): CommandRejection | undefined {
  const { definitionId: wasOf, model: before, state } = instance;
  const { version: wasVersion } = state;
  Object.assign(instance, { definitionId: migrate.definitionId, model });
  const rejection = unit.decide(command, instance, migrate);
  if (rejection !== undefined) {
    Object.assign(instance, { definitionId: wasOf, model: before });
    return rejection;
  }
  unit.startVersion(migrate.definitionId);
  // the row contains its version, so the whole state is written
  instance.stored = NOTHING_STORED;
  const { version: Version } = migrate;
  if (wasOf !== migrate.definitionId) unit.logAbout(command, instance, 'instance-migrated', { FromVersion: wasVersion, Version });
  return undefined;
}

function previewOf(
  unit: UnitOfWork,
  { id: commandId }: CommandOf<'MigrateInstance'>,
  { model: before, state }: WorkingInstance,
  { model }: TargetVersion,
  migrate: EngineCommandOf<'MigrateInstance'>,
): Migration['report'] {
  const evaluator = unit.evaluatorOfRun({ key: model.key, commandId });
  return reportOf(previewMigration(model, state, migrate, { ...unit.context, evaluator }), before, state);
}
