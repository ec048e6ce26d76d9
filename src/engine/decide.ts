import { BEHAVIOURS } from './behaviours/registry.ts';
import type { EngineCommand, Rejection } from './commands.ts';
import type { EngineEvent } from './events.ts';
import { loopOf } from './model/model-shape.ts';
import { type ActivityElement, type ElementModel, elementOf, isActivity, type ProcessModel } from './model.ts';
import { openCommand } from './opening/open-command.ts';
import { repeatFailed } from './opening/repeat.ts';
import { openProcess } from './opening/start-instance.ts';
import { activateWithInputs } from './policies/activation.ts';
import { gather } from './policies/join.ts';
import { pauseRun } from './policies/pause-run.ts';
import { isCaught, isCaughtHere, stopRun } from './policies/raise-incident.ts';
import { deliverOwnSignals } from './policies/signals.ts';
import { activationFieldsOf, beginIteration, startActivityInstance } from './policies/start-activity-instance.ts';
import type { Step } from './running/agenda.ts';
import type { EngineContext } from './running/context.ts';
import { Run } from './running/run.ts';
import { settle } from './running/settle.ts';
import { isBeginning, isSuspended, isSuspensionCommand, startsSuspended } from './state/suspension.ts';
import { type InstanceState, isTerminal } from './state.ts';

/** A rejected command has no effect. */
export type Decision =
  | { readonly ok: true; readonly events: readonly EngineEvent[] }
  | { readonly ok: false; readonly rejection: Rejection };

export type OpenedRun = { readonly ok: true; readonly run: OpenRun } | { readonly ok: false; readonly rejection: Rejection };

/**
 * Applies one command and takes all steps (docs/contributing/spec/execution.md#run-of-a-command).
 *
 * Pure except for `state`, a working copy of the caller that it updates. Deterministic. Never throws for input of a client or a model.
 */
export function decide(model: ProcessModel, state: InstanceState, command: EngineCommand, context: EngineContext): Decision {
  const opening = openRun(model, state, command, context);
  if (!opening.ok) return opening;
  opening.run.advance();
  return { ok: true, events: opening.run.events };
}

/**
 * First part of `decide`, for long runs: settles the change of the command, without steps. The caller must `advance` the run to its end before it uses
 * the state.
 */
export function openRun(model: ProcessModel, state: InstanceState, command: EngineCommand, context: EngineContext): OpenedRun {
  const run = new Run(model, state, context, { behaviours: BEHAVIOURS, isCaught, isCaughtHere });
  const rejection = openCommand(run, command);
  if (rejection !== undefined) return { ok: false, rejection };
  if (isSuspensionCommand(command) || run.takesNoSteps) return { ok: true, run: new OpenRun(run, true) };
  if (startsSuspended(state, command)) return { ok: true, run: openSuspended(run) };
  // without a change, a paused run is not resumed
  if (isSuspended(state) && !isBeginning(command)) return { ok: true, run: new OpenRun(run, true) };
  const { paused } = state;
  if (paused !== null) run.emit({ type: 'RunResumed' });
  if (paused?.begins !== undefined) openProcess(run, paused.begins);
  repeatFailed(run, paused?.failed ?? []);
  settle(run);
  return { ok: true, run: new OpenRun(run) };
}

/** Keeps the first steps of a suspended new instance for its resume. */
function openSuspended(run: Run): OpenRun {
  if (run.state.paused === null) {
    settle(run);
    if (isSuspended(run.state) && !run.agenda.isEmpty) pauseRun(run);
  }
  return new OpenRun(run, true);
}

/** Run whose command has made its change; `advance` takes its steps. */
export class OpenRun {
  private readonly run: Run;
  private readonly takesNoSteps: boolean;

  /** @param takesNoSteps a paused run remains paused */
  constructor(run: Run, takesNoSteps = false) {
    this.run = run;
    this.takesNoSteps = takesNoSteps;
  }

  get events(): readonly EngineEvent[] {
    return this.run.events;
  }

  /**
   * @param shouldYield called after every step and within long steps; true ends this call
   * @returns true if the run is over: no steps left, instance ended, or paused
   */
  advance(shouldYield: () => boolean = () => false): boolean {
    const { run } = this;
    if (this.takesNoSteps) return true;
    for (;;) {
      if (run.stepContinuation === undefined && !this.beginStep()) return true;
      if (!this.finishStep(shouldYield)) return false;
      if (this.isOver()) return true;
      if (shouldYield()) return false;
    }
  }

  /** Returns false if no step is left, the instance has ended, or the step limit stops the run. */
  private beginStep(): boolean {
    const { run } = this;
    if (isTerminal(run.state)) return false;
    this.deliverSignals();
    const step = run.agenda.next();
    if (step === undefined || isTerminal(run.state)) return false;
    run.stepsTaken += 1;
    const { maxSteps } = run.context.limits;
    // queued steps need memory: limited too
    if (run.stepsTaken > maxSteps || run.agenda.size > maxSteps + run.stepsAllowed) {
      stopRun(run, step);
      return false;
    }
    run.ownSignals.startStep(step);
    enter(run, step);
    return true;
  }

  /** Takes a long step in parts, then settles. False if interrupted by `shouldYield`. */
  private finishStep(shouldYield: () => boolean): boolean {
    const { run } = this;
    for (let rest = run.stepContinuation; rest !== undefined; rest = run.stepContinuation) {
      run.stepContinuation = undefined;
      rest();
      if (run.stepContinuation !== undefined && shouldYield()) return false;
    }
    run.ownSignals.handleAll();
    settle(run);
    return true;
  }

  /** Delivers own signals to catch events that subscribed too late, when no other step is left. */
  private deliverSignals(): void {
    const { run } = this;
    while (run.agenda.isEmpty && run.ownSignals.hasWaiting && !isTerminal(run.state)) {
      deliverOwnSignals(run);
      settle(run);
    }
  }

  private isOver(): boolean {
    const { run } = this;
    if (isTerminal(run.state)) return true;
    if (run.agenda.isEmpty) return !run.ownSignals.hasWaiting;
    if (run.context.shouldPause?.(run.progress) !== true) return false;
    pauseRun(run);
    return true;
  }
}

/** A token enters an element and continues until it waits (docs/contributing/spec/execution.md#entering-and-leaving). */
function enter(run: Run, step: Step): void {
  const element = elementOf(run.model, step.element);
  const behaviour = run.behaviours[element.type];
  if (step.entry !== undefined) {
    const iteration = run.state.entries.get(step.entry);
    if (iteration !== undefined) beginIteration(run, iteration);
    return;
  }
  if (behaviour.onArrive(run, element, step) === 'held') return;
  const made = create(run, element, step);
  if (made === undefined) return;
  const { entry, failure } = made;
  if (failure !== undefined) run.fail(entry, entry.variableScope, failure);
  else startActivityInstance(run, element, entry);
}

/** Returns undefined while further tokens are needed (docs/contributing/spec/execution.md#entering-and-leaving). */
function create(run: Run, element: ElementModel, step: Step) {
  const loop = loopOf(element);
  const extra = activationFieldsOf(run, element, loop);
  const needed = isActivity(element) && step.compensates === undefined ? (element.startQuantity ?? 1) : 1;
  if (needed > 1) return gather(run, element as ActivityElement, step, needed, extra);
  return loop === undefined ? activateWithInputs(run, element, step, extra) : { entry: run.activate(element, step, extra) };
}
