import { ElementMap } from '../migration/element-map.ts';
import type { MigrationFault, MigrationOrder, TaskDescription } from '../migration/migrations.ts';
import { activationConditionOf } from '../model/model-shape.ts';
import { type ElementModel, elementOf, isActivity, type ProcessModel, type UserTaskModel } from '../model.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import { describeUserTask } from '../policies/user-task.ts';
import type { Run } from '../running/run.ts';
import { isSuspended } from '../state/suspension.ts';
import type { ActivityInstance } from '../state.ts';
import { type Migrating, migrationFaults } from './migration-faults.ts';
import { type MovedSubscription, movedWaits } from './moved-waits.ts';

/**
 * A join with tokens, not a start quantity. `missing`: flows of the other version without a token. `isRechecked`: it may fire now: no token is missing,
 * or it has not fired and its activation condition has changed. False for inclusive joins, which the run checks.
 */
export interface MovedJoin {
  readonly entry: ActivityInstanceOrdinal;
  readonly missing: readonly string[];
  readonly isRechecked: boolean;
}

/** Effects, computed in advance. It can be applied if there are no conflicts. */
export interface MigrationPlan {
  readonly map: ElementMap;
  readonly faults: readonly MigrationFault[];
  /** old and new ids of renamed ones */
  readonly elements: readonly (readonly [string, string])[];
  readonly flows: readonly (readonly [string, string])[];
  readonly userTasks: readonly TaskDescription[];
  /** all open ones, also unchanged, and new ones */
  readonly waits: readonly MovedSubscription[];
  /** all with tokens */
  readonly joins: readonly MovedJoin[];
}

/** The model of the run is the other version (docs/contributing/spec/moving-to-a-version.md#plan). */
export function planMigration(run: Run, before: ProcessModel, order: MigrationOrder): MigrationPlan {
  const map = new ElementMap(before, run.model, order.pairs);
  const of = { run, before, map };
  const faults = [...migrationFaults(of)];
  const renamed = order.pairs.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to] as const);
  const pairs = {
    elements: renamed.filter(([from]) => !before.flows.has(from)),
    flows: renamed.filter(([from]) => before.flows.has(from)),
  };
  const [userTasks, waits]: [TaskDescription[], MovedSubscription[]] = [[], []];
  for (const task of describedTasks(of)) {
    if ('reason' in task) faults.push(task);
    else userTasks.push(task);
  }
  for (const wait of movedWaits(of, order)) {
    if ('reason' in wait) faults.push(wait);
    else waits.push(wait);
  }
  const joins = [...movedJoins(of)];
  faults.push(...suspensionFaults(run, { waits, joins }));
  return { map, faults, ...pairs, userTasks, waits, joins };
}

/** Open user tasks with changed attributes. */
function* describedTasks({ run, before, map }: Migrating): Generator<TaskDescription | MigrationFault> {
  for (const entry of run.state.entries.values()) {
    const to = map.elementOf(entry.element);
    if (entry.userTask === null || to === undefined) continue;
    const [was, now] = [elementOf(before, entry.element), elementOf(run.model, to)] as [UserTaskModel, UserTaskModel];
    if (JSON.stringify(assignmentOf(was)) === JSON.stringify(assignmentOf(now))) continue;
    const task = describeUserTask(run, now, entry);
    if ('message' in task) yield { entry: entry.ordinal, element: entry.element, reason: task.message };
    else {
      const { type: _type, element: _element, elementType: _elementType, ...description } = task;
      yield description;
    }
  }
}

function assignmentOf({ assignee, candidateUsers, candidateGroups, expectedOutputs, form, plan }: UserTaskModel) {
  return { assignee, candidateUsers, candidateGroups, expectedOutputs, form, plan };
}

/** A changed join is checked here: no later event does it. */
function* movedJoins(of: Migrating): Generator<MovedJoin> {
  const { run, before, map } = of;
  for (const entry of run.state.entries.values()) {
    const to = map.elementOf(entry.element);
    if (entry.held === null || to === undefined) continue;
    const [was, now] = [elementOf(before, entry.element), elementOf(run.model, to)];
    if (isActivity(now)) continue;
    const held = new Set([...entry.held.keys()].map((flow) => map.flowOf(flow)));
    const missing = now.incoming.filter((flow) => !held.has(flow));
    yield { entry: entry.ordinal, missing, isRechecked: isDue(of, entry, missing, [was, now].map(conditionOf)) };
  }
}

function isDue(
  { run }: Migrating,
  entry: ActivityInstance,
  missing: readonly string[],
  [was, now]: (string | undefined)[],
): boolean {
  // the run checks them
  if (run.state.inclusiveJoins.has(entry.ordinal)) return false;
  if (now === undefined) return missing.length === 0;
  return was !== now && !run.state.scopes.get(entry.scope)?.fired.has(entry.element);
}

function conditionOf(element: ElementModel): string | undefined {
  const condition = activationConditionOf(element);
  return condition === undefined ? undefined : JSON.stringify(condition);
}

/** Effects that would continue a suspended instance. */
function* suspensionFaults({ state }: Run, { waits, joins }: Pick<MigrationPlan, 'waits' | 'joins'>): Generator<MigrationFault> {
  if (!isSuspended(state)) return;
  for (const { entry, isRechecked } of joins) {
    const element = state.entries.get(entry)?.element ?? '';
    if (isRechecked) yield { entry, element, reason: 'the join would continue, and the instance is suspended' };
  }
  for (const wait of waits) {
    const about = conditionAt(wait);
    if (about !== undefined) yield { ...about, reason: 'its condition would be evaluated, and the instance is suspended' };
  }
}

function conditionAt(wait: MovedSubscription): Pick<MigrationFault, 'entry' | 'element'> | undefined {
  if (wait.becomes === 'armed') return wait.subject.kind === 'conditional' ? wait.owner : undefined;
  return wait.becomes === 'kept' && wait.isEvaluated ? wait.subscription : undefined;
}
