import type { Evaluator } from '../engine/evaluator.ts';
import { type InstanceState, isTerminal } from '../engine/state.ts';
import { Refused } from '../memory/machine.ts';
import type { CommandRejection } from '../messages/commands.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import { LIMITS, TooMuch } from './limits.ts';
import { openStarts, shownStart } from './open-starts.ts';
import { openWaits } from './open-waits.ts';
import type {
  SimulatedInstance,
  SimulatedScope,
  SimulationOutcome,
  SimulationRequest,
  SimulationSettings,
  SimulationState,
} from './protocol.ts';
import { runAct, Unfit } from './run-act.ts';
import { VariableDisplay } from './shown-variables.ts';
import { shownWait } from './shown-waits.ts';
import { failureIn, SimulatedWorld } from './simulated-world.ts';
import { countTokens } from './token-count.ts';

/** Runs all actions on a model again in a fresh world, and returns its state. */
export async function replay(
  request: SimulationRequest,
  settings: SimulationSettings,
  evaluator: Evaluator,
): Promise<SimulationOutcome> {
  const world = new SimulatedWorld(settings, request.startedAt, evaluator);
  try {
    await world.deploy(request);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, why: 'model', rejection: error.rejection };
    throw error;
  }
  let done = 0;
  let refusal: string | CommandRejection | null = null;
  try {
    for (const act of request.acts) {
      await runAct(world, act);
      done += 1;
    }
  } catch (error) {
    if (error instanceof TooMuch) return tooMuch(error.message);
    if (error instanceof Unfit) refusal = error.message;
    else if (error instanceof Refused) refusal = error.rejection;
    else throw error;
  }
  const state = await stateOf(world, done, refusal);
  if (JSON.stringify(state).length > LIMITS.answer) return tooMuch(`its state has more than ${LIMITS.answer} characters as JSON`);
  return { ok: true, state };
}

function tooMuch(text: string): SimulationOutcome {
  return { ok: false, why: 'limit', text };
}

async function stateOf(world: SimulatedWorld, done: number, refusal: SimulationState['refusal']): Promise<SimulationState> {
  const display = new VariableDisplay();
  const waits = openWaits(world);
  const { instances } = world;
  return {
    now: world.machine.now,
    done,
    refusal,
    starts: (await openStarts(world)).map((start) => shownStart(start, display)),
    instances: instances.slice(0, LIMITS.instances).map((instance) => shownInstance(world, instance, display)),
    instanceCount: instances.length,
    waits: waits.slice(0, LIMITS.waits).map((wait) => shownWait(world, wait, display)),
    waitCount: waits.length,
    ...countTokens(world.tables, (id) => world.isStubProcess(id)),
  };
}

function shownInstance(world: SimulatedWorld, instance: WorkingInstance, display: VariableDisplay): SimulatedInstance {
  const { state } = instance;
  const { key, status, variables, rootVariables } = state;
  return {
    key,
    status: status === 'new' ? 'running' : status,
    failure: status === 'failed' ? failureOf(world, instance) : null,
    variables: display.shown(variables.get(rootVariables)?.values ?? {}),
    scopes: scopesOf(state, display),
  };
}

/** Variables that only one part of an instance can read. */
function scopesOf(state: InstanceState, display: VariableDisplay): readonly SimulatedScope[] {
  if (isTerminal(state)) return [];
  const users = new Map([...state.entries.values()].map(({ variableScope, element }) => [variableScope, element]));
  return [...state.variables.values()]
    .filter(({ ordinal, values }) => ordinal !== state.rootVariables && users.has(ordinal) && Object.keys(values).length > 0)
    .slice(0, LIMITS.scopes)
    .map(({ ordinal, values }) => ({ element: users.get(ordinal) ?? '', ...display.shown(values) }));
}

function failureOf(world: SimulatedWorld, { id, model }: WorkingInstance): SimulatedInstance['failure'] {
  const failed = failureIn(world.tables, id);
  if (failed === undefined) return null;
  const { code, message, element } = failed;
  return { code, message, element, elementName: model.elements.get(element ?? '')?.name ?? null };
}
