import type { EngineCommandOf, Rejection } from '../commands.ts';
import { activationConditionOf } from '../model/model-shape.ts';
import { type ComplexGatewayModel, type ElementModel, elementOf } from '../model.ts';
import { propagateRaised } from '../policies/error-propagation.ts';
import { fireJoin } from '../policies/join.ts';
import { retryJoin } from '../policies/merging-joins.ts';
import { close, open } from '../policies/subscriptions.ts';
import type { Run } from '../running/run.ts';
import { isSuspended } from '../state/suspension.ts';
import { type ActivityInstance, isTerminal } from '../state.ts';
import { type MigrationPlan, type MovedJoin, planMigration } from './migration-plan.ts';
import type { MovedSubscription } from './moved-waits.ts';

/** Conflicts in a rejection. */
const MOST_FAULTS = 20;

/**
 * Migrates all or nothing (docs/contributing/spec/moving-to-a-version.md). The model of the run is the other version. A suspended instance or paused run does
 * not continue unless a condition or join must be checked.
 */
export function migrate(run: Run, command: EngineCommandOf<'MigrateInstance'>): Rejection | undefined {
  const { definitionId, version, before, order } = command;
  const { state } = run;
  if (isTerminal(state)) return { code: 'INSTANCE_ENDED' };
  const plan = planMigration(run, before, order);
  const { faults } = plan;
  if (faults.length > 0) {
    const { instanceId } = state;
    return { code: 'MIGRATION_REFUSED', instanceId, faults: faults.slice(0, MOST_FAULTS), count: faults.length };
  }
  if (state.definitionId === definitionId && hasNoEffect(plan)) {
    run.takesNoSteps = true;
    return undefined;
  }
  const { elements, flows, userTasks } = plan;
  run.emit({
    type: 'InstanceMigrated',
    from: { definitionId: state.definitionId, version: state.version },
    definitionId,
    version,
    ...(elements.length === 0 ? {} : { elements }),
    ...(flows.length === 0 ? {} : { flows }),
    ...(userTasks.length === 0 ? {} : { userTasks }),
  });
  if (state.paused !== null) {
    run.agenda.clear();
    run.resume(state.paused);
  }
  for (const wait of plan.waits) moveWait(run, wait);
  const joins = plan.joins.filter(({ isRechecked }) => isRechecked);
  run.takesNoSteps = isSuspended(state) || (state.paused !== null && run.pending.isEmpty && joins.length === 0);
  for (const join of joins) recheckJoin(run, join);
  if (isSuspended(state) && state.paused === null && (state.inclusiveJoins.size > 0 || state.firedIn.size > 0))
    // the resume checks joins
    run.emit({ type: 'RunPaused', steps: [], stepsTaken: 0 });
  return undefined;
}

function hasNoEffect({ elements, flows, userTasks, waits, joins }: MigrationPlan): boolean {
  const moves = waits.some((wait) => wait.becomes !== 'kept' || wait.isEvaluated) || joins.some(({ isRechecked }) => isRechecked);
  return elements.length === 0 && flows.length === 0 && userTasks.length === 0 && !moves;
}

function moveWait(run: Run, wait: MovedSubscription): void {
  switch (wait.becomes) {
    case 'kept':
      if (wait.isEvaluated) run.pending.add({ kind: 'checkNewCondition', subscription: wait.subscription.ordinal });
      return;
    case 'disarmed':
      close(run, wait.subscription, false);
      return;
    case 'renewed': {
      const { owner, entry, scope, element, definition, gathered } = wait.subscription;
      close(run, wait.subscription, false);
      open(run, { owner, entry, scope, element, definition }, wait.subject, true, gathered);
      return;
    }
    case 'armed':
      open(run, wait.owner, wait.subject);
      return;
  }
}

/** Fires a join that is complete in the other version. Remaining tokens may complete it again. */
function recheckJoin(run: Run, { entry: ordinal }: MovedJoin): void {
  const entry = run.state.entries.get(ordinal);
  if (entry === undefined || isTerminal(run.state)) return;
  const element = elementOf(run.model, entry.element);
  if (activationConditionOf(element) !== undefined) retryJoin(run, element as ComplexGatewayModel, entry);
  else fireWhileComplete(run, element, entry);
  propagateRaised(run);
}

function fireWhileComplete(run: Run, element: ElementModel, join: ActivityInstance): void {
  const { scope } = join;
  for (let complete: ActivityInstance | undefined = join; complete !== undefined; ) {
    fireJoin(run, element, complete);
    if (run.pending.has('findCatcher')) return;
    const next = run.state.scopes.get(scope)?.joins.get(element.id);
    const held = next === undefined ? undefined : run.state.entries.get(next);
    complete = held !== undefined && element.incoming.every((flow) => held.held?.has(flow) === true) ? held : undefined;
  }
}
