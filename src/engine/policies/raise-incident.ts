import type { Repeat } from '../events/incident-events.ts';
import { type Failure, stepLimitReached } from '../failures.ts';
import { elementOf } from '../model.ts';
import type { Step } from '../running/agenda.ts';
import type { Run } from '../running/run.ts';
import type { PausedStep } from '../state/paused-runs.ts';
import type { ActivityInstance } from '../state.ts';
import { boundaryCatcher, boundaryFor, subProcessCatcher } from './code-catcher.ts';
import { failInstance } from './instance-failure.ts';
import { searchOutward } from './outward.ts';

/**
 * True for a boundary event, an event sub-process, or a catcher of a calling instance. An uncaught failure in a transaction is an incident before any
 * compensation (docs/contributing/spec/incidents.md#incident). @param entry null: the process
 */
export function isCaught(run: Run, entry: ActivityInstance | null, code: string): boolean {
  return isCaughtHere(run, entry, code) || isCaughtByCaller(run, code);
}

/** Ignores calling instances. */
export function isCaughtHere(run: Run, entry: ActivityInstance | null, code: string): boolean {
  if (entry === null) return false;
  if (boundaryFor(run, elementOf(run.model, entry.element), 'error', code) !== undefined) return true;
  const catcher = searchOutward<object>(
    run,
    entry.scope,
    (eventSubProcesses, scope) => subProcessCatcher(run, scope, eventSubProcesses, 'error', code),
    (host) => boundaryCatcher(run, host, 'error', code),
  );
  return catcher !== undefined;
}

function isCaughtByCaller({ state }: Run, code: string): boolean {
  const catches = state.caller?.catches;
  return catches !== undefined && (catches.all || catches.codes.includes(code));
}

/** Raises an incident if configured and no calling instance catches the failure. Else fails the instance. */
export function failProcess(
  run: Run,
  failure: Failure,
  repeat: Repeat,
  element = run.model.key,
  stepsBefore: readonly PausedStep[] = [],
): void {
  if (run.leavesIncidents && !isCaught(run, null, failure.code)) run.raiseIncident({ entry: null, element }, failure, repeat);
  else {
    run.failurePoints.note(run, { entry: null, element }, failure, repeat, stepsBefore);
    failInstance(run, null, failure, null);
  }
}

/**
 * Raises an incident at the step limit, for a retry by an operator, or fails the instance.
 * @param next the step that exceeds the limit
 */
export function stopRun(run: Run, next: Step): void {
  const failure = stepLimitReached(run.context.limits.maxSteps);
  if (run.leavesIncidents && !isCaught(run, null, failure.code)) {
    const steps = [next, ...run.agenda.steps].map((step) => run.ownSignals.pausedStep(step));
    run.emit({ type: 'RunPaused', steps, stepsTaken: 0, ...run.ownSignals.pausedMember(), isStopped: true });
    run.agenda.clear();
  }
  failProcess(run, failure, { kind: 'run' }, run.model.key, [run.ownSignals.pausedStep(next)]);
}
