import type { Evaluator } from '../engine/evaluator.ts';
import type { EngineEvent } from '../engine/events.ts';
import { type InstanceState, isTerminal } from '../engine/state.ts';
import { Refused } from '../memory/machine.ts';
import type { MemoryTables } from '../memory/memory-tables.ts';
import type { CommandRejection } from '../messages/commands.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import { openStarts, openWaits, shownStart, shownWait, VariableDisplay } from './open-waits.ts';
import {
  LIMITS,
  type SimulatedElement,
  type SimulatedInstance,
  type SimulatedScope,
  type SimulationOutcome,
  type SimulationRequest,
  type SimulationSettings,
  type SimulationState,
  TooMuch,
} from './protocol.ts';
import { runAct, Unfit } from './run-act.ts';
import { failureIn, SimulatedWorld } from './simulated-world.ts';

export interface TokenCount {
  readonly elements: readonly SimulatedElement[];
  readonly flows: readonly { readonly id: string; readonly taken: number }[];
}

type Counted = { -readonly [Name in keyof SimulatedElement]: SimulatedElement[Name] };

/** Activity instance, also of a loop, which its iterations replace. */
interface OpenEntry {
  readonly element: string;
  readonly isLoop: boolean;
  iterations: number;
}

/** Counts tokens by element, over all instances except omitted ones. */
function countTokens({ journals }: MemoryTables, isLeftOut: (instanceId: string) => boolean): TokenCount {
  const count = new Count();
  for (const [instanceId, rows] of journals) {
    if (isLeftOut(instanceId)) continue;
    count.beginInstance();
    for (const { events } of rows) for (const event of events) count.take(event);
  }
  count.beginInstance();
  return {
    elements: [...count.elements.values()],
    flows: [...count.flows].map(([id, taken]) => ({ id, taken })),
  };
}

class Count {
  readonly elements = new Map<string, Counted>();
  readonly flows = new Map<string, number>();
  private open = new Map<number, OpenEntry>();
  private loops = new Map<string, OpenEntry>();

  beginInstance(): void {
    for (const { element, isLoop, iterations } of this.open.values())
      if (!isLoop || iterations === 0) this.at(element).active += 1;
    this.open = new Map();
    this.loops = new Map();
  }

  take(event: EngineEvent): void {
    if (event.type === 'ElementActivated') this.begin(event);
    else if (event.type === 'ElementCompleted') this.end(event.entry, 'completed');
    else if (event.type === 'ElementFailed') this.end(event.entry, 'failed');
    else if (event.type === 'ElementCancelled') this.end(event.entry, 'cancelled');
    else if (event.type === 'FlowTaken') this.flows.set(event.flow, (this.flows.get(event.flow) ?? 0) + 1);
  }

  private begin({ entry, element, loop, index }: Extract<EngineEvent, { type: 'ElementActivated' }>): void {
    const around = index === undefined ? undefined : this.loops.get(element);
    if (around !== undefined) around.iterations += 1;
    const opened = { element, isLoop: loop !== undefined, iterations: 0 };
    if (opened.isLoop) this.loops.set(element, opened);
    this.open.set(entry, opened);
  }

  private end(entry: number, outcome: 'completed' | 'failed' | 'cancelled'): void {
    const ended = this.open.get(entry);
    if (ended === undefined) return;
    this.open.delete(entry);
    if (!ended.isLoop || ended.iterations === 0) this.at(ended.element)[outcome] += 1;
  }

  private at(id: string): Counted {
    const known = this.elements.get(id);
    if (known !== undefined) return known;
    const made = { id, active: 0, completed: 0, failed: 0, cancelled: 0 };
    this.elements.set(id, made);
    return made;
  }
}

/**
 * Runs all actions in a new world. An action that cannot run ends the replay: the state is the one before, with the reason in `refusal`. `ok: false`:
 * a deploy would reject the model, or a limit is exceeded.
 */
export async function replay(
  request: SimulationRequest,
  settings: SimulationSettings,
  evaluator: Evaluator,
): Promise<SimulationOutcome> {
  const world = new SimulatedWorld(settings, request, evaluator);
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
    starts: (await openStarts(world)).map((start) => shownStart(world, start, display)),
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

/** Variables that only a part of the instance can read. */
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
