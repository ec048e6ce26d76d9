import type { EngineCommand } from '../../src/engine/commands.ts';
import type { ElementType, ProcessModel } from '../../src/engine/model.ts';
import { isSuspended, whileSuspended } from '../../src/engine/state/suspension.ts';
import { type InstanceState, isTerminal, type OwnJobState } from '../../src/engine/state.ts';
import type { Variables } from '../../src/engine/values.ts';
import * as commands from '../support/given-when-then.ts';
import { Driver, type DriverOptions } from '../support/given-when-then-driver.ts';
import { randomModification } from './random-modification.ts';

/**
 * Runs a model with commands chosen at random among those that its state allows; the driver checks the state around every one of them.
 * @param random numbers from 0 up to, not including, 1
 * @param look called after every command
 * @param options `modifies`: the share of commands with which an operator moves tokens or edits variables
 * @param sent gets every command
 */
export function walkAtRandom(
  model: ProcessModel,
  variables: Variables,
  random: () => number,
  steps: number,
  look: (driver: Driver) => void = () => {},
  { modifies = 0, ...options }: DriverOptions & { readonly modifies?: number } = {},
  sent: EngineCommand[] = [],
): Driver {
  const driver = new Driver(model, options);
  const started = commands.start(variables);
  sent.push(started);
  driver.send(started);
  look(driver);
  for (let step = 0; step < steps && !isTerminal(driver.state); step++) {
    if (modifies > 0 && random() < modifies) {
      driver.send(randomModification(model, driver.state, random));
      look(driver);
      continue;
    }
    const possible = possibleCommands(driver.state);
    if (driver.state.paused !== null) possible.push(...possible.map(() => CONTINUE), CONTINUE);
    const command = possible[Math.floor(random() * possible.length)];
    if (command === undefined) {
      if (modifies === 0) break;
      continue;
    }
    sent.push(command);
    driver.send(command);
    look(driver);
  }
  return driver;
}

/**
 * The same commands again, with suspensions in between: what has to wait is kept and applied after the resume, before the next command that is refused
 * while the instance is suspended.
 */
export function walkWithSuspensions(
  walked: Driver,
  sent: readonly EngineCommand[],
  random: () => number,
  options: DriverOptions,
) {
  const driver = new Driver(walked.model, options);
  const mail: EngineCommand[] = [];
  const goOn = () => {
    driver.sendAtOnce({ type: 'ResumeInstance', by: 'operator', reason: 'it is right now' });
    for (const command of mail.splice(0)) driver.send(command);
    driver.sendAtOnce({ type: 'CatchUp' });
  };
  for (const command of sent) {
    // one that begins suspended does at the resume what it would have done immediately
    if (command.type === 'StartInstance' && options.context === undefined && random() < 0.3) {
      driver.send({ ...command, hold: { by: 'operator' } });
      continue;
    }
    if (driver.state.status === 'running' && random() < 0.5) driver.sendAtOnce({ type: 'SuspendInstance', by: 'operator' });
    if (isSuspended(driver.state)) {
      if (whileSuspended(command) === 'waits') {
        mail.push(command);
        continue;
      }
      const before = driver.history.length;
      const refused = driver.sendAtOnce(command);
      if (refused.ok || driver.history.length !== before) throw new Error(`${command.type} moves a suspended instance`);
      goOn();
    }
    driver.send(command);
  }
  if (isSuspended(driver.state)) goOn();
  return driver;
}

const CONTINUE: EngineCommand = { type: 'ContinueRun' };
const ANSWERS: readonly Variables[] = [{}, { n: 2, ok: true }, { n: 0, ok: false, done: true }, { again: true, x: 1 }];

/** Every command that the state allows, but for a cancel from outside. */
export function possibleCommands(state: InstanceState): EngineCommand[] {
  const found: EngineCommand[] = [];
  for (const { ordinal: entry, element, elementType, userTask, childInstanceId, loop, held } of state.entries.values()) {
    if (loop !== null || held !== null) continue;
    if (userTask !== null) found.push(...forUserTask(entry));
    else if (elementType === 'callActivity') found.push(...forCall(entry, childInstanceId === null));
    else if (elementType.toLowerCase().endsWith('task')) found.push(...forTask(entry, element, WITH_JOBS.has(elementType)));
  }
  for (const { incident } of state.incidents.values()) {
    found.push({ type: 'RetryIncident', incident });
    for (const variables of ANSWERS) found.push({ type: 'ResolveIncident', incident, variables });
  }
  for (const job of state.jobs.values()) found.push(...forOwnJob(job));
  for (const { ordinal: subscription, subject } of state.subscriptions.values()) {
    if (subject.kind === 'timer') found.push({ type: 'FireTimer', subscription });
    else if (subject.kind !== 'conditional')
      for (const variables of ANSWERS) found.push({ type: 'Deliver', subscription, variables });
  }
  return found;
}

/** The worker of an ad-hoc body lets its activities begin, in the cases that have one, or ends it. */
function forOwnJob({ ordinal: entry, purpose }: OwnJobState): EngineCommand[] {
  const decisions: readonly Variables[] = [
    { adHocSubProcess: { activateElements: [{ elementId: 'a', variables: { n: 1 } }, { elementId: 'b' }] } },
    { adHocSubProcess: { activateElements: [{ elementId: 'a' }] } },
    { adHocSubProcess: { isCompletionConditionFulfilled: true } },
    { adHocSubProcess: { isCompletionConditionFulfilled: true, isCancelRemainingInstances: true } },
    {},
  ];
  const results = purpose.kind === 'adHoc' ? decisions : ANSWERS;
  const failed = { type: 'FailJob', entry, code: 'E1', message: 'failed' } as const;
  return [failed, ...results.map((result) => ({ type: 'CompleteJob', entry, result }) as const)];
}

function forUserTask(entry: number): EngineCommand[] {
  return [
    { type: 'ClaimUserTask', entry, userId: 'ann', userGroups: [] },
    { type: 'CompleteUserTask', entry, userId: 'ann', variables: { answer: 1, ok: true, r: 1 } },
    { type: 'FailUserTask', entry, code: 'E1', message: 'failed' },
    { type: 'CancelUserTask', entry, reason: 'no' },
  ];
}

function forTask(entry: number, activityId: string, hasJob: boolean): EngineCommand[] {
  const completions = ANSWERS.map((variables) => ({ type: 'CompleteActivity' as const, activityId, variables }));
  if (!hasJob) return completions;
  return [...completions, { type: 'FailJob', entry, code: 'E1', message: 'failed' }, { type: 'CompleteJob', entry, result: {} }];
}
const WITH_JOBS: ReadonlySet<ElementType> = new Set<ElementType>(['serviceTask', 'sendTask', 'businessRuleTask']);

function forCall(entry: number, isNew: boolean): EngineCommand[] {
  return [
    ...(isNew ? [{ type: 'ChildStarted' as const, entry, childInstanceId: `child ${entry}`, key: 'child' }] : []),
    { type: 'ChildCompleted', entry, variables: { x: 1 } },
    { type: 'ChildFailed', entry, code: 'E1', message: 'failed' },
    { type: 'ChildCancelled', entry, reason: 'no' },
    { type: 'ChildEscalated', entry, code: 'W', variables: {} },
  ];
}

/** Numbers that look random and are the same every time. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}
