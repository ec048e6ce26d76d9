import { BEHAVIOURS } from './behaviours/registry.ts';
import type { EngineCommandOf } from './commands.ts';
import type { EngineContext } from './context.ts';
import type { ProcessModel } from './model.ts';
import { type MigrationPlan, planMigration } from './opening/migration-plan.ts';
import { isCaught, isCaughtHere } from './policies/incident.ts';
import { Run } from './run.ts';
import type { InstanceState } from './state.ts';

/** Returns the effects of a migration without applying it (docs/contributing/spec/moving-to-a-version.md#migration-report). `model`: that of the other version. */
export function previewMigration(
  model: ProcessModel,
  state: InstanceState,
  { before, order }: EngineCommandOf<'MigrateInstance'>,
  context: EngineContext,
): MigrationPlan {
  return planMigration(new Run(model, state, context, { behaviours: BEHAVIOURS, isCaught, isCaughtHere }), before, order);
}
