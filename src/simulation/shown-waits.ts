import { elementOf, type ProcessModel } from '../engine/model.ts';
import { readAllVariables } from '../engine/values/variable-scopes.ts';
import { entityId } from '../platform/ids.ts';
import { eventText, waitedEvent } from '../waits/event-waits.ts';
import { titleOf } from '../waits/task-waits.ts';
import { wordsOfType } from '../waits/words.ts';
import { expectedAt } from './expected-variables.ts';
import type { ActableWait, WaitSource } from './open-waits.ts';
import type { SimulatedWait, SimulationValues } from './protocol.ts';
import type { VariableDisplay } from './shown-variables.ts';
import type { SimulatedWorld } from './simulated-world.ts';

type ShownFacts = Pick<SimulatedWait, 'text' | 'subject' | 'correlationKey' | 'dueAt' | 'people' | 'input'>;
const NOTHING_MORE = { subject: null, correlationKey: null, dueAt: null, people: [], input: null } as const;

/** A wait as users see it. */
export function shownWait(world: SimulatedWorld, open: ActableWait, display: VariableDisplay): SimulatedWait {
  const { number, instance, element, index, kind, acts } = open;
  const elementName = instance.model.elements.get(element)?.name ?? null;
  return {
    ...{ instance: number, element, elementName, index, kind, acts },
    suggested: suggestedFor(open, display),
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
    const stand = started === null ? undefined : world.taskOfStub(started);
    const text =
      stand === undefined ? `${what} waits for '${child?.key}', which it has called.` : `${what} would call '${child?.key}'.`;
    return { ...NOTHING_MORE, text, subject: child?.key ?? null };
  }
  const people =
    userTask === undefined
      ? []
      : [...new Set([userTask.assignee ?? [], userTask.candidateUsers, userTask.candidateGroups].flat())];
  return { ...NOTHING_MORE, text: withoutCall(wait.text), people: people.slice(0, 20) };
}

function whatWaits(model: ProcessModel, id: string): string {
  const element = model.elements.get(id);
  return titleOf(wordsOfType(element?.type ?? 'process'), id, element?.name ?? null);
}

/** Removes the endpoint from a text, because it has no use in a simulation. */
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
