import type { EngineCommand } from '../../src/engine/commands.ts';
import { leadOf, workOf } from '../../src/engine/model/model-shape.ts';
import { elementOf, type ProcessModel } from '../../src/engine/model.ts';
import { type ActivityInstance, isTerminal, type OwnJobState, type SubscriptionState } from '../../src/engine/state.ts';
import type { Variables } from '../../src/engine/values.ts';
import type { Driver } from '../../test/support/given-when-then-driver.ts';
import { World } from './world.ts';

/** Result of a played instance. `stuck`: no action of users, workers or clocks continues it; `endless`: it exceeded the maximum number of commands. */
export interface Played {
  readonly outcome: 'completed' | 'failed' | 'cancelled' | 'stuck' | 'endless' | 'not started';
  /** the failure, or the wait */
  readonly why: string;
  readonly driver: Driver | undefined;
}

/** Number of commands after which a model counts as endless. */
const MOST_COMMANDS = 400;

/** How the world around an instance behaves. */
export interface Manners {
  /** variables of the start and of each completion */
  readonly answers?: Variables;
  /** true: each timer fires once before any other action */
  readonly clockFirst?: boolean;
  /** true: no messages or signals from outside */
  readonly isAlone?: boolean;
}

/**
 * Plays people, workers, other processes and the clock until an instance ends: everything that waits is done, in the order in which it began.
 */
export function play(models: ReadonlyMap<string, ProcessModel>, key: string, manners: Manners = {}): Played {
  const { answers = {}, clockFirst = false } = manners;
  const world = new World(models, answers);
  const model = models.get(key) as ProcessModel;
  const [trigger] = model.startTriggers;
  const startElement = hasPlainStart(model) ? undefined : trigger?.element;
  const driver = world.start(model, answers, startElement);
  if (driver === undefined || driver.state.status === 'new') return { outcome: 'not started', why: 'refused', driver };
  if (clockFirst) {
    for (const { ordinal, subject } of [...driver.state.subscriptions.values()])
      if (subject.kind === 'timer') world.give(driver, { type: 'FireTimer', subscription: ordinal });
  }
  for (let count = 0; count < MOST_COMMANDS; count++) {
    if (isTerminal(driver.state)) return ended(driver);
    if (!world.instances.some((one) => !isTerminal(one.state) && moveOn(world, one, manners))) {
      return { outcome: 'stuck', why: waitsIn(driver), driver };
    }
  }
  return { outcome: 'endless', why: waitsIn(driver), driver };
}

function hasPlainStart(model: ProcessModel): boolean {
  const root = model.containers.get(model.key);
  return (root?.starts ?? []).some((id) => !model.startTriggers.some(({ element }) => element === id));
}

function ended(driver: Driver): Played {
  const { status } = driver.state;
  const failure = driver.history.findLast((event) => event.type === 'InstanceFailed');
  const why = failure !== undefined ? `${failure.code}: ${failure.message}` : '';
  return { outcome: status === 'completed' || status === 'cancelled' ? status : 'failed', why, driver };
}

function waitsIn({ state }: Driver): string {
  const entries = [...state.entries.values()].filter(({ isHost, held }) => !isHost && held === null);
  const jobs = [...state.jobs.values()].map(({ element, purpose }) => `${element} (${purpose.kind})`);
  const waiting = [...state.subscriptions.values()].map(({ element, subject }) => `${element} (${subject.kind})`);
  const joins = [...state.entries.values()].filter(({ held }) => held !== null).map(({ element }) => `${element} (join)`);
  return [...entries.map(({ element, elementType }) => `${element} (${elementType})`), ...jobs, ...waiting, ...joins].join(', ');
}

/** Does the next thing that this instance waits for. Work comes before events, events before the clock. */
function moveOn(world: World, driver: Driver, { answers = {}, isAlone = false }: Manners): boolean {
  const { state } = driver;
  for (const job of state.jobs.values()) if (world.give(driver, resultOf(driver, job, answers))) return true;
  for (const entry of state.entries.values()) {
    for (const command of commandsOf(driver.model, entry, answers)) if (world.give(driver, command)) return true;
  }
  const subscriptions = [...state.subscriptions.values()];
  const events = isAlone ? [] : subscriptions.filter(({ subject }) => subject.kind === 'message' || subject.kind === 'signal');
  const timers = subscriptions.filter(({ subject }) => subject.kind === 'timer');
  for (const { ordinal } of inTurn(events)) {
    if (world.give(driver, { type: 'Deliver', subscription: ordinal, variables: answers })) return true;
  }
  for (const { ordinal } of inTurn(timers)) if (world.give(driver, { type: 'FireTimer', subscription: ordinal })) return true;
  return false;
}

/** Listeners succeed. The worker of an ad-hoc sub-process activates each element once. */
function resultOf(
  { model, history }: Driver,
  { ordinal, entry, element, purpose }: OwnJobState,
  answers: Variables,
): EngineCommand {
  if (purpose.kind === 'listener') return { type: 'CompleteJob', entry: ordinal, result: answers };
  const turns = history.filter((event) => event.type === 'JobOpened' && event.entry === entry).length;
  const offered = leadOf(elementOf(model, element))?.elements ?? [];
  const activateElements = offered.map(({ elementId }) => ({ elementId }));
  const decision = turns === 1 ? { activateElements } : { isCompletionConditionFulfilled: true };
  return { type: 'CompleteJob', entry: ordinal, result: { ...answers, adHocSubProcess: decision } };
}

/** Order of waits: catch events before boundary events, those before event sub-processes. */
function inTurn(subscriptions: readonly SubscriptionState[]): SubscriptionState[] {
  const rank = { catch: 0, boundary: 1, eventSubProcess: 2 };
  return [...subscriptions].sort((a, b) => rank[a.owner] - rank[b.owner] || a.ordinal - b.ordinal);
}

function commandsOf(
  model: ProcessModel,
  { ordinal: entry, element, elementType, userTask, loop, held }: ActivityInstance,
  answers: Variables,
): EngineCommand[] {
  if (loop !== null || held !== null) return [];
  if (userTask !== null) {
    const userId = userTask.assignee ?? userTask.candidateUsers[0] ?? 'ann';
    const outputs = Object.fromEntries(userTask.expectedOutputs.map((name) => [name, answers[name] ?? null]));
    return [
      { type: 'ClaimUserTask', entry, userId, userGroups: [...userTask.candidateGroups] },
      { type: 'CompleteUserTask', entry, userId, variables: { ...answers, ...outputs } },
    ].filter(({ type }) => (userTask.claimedBy === null) === (type === 'ClaimUserTask')) as EngineCommand[];
  }
  const work = workOf(elementOf(model, element));
  if (work?.kind === 'typed') return [{ type: 'CompleteJob', entry, result: answers }];
  return work !== undefined || elementType.toLowerCase().endsWith('task')
    ? [{ type: 'CompleteActivity', activityId: element, variables: answers }]
    : [];
}
