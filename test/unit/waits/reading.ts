import { expect } from 'chai';
import { waitJson } from '../../../src/api/instance-json.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import type { Ordinal } from '../../../src/engine/ordinals.ts';
import type { InstanceState } from '../../../src/engine/state.ts';
import type { WaitItem } from '../../../src/ui/web/api/repair-types.ts';
import { formatTime } from '../../../src/ui/web/components/format.ts';
import { hasSentence, waitSentence } from '../../../src/ui/web/components/wait-sentence.ts';
import type { Wait } from '../../../src/waits/wait.ts';
import { type CustomTaskFact, NO_FACTS, type WaitFacts } from '../../../src/waits/wait-facts.ts';
import { waitsOf } from '../../../src/waits/waits-of.ts';
import { Driver, type DriverOptions, type Stimulus } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';

/** The instance of a model, or of its notation, after some commands, all of which have to be accepted. */
export function driven(model: ProcessModel | string, ...commands: readonly Stimulus[]): Driver {
  return drivenWith({}, model, ...commands);
}

export function drivenWith(options: DriverOptions, model: ProcessModel | string, ...commands: readonly Stimulus[]): Driver {
  const driver = new Driver(typeof model === 'string' ? processOf(model) : model, options);
  for (const command of commands) if (!driver.send(command).ok) throw new Error(`refused: ${JSON.stringify(command)}`);
  return driver;
}

/** What an instance waits for, with the open jobs of its history as custom tasks. The pages show the same sentences. */
export function waitsIn(driver: Driver, facts: Partial<WaitFacts> = {}): readonly Wait[] {
  const { state, model } = driver;
  const waits = waitsOf(state, model, { ...NO_FACTS, customTasks: tasksOf(driver), ...facts });
  const process = { processDefinitionKey: state.key, processName: model.name ?? null };
  for (const wait of waits) {
    const item = JSON.parse(JSON.stringify(waitJson(state.instanceId, wait))) as WaitItem;
    const [isComposed, shown] = [hasSentence(item, process), waitSentence(item, process)];
    expect([isComposed, shown]).to.deep.equal([true, textOnPage(wait.text)]);
  }
  return waits;
}

/** Without the endpoint and the ids of called instances, which pages name by their process, and times as on pages. */
function textOnPage(text: string): string {
  return text
    .replace(/ \((?:GET|POST) [^)]*\)/g, '')
    .replace(/(?<=the called instance) \S+(?= of ')/g, '')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00/g, formatTime)
    .replace(/([.!?])\.$/, '$1');
}

/** The sentences, in order. */
export function textsIn(driver: Driver, facts: Partial<WaitFacts> = {}): readonly string[] {
  return waitsIn(driver, facts).map(({ text }) => text);
}

export const FREE_TASK: CustomTaskFact = {
  taskType: 'mail',
  typeKey: 'mail',
  failures: 0,
  attempts: 3,
  lockedBy: null,
  availableAt: 0,
  createdAt: 0,
};

function tasksOf({ history, state }: Driver): ReadonlyMap<Ordinal, CustomTaskFact> {
  const tasks = new Map<Ordinal, CustomTaskFact>();
  for (const event of history) {
    if (event.type !== 'JobCreated' && event.type !== 'JobOpened') continue;
    const ordinal = event.type === 'JobCreated' ? event.entry : event.job;
    const { taskType } = event;
    if (isOpen(state, ordinal)) tasks.set(ordinal, { ...FREE_TASK, taskType, typeKey: taskType.toLowerCase() });
  }
  return tasks;
}

function isOpen({ entries, jobs }: InstanceState, ordinal: Ordinal): boolean {
  return entries.has(ordinal) || jobs.has(ordinal);
}
