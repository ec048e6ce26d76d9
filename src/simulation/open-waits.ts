import { taskFormOf } from '../engine/model/model-shape.ts';
import { type ElementModel, elementOf, type FormModel, type ProcessModel } from '../engine/model.ts';
import { type InstanceState, isTerminal, type SubscriptionState } from '../engine/state.ts';
import { readAllVariables } from '../engine/values/variable-scopes.ts';
import type { Variables } from '../engine/values.ts';
import { factsOf } from '../memory/waiting.ts';
import { cutText } from '../platform/cut-text.ts';
import { entityId } from '../platform/ids.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import { eventText, waitedEvent } from '../waits/event-waits.ts';
import { titleOf } from '../waits/task-waits.ts';
import type { Wait, WaitKind } from '../waits/wait.ts';
import { waitsOf } from '../waits/waits-of.ts';
import { wordsOfType } from '../waits/words.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import { expectedAt, expectedAtStart, plainStartOf } from './expected-variables.ts';
import {
  type ActKind,
  LIMITS,
  type ShownVariables,
  type SimulatedStart,
  type SimulatedWait,
  type SimulatedWaitKind,
  type SimulationValues,
} from './protocol.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Limit of shown characters. */
const MAX_NAME = 256;
/** Names of omitted values. */
const MAX_CUT = 100;

/** All parts of an answer share the size limit. */
export class VariableDisplay {
  private left: number = LIMITS.values;
  private leftForForms: number = LIMITS.forms;

  /** Omits values that are too long. */
  shown(variables: Variables): ShownVariables {
    const values: Record<string, unknown> = Object.create(null);
    const cut: string[] = [];
    for (const [name, value] of Object.entries(variables)) {
      const length = name.length > MAX_NAME ? Number.POSITIVE_INFINITY : name.length + JSON.stringify(value).length;
      if (length <= LIMITS.value && length <= this.left) {
        values[name] = value;
        this.left -= length;
      } else if (cut.length < MAX_CUT) cut.push(cutText(name, MAX_NAME));
    }
    return { values, cut };
  }

  /** Returns null if it is too long. */
  shownForm(form: FormModel | undefined): FormModel | null {
    const length = form === undefined ? 0 : JSON.stringify(form).length;
    if (form === undefined || length > this.leftForForms) return null;
    this.leftForForms -= length;
    return form;
  }
}

type ShownFacts = Pick<SimulatedWait, 'text' | 'subject' | 'correlationKey' | 'dueAt' | 'people' | 'input' | 'incident'>;
const NOTHING_MORE = { subject: null, correlationKey: null, dueAt: null, people: [], input: null, incident: null } as const;

export function shownWait(world: SimulatedWorld, open: ActableWait, display: VariableDisplay): SimulatedWait {
  const { number, instance, element, index, kind, acts } = open;
  const elementName = instance.model.elements.get(element)?.name ?? null;
  return {
    ...{ instance: number, element, elementName, index, kind, acts },
    suggested: suggestedFor(open, display),
    form: formFor(open, display),
    ...(open.source.of === 'entry' ? factsOfEntry(world, open, open.source, display) : factsOfSubscription(open, open.source)),
  };
}

function factsOfEntry(
  world: SimulatedWorld,
  { instance, element, kind }: ActableWait,
  { wait }: Extract<WaitSource, { of: 'entry' }>,
  display: VariableDisplay,
): ShownFacts {
  const { entry, userTask, customTask, child } = wait;
  const what = whatWaits(instance.model, element);
  if (kind === 'job' && customTask !== undefined) {
    const task = world.tables.customTasks.get(entityId(instance.id, customTask.ordinal));
    const text = `${what} waits for work of type '${customTask.taskType}'.`;
    return { ...NOTHING_MORE, text, subject: customTask.taskType, input: task === undefined ? null : display.shown(task.input) };
  }
  if (kind === 'call') {
    const started = entry === null ? null : (instance.state.entries.get(entry)?.childInstanceId ?? null);
    const stub = started === null ? undefined : world.taskOfStub(started);
    const text =
      stub === undefined ? `${what} waits for '${child?.key}', which it has called.` : `${what} would call '${child?.key}'.`;
    return { ...NOTHING_MORE, text, subject: child?.key ?? null };
  }
  const people =
    userTask === undefined
      ? []
      : [...new Set([userTask.assignee ?? [], userTask.candidateUsers, userTask.candidateGroups].flat())];
  const incident = incidentOf(wait);
  return { ...NOTHING_MORE, text: withoutCall(wait.text), people: people.slice(0, 20), incident };
}

function incidentOf({ incident, elementType }: Wait): ShownFacts['incident'] {
  if (incident === undefined) return null;
  const { code, message, count } = incident;
  return { elementType, code, message, count };
}

function whatWaits(model: ProcessModel, id: string): string {
  const element = model.elements.get(id);
  return titleOf(wordsOfType(element?.type ?? 'process'), id, element?.name ?? null);
}

/** An endpoint has no use in a simulation. */
function withoutCall(text: string): string {
  return text.replace(/ \((?:GET|POST) [^)]*\)/g, '');
}

function factsOfSubscription(open: ActableWait, { subscription }: Extract<WaitSource, { of: 'event' }>): ShownFacts {
  const { model } = open.instance;
  const event = waitedEvent(model, subscription);
  const text = `${whatWaits(model, open.element)} waits for ${eventText(event)}.`;
  const { dueAt, correlationKey } = event;
  return { ...NOTHING_MORE, text, subject: event.name ?? event.condition, correlationKey, dueAt };
}

function suggestedFor(
  { instance: { model, state }, element, kind, source }: ActableWait,
  display: VariableDisplay,
): SimulationValues {
  if (kind === 'timer' || kind === 'condition' || kind === 'other' || !model.elements.has(element)) return {};
  const scope =
    source.of === 'entry' && source.wait.entry !== null ? state.entries.get(source.wait.entry)?.variableScope : undefined;
  const known = readAllVariables(state.variables, scope ?? state.rootVariables);
  return display.shown(expectedAt(model, elementOf(model, element), known) as Parameters<VariableDisplay['shown']>[0]).values;
}

/** Also an incident of a user task can be completed with a result. */
function formFor({ instance: { model }, element, kind }: ActableWait, display: VariableDisplay): FormModel | null {
  const waiting = kind === 'userTask' || kind === 'incident' ? model.elements.get(element) : undefined;
  return display.shownForm(waiting && taskFormOf(waiting).form);
}

/** `trigger` absent: by the process key. */
export interface OpenStart {
  readonly model: ProcessModel;
  readonly element: ElementModel;
  readonly trigger?: StartTriggerRow;
}

/** Limit after which the next process is not searched. */
const MOST_STARTS = 50;

/** Starts by process, the start by key first. Ends after the process with start MOST_STARTS. */
export async function openStarts(world: SimulatedWorld): Promise<readonly OpenStart[]> {
  const starts: OpenStart[] = [];
  for (const { definitionId, key } of world.tables.definitions.values()) {
    const model = await world.machine.modelOf(definitionId);
    const first = plainStartOf(model);
    if (first !== undefined) starts.push({ model, element: first });
    for (const trigger of world.tables.startTriggers) {
      const element = trigger.key === key ? model.elements.get(trigger.element) : undefined;
      if (element !== undefined) starts.push({ model, element, trigger });
    }
    if (starts.length >= MOST_STARTS) break;
  }
  return starts;
}

export function shownStart(
  world: SimulatedWorld,
  { model, element, trigger }: OpenStart,
  display: VariableDisplay,
): SimulatedStart {
  const kind = trigger === undefined ? 'none' : trigger.kind === 'conditional' ? 'condition' : trigger.kind;
  return {
    key: model.key,
    processName: model.name ?? null,
    element: element.id,
    elementName: element.name ?? null,
    kind,
    name: trigger?.name ?? trigger?.condition ?? null,
    suggested:
      kind === 'timer'
        ? {}
        : display.shown(expectedAtStart(model, element, (call) => world.decisionsOf(call)) as Variables).values,
    form: kind === 'none' ? display.shownForm(model.startForm) : null,
  };
}

/** Wait with its origin. `index`: among the waits at its element. */
export interface ActableWait {
  /** number of its instance, from 0 */
  readonly number: number;
  readonly instance: WorkingInstance;
  readonly element: string;
  readonly index: number;
  readonly kind: SimulatedWaitKind;
  readonly acts: readonly ActKind[];
  readonly source: WaitSource;
}

export type WaitSource =
  | { readonly of: 'entry'; readonly wait: Wait }
  | { readonly of: 'event'; readonly subscription: SubscriptionState };

type Found = Omit<ActableWait, 'index'>;

/** Shown kinds. Omits waits that only contain others. Events are shown under their kind. */
const KINDS: Readonly<Partial<Record<WaitKind, SimulatedWaitKind>>> = {
  UserTask: 'userTask',
  CustomTask: 'job',
  Completion: 'activity',
  Call: 'call',
  Incident: 'incident',
  Join: 'other',
  Tokens: 'other',
  Compensation: 'other',
  Other: 'other',
};

const ACTS: Readonly<Record<SimulatedWaitKind, readonly ActKind[]>> = {
  userTask: ['complete', 'fail'],
  job: ['complete', 'fail'],
  activity: ['complete'],
  call: ['complete', 'fail'],
  incident: ['retry', 'complete'],
  message: ['deliver'],
  signal: ['deliver'],
  timer: ['fire'],
  condition: [],
  other: [],
};

/** Waits by instance: of tokens, oldest first, then subscribed events. */
export function openWaits(world: SimulatedWorld): readonly ActableWait[] {
  const counts = new Map<string, number>();
  return world.instances.flatMap((instance, number) =>
    isTerminal(instance.state)
      ? []
      : [...entriesOf(world, instance, number), ...eventsOf(instance, number)].map((found) => {
          const index = counts.get(found.element) ?? 0;
          counts.set(found.element, index + 1);
          return { ...found, index };
        }),
  );
}

function entriesOf(world: SimulatedWorld, instance: WorkingInstance, number: number): readonly Found[] {
  const { id, state, model } = instance;
  return waitsOf(state, model, factsOf(id, world.tables, new Date(world.machine.now))).flatMap((wait): Found[] => {
    const kind = KINDS[wait.kind];
    if (kind === undefined) return [];
    const acts = kind === 'call' && stubTaskOf(world, state, wait) === undefined ? [] : ACTS[kind];
    return [{ number, instance, element: wait.element ?? state.key, kind, acts, source: { of: 'entry', wait } }];
  });
}

function stubTaskOf(world: SimulatedWorld, state: InstanceState, { entry }: Wait) {
  const child = entry === null ? null : (state.entries.get(entry)?.childInstanceId ?? null);
  return child === null ? undefined : world.taskOfStub(child);
}

function eventsOf(instance: WorkingInstance, number: number): readonly Found[] {
  return [...instance.state.subscriptions.values()].map((subscription) => {
    const { kind } = subscription.subject;
    const shown = kind === 'conditional' ? 'condition' : kind;
    const source = { of: 'event', subscription } as const;
    return { number, instance, element: subscription.element, kind: shown, acts: ACTS[shown], source };
  });
}
