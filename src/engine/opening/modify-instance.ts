import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { Failure } from '../failures.ts';
import { type ElementModel, elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import { activateWithInputs } from '../policies/activation.ts';
import { cancelActivityInstance, cancelInside } from '../policies/cancellation.ts';
import { chooseFlows } from '../policies/choose-flows.ts';
import { propagateRaised } from '../policies/error-propagation.ts';
import { takeFlows } from '../policies/leave.ts';
import { runStartListeners, runTakeListeners } from '../policies/listeners.ts';
import { terminateIteration } from '../policies/loop.ts';
import { openScopeOf, subscribeEventSubProcesses } from '../policies/open-scope.ts';
import { pauseRun } from '../policies/pause-run.ts';
import { subscribeAround } from '../policies/start-activity-instance.ts';
import { openBranch, releaseVariableScope, writeVariables } from '../policies/variable-scope.ts';
import type { TokenPlace } from '../running/behaviour.ts';
import { type Cancellation, modifiedBy, scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { isSuspended } from '../state/suspension.ts';
import { type ActivityInstance, isTerminal, openScope } from '../state.ts';
import { sizeOfVariables } from '../values/variable-growth.ts';
import { type ModificationPlan, type PlannedStart, planModification } from './modification-plan.ts';
import { hostsOf, outermostOf, type PlannedHost, type PlannedScope } from './planned-scopes.ts';

/** Queues a token before the element (docs/contributing/spec/execution.md#modification). */
function placeBefore(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): void {
  run.agenda.add({ element: element.id, flow: null, scope, variableScope });
}

/** Takes the flows as if the element had completed, without work and compensation log. */
function placeAfter(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): void {
  const entry = run.activate(element, { flow: null, scope, variableScope });
  const choice = chooseFlows(run, element, entry, variableScope);
  if ('failure' in choice) {
    run.fail(entry, variableScope, choice.failure, { kind: 'leave' });
    return;
  }
  const listenerResult = runTakeListeners(run, choice.flows, { entry, variableScope });
  // listener jobs were rejected before
  if (listenerResult !== undefined && listenerResult !== 'wait') {
    run.fail(entry, variableScope, listenerResult, { kind: 'leave' });
    return;
  }
  run.skipped = entry.ordinal;
  run.complete(entry, run.behaviours[element.type].recordsFlows ? choice.flows : undefined);
  takeFlows(run, element, entry, variableScope, choice.flows);
}

/**
 * Opens the body like entering the sub-process, but without start tokens.
 * @returns undefined if it has failed, was interrupted, or waits for a start listener
 */
function openPlacedHost(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): ScopeOrdinal | undefined {
  const { entry, failure: unmapped } = activateWithInputs(run, element, { flow: null, scope, variableScope }, { host: true });
  const subscribed = unmapped ?? subscribeAround(run, element, entry, false);
  if (subscribed === 'interrupted') return undefined;
  if (subscribed !== 'subscribed') return failHost(run, entry, subscribed);
  const listenerResult = runStartListeners(run, element, entry);
  if (listenerResult !== undefined) return listenerResult === 'wait' ? undefined : failHost(run, entry, listenerResult);
  const body = openScopeOf(run, entry, 'body');
  const subscribeFailure = subscribeEventSubProcesses(run, body);
  return subscribeFailure === undefined ? body : failHost(run, entry, subscribeFailure);
}

function failHost(run: Run, host: ActivityInstance, failure: Failure): undefined {
  cancelInside(run, host, scopeEnded);
  run.fail(host, host.variableScope, failure);
  return undefined;
}

/** All or nothing. `settle` ends scopes later, so none ends in between (docs/contributing/spec/execution.md#modification, ADR 0068). */
export function modify(run: Run, { instructions, reason }: EngineCommandOf<'Modify'>): Rejection | undefined {
  if (isTerminal(run.state)) return { code: 'INSTANCE_ENDED' };
  const plan = planModification(run, instructions);
  if ('fault' in plan) return { code: 'INSTRUCTION_REFUSED', ...plan };
  const tooLarge = checkSize(run, plan);
  if (tooLarge !== undefined) return tooLarge;
  run.emit({ type: 'InstanceModified', ...recordOf(plan), ...(reason === null ? {} : { reason }) });
  const why = modifiedBy(reason);
  for (const target of plan.affected.targets) cancelByHand(run, target, why);
  new Starts(run, plan).startAll();
  if (isSuspended(run.state)) pauseTokens(run);
  return undefined;
}

/** Keeps tokens where they were placed; the resume checks joins. The plan leaves a token in each scope. */
function pauseTokens(run: Run): void {
  const { agenda, pending, state } = run;
  pending.takeAll('endScope');
  if (!pending.isEmpty) throw new Error('the modification of a suspended instance would move something');
  const canContinue = !agenda.isEmpty || state.inclusiveJoins.size > 0 || state.firedIn.size > 0;
  if (canContinue || state.paused !== null) pauseRun(run);
}

function checkSize(run: Run, { starts }: ModificationPlan): Rejection | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  let growth = 0;
  for (const { instruction } of starts) {
    const size = sizeOfVariables(instruction.variables ?? {});
    if (size > maxWriteSize) return { code: 'VARIABLES_TOO_LARGE', limit: maxWriteSize, of: 'write' };
    growth += size;
  }
  if (growth > 0 && run.state.variablesSize + growth > maxVariablesSize)
    return { code: 'VARIABLES_TOO_LARGE', limit: maxVariablesSize, of: 'instance' };
  run.written += growth;
  return undefined;
}

function recordOf({ affected, starts }: ModificationPlan) {
  const cancelled = affected.targets.map(({ ordinal, element }) => ({ entry: ordinal, element }));
  const started = starts.map(({ instruction: { kind }, element, where }) => {
    const opened = hostsOf(where).map((host) => host.element);
    const at = { element: element.id, scope: outermostOf(where), ...(opened.length === 0 ? {} : { opened }) };
    return { ...at, at: kind === 'startBefore' ? ('before' as const) : ('after' as const) };
  });
  return { cancelled, started };
}

/** Cancels like an interruption: the token leaves the scope cancelled. */
function cancelByHand(run: Run, entry: ActivityInstance, why: Cancellation): void {
  if (!run.state.entries.has(entry.ordinal)) return;
  const { scope, race } = entry;
  if (race !== null) dropRace(run, scope, race);
  if (entry.index !== null) terminateIteration(run, entry, why);
  cancelActivityInstance(run, entry, why);
  run.tokenLeft(scope, { kind: 'cancelled', why });
}

/** Removes targets that a paused run has not entered yet. */
function dropRace(run: Run, scope: ScopeOrdinal, race: ActivityInstanceOrdinal): void {
  for (const step of [...run.agenda.stepsInto(scope)]) if (step.race === race) run.agenda.remove(step);
}

/** Places tokens in order of the plan; the first token opens the bodies it needs. */
class Starts {
  private readonly run: Run;
  private readonly starts: readonly PlannedStart[];
  private readonly opened = new Map<PlannedHost, ScopeOrdinal | undefined>();
  /** tokens that start directly in a scope */
  private readonly beginning = new Map<ScopeOrdinal | PlannedHost, number>();

  constructor(run: Run, { starts }: ModificationPlan) {
    this.run = run;
    this.starts = starts;
    const hosts = new Set(starts.flatMap(({ where }) => hostsOf(where)));
    for (const where of [...starts.map((start) => start.where), ...[...hosts].map((host) => host.around)])
      this.beginning.set(keyOf(where), (this.beginning.get(keyOf(where)) ?? 0) + 1);
  }

  startAll(): void {
    const { run } = this;
    for (const start of this.starts) {
      this.start(start);
      // a failure must find its catcher before the next start
      propagateRaised(run);
      if (isTerminal(run.state)) return;
    }
  }

  private start({ instruction, element, where }: PlannedStart): void {
    const { run } = this;
    const scope = this.scopeOf(where);
    // the scope has ended by a caught failure or an interruption: the token is discarded
    if (scope === undefined || !this.isOpen(scope)) return;
    const variableScope = this.variablesOf(where, scope);
    writeVariables(run, variableScope, instruction.variables ?? {});
    const place = { scope, variableScope };
    if (instruction.kind === 'startBefore') placeBefore(run, element, place);
    else placeAfter(run, element, place);
  }

  private isOpen(scope: ScopeOrdinal): boolean {
    return this.run.state.scopes.get(scope)?.isInterrupted === false;
  }

  private scopeOf(where: PlannedScope): ScopeOrdinal | undefined {
    if (where.kind === 'open') return where.scope;
    if (!this.opened.has(where)) this.opened.set(where, this.openHost(where));
    return this.opened.get(where);
  }

  private openHost({ element, around }: PlannedHost): ScopeOrdinal | undefined {
    const { run } = this;
    const scope = this.scopeOf(around);
    if (scope === undefined || !this.isOpen(scope)) return undefined;
    const variableScope = this.variablesOf(around, scope);
    const body = openPlacedHost(run, elementOf(run.model, element), { scope, variableScope });
    if (body === undefined) releaseVariableScope(run, variableScope);
    return body;
  }

  /** Gives the path a branch scope next to other tokens, like a non-interrupting event. */
  private variablesOf(where: PlannedScope, scope: ScopeOrdinal): VariableScopeOrdinal {
    const { run } = this;
    const { variableScope, entries } = openScope(run.state, scope);
    const isAlone = entries.size === 0 && run.agenda.stepsInto(scope).size === 0 && this.beginning.get(keyOf(where)) === 1;
    return isAlone ? variableScope : openBranch(run, variableScope);
  }
}

function keyOf(where: PlannedScope): ScopeOrdinal | PlannedHost {
  return where.kind === 'open' ? where.scope : where;
}
