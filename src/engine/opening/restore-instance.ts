import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { InstanceRestored, RestoredState } from '../events/restore-events.ts';
import type { VariablesWritten } from '../events/scope-events.ts';
import { instanceTooLarge } from '../failures.ts';
import { conflictOf, type MigrationConflict } from '../migration/migration-conflict.ts';
import { recreateWaits } from '../policies/recreate-waits.ts';
import { checkWriteSize } from '../policies/variable-scope.ts';
import type { Run } from '../running/run.ts';
import type { RestorePoint } from '../state/restore-point.ts';
import { restorable } from '../state/snapshot.ts';
import { sizeOfVariables } from '../values/variable-growth.ts';
import { resumeUnfinished } from './repeat.ts';
import { beginUnlessSuspended } from './start-instance.ts';
import { hold } from './suspend.ts';

type RestoreCommand = EngineCommandOf<'ForkInstance' | 'ReviveInstance'>;

/** Continues from a row of the history of another instance, or repeats its start (docs/contributing/spec/forks.md#fork). */
export function fork(run: Run, command: EngineCommandOf<'ForkInstance'>): Rejection | undefined {
  const { point, before, instanceId, definitionId, version, variables, caller, continuesCalls = false, reason } = command;
  const { started, origin, state } = point;
  const conflict = definitionId === state.definitionId ? undefined : conflictOf(run.model, before, state);
  if (conflict !== undefined) return refused(conflict);
  const { isBeginning } = point;
  const { businessId, startElement, rootVariables, rootScope } = started;
  const given = isBeginning ? { ...started.variables, ...variables } : started.variables;
  const { maxVariablesSize } = run.context.limits;
  const noted = reason === undefined ? {} : { reason };
  if (sizeOfVariables(given) > maxVariablesSize)
    return refused({ element: run.model.key, reason: instanceTooLarge(maxVariablesSize).message });
  run.emit({
    type: 'InstanceStarted',
    instanceId,
    definitionId,
    key: run.model.key,
    version,
    businessId,
    startElement,
    variables: given,
    rootVariables,
    rootScope,
    ...(caller === undefined ? {} : { caller }),
    origin,
    ...(isBeginning && noted),
  });
  run.ordinals.continueAfter(run.state.counter);
  if (!isBeginning)
    return continueFrom(run, command, { ...restorable(state, continuesCalls), startedAt: run.context.now }, noted);
  if (command.hold !== undefined) hold(run, command.hold);
  begin(run, point);
  return undefined;
}

/**
 * Restarts a failed instance at the failed part, a cancelled one at the row before its end (docs/contributing/spec/forks.md#revive). Ordinals continue,
 * so that no id is used twice.
 */
export function revive(run: Run, command: EngineCommandOf<'ReviveInstance'>): Rejection | undefined {
  const { startedAt, counter } = run.state;
  const restored = restorable(command.point.state, true);
  const { definition, reason } = command;
  const noted = { ...(definition !== undefined && { definition }), ...(reason !== undefined && { reason }) };
  return continueFrom(run, command, { ...restored, startedAt, counter: Math.max(counter, restored.counter) }, noted);
}

function continueFrom(
  run: Run,
  { type, point, variables, hold: held }: RestoreCommand,
  state: RestoredState,
  noted: Pick<InstanceRestored, 'definition' | 'reason'> = {},
): Rejection | undefined {
  const { origin } = point;
  run.emit({ type: 'InstanceRestored', from: origin, state, ...noted });
  if (held !== undefined) hold(run, held);
  run.ordinals.continueAfter(run.state.counter);
  const { rootVariables: variableScope } = run.state;
  run.givenNames = Object.keys(variables);
  const isChanged = run.givenNames.length > 0;
  if (isChanged) {
    const tooLarge = checkWriteSize(run, variableScope, variables);
    if (tooLarge !== undefined) return refused({ element: run.model.key, reason: tooLarge.message });
    const written: VariablesWritten = { type: 'VariablesWritten', variableScope, values: variables };
    // conditional subscriptions are created later: record the change here
    run.changes.note(run.state.variables, written);
    run.emit(written);
  }
  if (point.isBeginning) {
    begin(run, point);
    return undefined;
  }
  const isReevaluated = isChanged || point.state.definitionId !== run.state.definitionId;
  const conflict = recreateWaits({ run, point, isReevaluated });
  if (conflict !== undefined) return refused(conflict);
  if (point.unfinished !== undefined) resumeUnfinished(run, point.unfinished, type === 'ReviveInstance');
  // suspended before its first step
  const begins = point.state.paused?.begins;
  if (begins !== undefined) beginUnlessSuspended(run, begins);
  return undefined;
}

function begin(run: Run, { started: { startElement }, isTriggered }: RestorePoint): void {
  beginUnlessSuspended(run, { startElement, ...(isTriggered ? { isTriggered: true as const } : {}) });
}

function refused({ element, reason }: MigrationConflict): Rejection {
  return { code: 'NOT_RESTORABLE', element, reason };
}
