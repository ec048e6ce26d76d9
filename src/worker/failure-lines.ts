import type { ElementFailed, EngineEvent, InstanceFailed } from '../engine/events.ts';
import type { CatchDefinition, ConditionalCatch, ElementModel, MessageCatch, ProcessModel } from '../engine/model.ts';
import { withoutValues } from './scrub.ts';
import { errorOf, eventBefore, type Telling } from './telling.ts';

/** What the engine and the evaluator say of failures that have lines of their own. */
const NO_WAY_OUT = 'all conditions evaluated to false and no default flow exists';
const NO_CORRELATION = /^Correlation variable '(.*)' is null for message '(.*)'\.$/s;
const STEP_LIMIT = /^step limit of (\d+) exceeded$/;
const TIME_LIMIT = /time limit of (\d+) ms (?:for one run )?exceeded$/;

/** What made an entry fail, where the catalogue has a line for it. A loop that fails with its iteration tells nothing new. */
export function tellCause(event: ElementFailed, telling: Telling): void {
  const { change, tell } = telling;
  if (isEcho(event, telling)) return;
  const node = change.instance.model.elements.get(event.element);
  if (node !== undefined && 'isForCompensation' in node && node.isForCompensation === true)
    tell(1114, 'compensation handler failed', () => errorOf(event, change));
  if (node === undefined || isGiven(event, telling)) return;
  if (event.message === NO_WAY_OUT) tell(1007, 'gateway has no true condition and no default');
  tellText(event, telling, triggersAt(change.instance.model, node));
}

/** What made the instance fail where no element is to blame. */
export function tellInstanceCause(event: InstanceFailed, telling: Telling): void {
  if (event.element !== null) return;
  const limit = STEP_LIMIT.exec(event.message)?.[1];
  if (limit !== undefined) telling.tell(1029, 'step limit of one run reached', () => ({ Limit: Number(limit) }));
  const { model } = telling.change.instance;
  tellText(event, telling, listenersOf(model, model.key));
}

type Failed = Pick<ElementFailed, 'code' | 'message'>;

function isEcho({ element, message, code }: ElementFailed, telling: Telling): boolean {
  const before = eventBefore(telling, (event): event is ElementFailed => event.type === 'ElementFailed');
  return before !== undefined && before.element === element && before.message === message && before.code === code;
}

/** A text given by a caller, a plugin or a called instance is not the engine's own, whatever it says. */
function isGiven({ message }: Failed, { change: { engineCommand } }: Telling): boolean {
  return 'message' in engineCommand && engineCommand.message === message;
}

/** The lines about texts of the model: a correlation value, a condition, a time limit. */
function tellText(failed: Failed, { change, tell }: Telling, triggers: readonly CatchDefinition[]): void {
  const LimitMs = TIME_LIMIT.exec(failed.message)?.[1];
  if (LimitMs !== undefined) tell(2005, 'script or expression stopped at its time limit', () => ({ LimitMs: Number(LimitMs) }));
  const [, VariableName, MessageName = ''] = NO_CORRELATION.exec(failed.message) ?? [];
  if (VariableName !== undefined && triggers.some((trigger) => trigger.kind === 'message' && keyOf(trigger) === VariableName))
    tell(1015, 'correlation value missing or not usable', () => ({ MessageName, VariableName }));
  if (triggers.some((trigger) => trigger.kind === 'conditional' && failed.message.startsWith(startOf(trigger))))
    tell(1027, 'conditional expression failed', () => ({ ErrorMessage: withoutValues(failed.message, change) }));
}

/** The key as messages show it. */
function keyOf({ key }: Pick<MessageCatch, 'key'>): string | undefined {
  return key?.text.startsWith('=') ? key.text.slice(1).trim() : key?.text;
}

function startOf({ condition: { slot, text } }: ConditionalCatch): string {
  return `${slot} '${text}': `;
}

/** Everything an entry of the element arms: its own triggers, its boundary events, the event sub-processes inside. */
function triggersAt(model: ProcessModel, node: ElementModel): readonly CatchDefinition[] {
  const own = 'message' in node && node.message !== undefined ? [node.message] : [];
  const boundaries = node.boundaries.flatMap((id) => triggersOf(model, id));
  return [...own, ...triggersOf(model, node.id), ...boundaries, ...listenersOf(model, node.id)];
}

function listenersOf(model: ProcessModel, container: string): readonly CatchDefinition[] {
  return (model.containers.get(container)?.eventSubProcesses ?? []).flatMap((id) => {
    const node = model.elements.get(id);
    return node?.type === 'eventSubProcess' ? triggersOf(model, node.start) : [];
  });
}

function triggersOf(model: ProcessModel, id: string): readonly CatchDefinition[] {
  const node = model.elements.get(id);
  return node !== undefined && 'triggers' in node ? node.triggers : [];
}

/** A message thrown with an empty key, although its event has one: nobody who waits with a key will hear it (docs/spec/waiting.md#message-publication). */
export function tellKeyless(event: Extract<EngineEvent, { type: 'MessagePublished' }>, { change, tell }: Telling): void {
  if (event.key !== '') return;
  const node = change.instance.model.elements.get(event.element);
  for (const thrown of node !== undefined && 'throws' in node ? node.throws : []) {
    if (thrown.kind !== 'message' || thrown.key === undefined) continue;
    if (thrown.name.dialect === 'literal' && thrown.name.source !== event.name) continue;
    const VariableName = keyOf({ key: thrown.key }) ?? '';
    tell(1015, 'correlation value missing or not usable', () => ({ MessageName: event.name, VariableName }));
    return;
  }
}
