import type { Step } from './agenda.ts';
import { BEHAVIOURS } from './behaviours/registry.ts';
import type { EngineCommand, Rejection } from './commands.ts';
import type { EngineContext } from './context.ts';
import type { EngineEvent } from './events.ts';
import { type ActivityElement, type ElementModel, elementOf, isActivity, type ProcessModel } from './model.ts';
import { loopOf } from './model-shape.ts';
import { openCommand } from './opening/open-command.ts';
import { repeatFailed } from './opening/repeat-failed.ts';
import { openProcess } from './opening/start-instance.ts';
import { activateWithInputs } from './policies/activation.ts';
import { beginEntry, beginIteration, extraOf } from './policies/begin-entry.ts';
import { isCaught, isCaughtHere, stopRun } from './policies/incident.ts';
import { pauseRun } from './policies/pause-run.ts';
import { hearOwnSignals } from './policies/signals.ts';
import { gather } from './policies/start-quantity.ts';
import { Run } from './run.ts';
import { settle } from './settle.ts';
import { type InstanceState, isTerminal } from './state.ts';
import { isBeginning, isBornSuspended, isSuspended, standsStill } from './suspension.ts';

/** What a command did, or why the rules refuse it. A refused command has changed nothing. */
export type Decision =
  | { readonly ok: true; readonly events: readonly EngineEvent[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** A command that was accepted, and the run it has begun; or why the rules refuse it. */
export type OpenedRun = { readonly ok: true; readonly run: OpenRun } | { readonly ok: false; readonly rejection: Rejection };

/**
 * Applies one command to one instance: the agenda, step by step (docs/contributing/spec/execution.md#run-of-a-command).
 *
 * Pure but for `state`, a working copy that the calling code owns and that is brought up to date with the events in place: the same model, state, command
 * and context give the same events. Never throws for anything a client or a model can cause.
 */
export function decide(model: ProcessModel, state: InstanceState, command: EngineCommand, context: EngineContext): Decision {
  const opening = openRun(model, state, command, context);
  if (!opening.ok) return opening;
  opening.run.advance();
  return { ok: true, events: opening.run.events };
}

/** The first part of `decide`: the command's own change, settled. The run is `advance`d until it is over before anything else happens to the state. */
export function openRun(model: ProcessModel, state: InstanceState, command: EngineCommand, context: EngineContext): OpenedRun {
  const run = new Run(model, state, context, { behaviours: BEHAVIOURS, isCaught, isCaughtHere });
  const rejection = openCommand(run, command);
  if (rejection !== undefined) return { ok: false, rejection };
  if (standsStill(command) || run.standsStill) return { ok: true, run: new OpenRun(run, true) };
  if (isBornSuspended(state, command)) return { ok: true, run: keptFromBeginning(run) };
  // a command that has changed nothing lets nothing move either
  if (isSuspended(state) && !isBeginning(command)) return { ok: true, run: new OpenRun(run, true) };
  const { paused } = state;
  if (paused !== null) run.emit({ type: 'RunResumed' });
  if (paused?.begins !== undefined) openProcess(run, paused.begins);
  repeatFailed(run, paused?.failed ?? []);
  settle(run);
  return { ok: true, run: new OpenRun(run) };
}

/** Nothing of it moves: what it would do first is kept for the resume. */
function keptFromBeginning(run: Run): OpenRun {
  if (run.state.paused === null) {
    settle(run);
    if (isSuspended(run.state) && !run.agenda.isEmpty) pauseRun(run);
  }
  return new OpenRun(run, true);
}

/** A run whose command has made its own change; its steps are taken as far as the calling code lets it. */
export class OpenRun {
  private readonly run: Run;
  private readonly standsStill: boolean;

  /** @param standsStill the command's own change is all: a run that has paused before does not go on */
  constructor(run: Run, standsStill = false) {
    this.run = run;
    this.standsStill = standsStill;
  }

  /** What has been decided so far. */
  get events(): readonly EngineEvent[] {
    return this.run.events;
  }

  /**
   * Takes steps until the run is over: nothing is left, or it pauses.
   * @param isEnough asked after every step, and in long ones: true ends this call, and the next one goes on
   * @returns whether the run is over
   */
  advance(isEnough: () => boolean = () => false): boolean {
    const { run } = this;
    if (this.standsStill) return true;
    for (;;) {
      if (run.restOfStep === undefined && !this.beginStep()) return true;
      if (!this.finishStep(isEnough)) return false;
      if (this.isOver()) return true;
      if (isEnough()) return false;
    }
  }

  /** @returns whether there was a step to begin */
  private beginStep(): boolean {
    const { run } = this;
    if (isTerminal(run.state)) return false;
    this.hearSignals();
    const step = run.agenda.next();
    if (step === undefined || isTerminal(run.state)) return false;
    run.stepsTaken += 1;
    const { maxSteps } = run.context.limits;
    // what waits takes memory: it is not taken up to the last step first
    if (run.stepsTaken > maxSteps || run.agenda.size > maxSteps + run.stepsAllowed) {
      stopRun(run, step);
      return false;
    }
    run.ownSignals.begins(step);
    enter(run, step);
    return true;
  }

  /** A long step is taken in parts; nothing is settled before its end. @returns whether it has come to its end */
  private finishStep(isEnough: () => boolean): boolean {
    const { run } = this;
    for (let rest = run.restOfStep; rest !== undefined; rest = run.restOfStep) {
      run.restOfStep = undefined;
      rest();
      if (run.restOfStep !== undefined && isEnough()) return false;
    }
    run.ownSignals.pathsMeet();
    settle(run);
    return true;
  }

  /** Nothing else is left to do: catches that were armed too late for a signal of this run hear it. */
  private hearSignals(): void {
    const { run } = this;
    while (run.agenda.isEmpty && run.ownSignals.areAwaited && !isTerminal(run.state)) {
      hearOwnSignals(run);
      settle(run);
    }
  }

  private isOver(): boolean {
    const { run } = this;
    if (isTerminal(run.state)) return true;
    if (run.agenda.isEmpty) return !run.ownSignals.areAwaited;
    if (run.context.shouldPause?.(run.progress) !== true) return false;
    pauseRun(run);
    return true;
  }
}

/** One step: a token enters one element and goes as far as it can without waiting (docs/contributing/spec/execution.md#entering-and-leaving). */
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
  else beginEntry(run, element, entry);
}

/** The entry of the element, or of the loop around it. Undefined while it waits for further tokens (docs/contributing/spec/execution.md#entering-and-leaving). */
function create(run: Run, element: ElementModel, step: Step) {
  const loop = loopOf(element);
  const extra = extraOf(run, element, loop);
  const needed = isActivity(element) && step.compensates === undefined ? (element.startQuantity ?? 1) : 1;
  if (needed > 1) return gather(run, element as ActivityElement, step, needed, extra);
  // The mappings of a loop belong to its iterations.
  return loop === undefined ? activateWithInputs(run, element, step, extra) : { entry: run.activate(element, step, extra) };
}
