import type { Behaviour } from './behaviour.ts';
import { behaviourOf } from './behaviours/registry.ts';
import type { EngineCommand, Rejection } from './commands.ts';
import type { EngineEvent } from './events.ts';
import { type ElementModel, elementOf, type ProcessModel } from './model.ts';
import { openCommand } from './open-command.ts';
import { failInstance } from './policies/error-propagation.ts';
import { leave } from './policies/leave.ts';
import { type EngineContext, Run, type Step } from './run.ts';
import { settle } from './settle.ts';
import { type InstanceState, isTerminal } from './state.ts';

/** What a command did, or why the rules refuse it. A refused command has changed nothing. */
export type Decision =
  | { readonly ok: true; readonly events: readonly EngineEvent[] }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * Applies one command to one instance: the agenda of bpmn.md R1–R3.
 *
 * Pure but for `state`, a private working copy of the caller that is brought up to date with the events in place: the same model, state, command and
 * context give the same events. Never throws for anything a client or a model can cause.
 */
export function decide(model: ProcessModel, state: InstanceState, command: EngineCommand, context: EngineContext): Decision {
  const run = new Run(model, state, context);
  const rejection = openCommand(run, command);
  if (rejection !== undefined) return { ok: false, rejection };
  settle(run);
  for (let step = run.nextStep(); step !== undefined && !isTerminal(state); step = run.nextStep()) {
    run.stepsTaken += 1;
    if (run.stepsTaken > context.limits.maxSteps) {
      failInstance(run, null, '500', `step limit of ${context.limits.maxSteps} exceeded`);
      break;
    }
    enter(run, step);
    settle(run);
  }
  return { ok: true, events: run.events };
}

/** One step: a token enters one element and goes as far as it can without waiting. */
function enter(run: Run, step: Step): void {
  const element = elementOf(run.model, step.element);
  const behaviour = behaviourOf(element.type) as Behaviour<ElementModel['type']>;
  if (behaviour.onArrive?.(run, element, step) === 'held') return;
  const entry = run.activate(element, step, behaviour.isHost === true ? { host: true } : undefined);
  const outcome = behaviour.onActivated(run, element, entry);
  if (outcome === 'leave') leave(run, element, entry);
  else if (typeof outcome === 'object') run.fail(entry, entry.variableScope, outcome.code, outcome.message);
}
