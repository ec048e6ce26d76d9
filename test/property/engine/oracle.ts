import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { isSubscribing } from '../../../src/engine/model.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import { claim, complete, completeUserTask, failUserTask, start } from '../../support/given-when-then.ts';
import { Driver, type EngineUnderTest } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { rootVariablesOf } from '../../support/trace.ts';
import type { Block, Sample } from './blocks.ts';
import { checkHistory } from './history-oracle.ts';
import { type Prediction, predict } from './interpreter.ts';
import { notationOf } from './notation.ts';

/** More commands than any sample needs; reaching it means that the process never ends. */
const MAX_COMMANDS = 2000;

/**
 * Runs a sample to its end and compares it with the prediction; throws on the first difference. The driver checks restart, replay, determinism and
 * consistency around every command.
 */
export function checkSample(sample: Sample, engine?: EngineUnderTest): void {
  const driver = new Driver(processOf(notationOf(sample.block)), engine === undefined ? {} : { engine });
  const blocks = blocksOf(sample.block);
  const losers = new Set<string>();
  for (const block of blocks.values()) if (block.kind === 'race') losers.add(`${block.id}_c${1 - block.winner}`);
  driver.send(start(sample.start));
  for (let command = 0; ; command += 1) {
    checkSubscriptions(driver);
    const waiting = waitingIn(driver, losers);
    const element = waiting[(sample.picks[command % sample.picks.length] ?? 0) % Math.max(1, waiting.length)];
    if (element === undefined) break;
    expect(command, 'commands').to.be.lessThan(MAX_COMMANDS);
    goOn(driver, element, blocks);
  }
  checkHistory(driver.model, driver.history);
  compare(driver, predict(sample));
}

/** Elements that continue with a command, oldest first: tasks, jobs, calls and events, but not those whose part it is to stay. */
function waitingIn(driver: Driver, losers: ReadonlySet<string>): string[] {
  const waiting: string[] = [];
  for (const { element, elementType, loop } of driver.state.entries.values()) {
    if (loop === null && GOING_ON.has(elementType) && !element.endsWith('_never') && !losers.has(element)) waiting.push(element);
  }
  for (const { owner, element } of driver.state.subscriptions.values()) {
    const boundary = driver.model.elements.get(element);
    const isBeside = boundary?.type === 'boundaryEvent' && !boundary.interrupting;
    if (owner !== 'catch' && !isBeside) waiting.push(element);
  }
  return waiting;
}
const GOING_ON: ReadonlySet<string> = new Set([
  ...['task', 'userTask', 'intermediateCatchEvent', 'receiveTask', 'serviceTask', 'callActivity'],
]);

function goOn(driver: Driver, element: string, blocks: ReadonlyMap<string, Block>): void {
  const block = blocks.get(element.replace(/_.*$/, ''));
  const writes = block !== undefined && 'writes' in block ? block.writes : {};
  const entry = [...(driver.state.byElement.get(element) ?? [])].find((o) => driver.state.entries.get(o)?.loop === null) ?? 0;
  if (block?.kind === 'beside') for (let fire = 0; fire < block.fires; fire += 1) occur(driver, `${element}_catch`, entry, {});
  switch (driver.model.elements.get(element)?.type) {
    case 'task':
      expect(driver.send(complete(element, element === block?.id ? writes : {})).ok, `complete ${element}`).to.equal(true);
      return;
    case 'serviceTask':
      driver.send({ type: 'CompleteJob', entry, result: writes });
      return;
    case 'callActivity':
      driver.send({ type: 'ChildStarted', entry, childInstanceId: `child-${entry}`, key: 'child' });
      driver.send({ type: 'ChildCompleted', entry, variables: writes });
      return;
    case 'userTask':
      if (element.endsWith('_throw')) driver.send(failUserTask(element, element.replace('_throw', '')));
      else {
        driver.send(claim(element));
        expect(driver.send(completeUserTask(element, writes)).ok, `complete ${element}`).to.equal(true);
      }
      return;
    default:
      occur(driver, element, null, writes);
  }
}

/** The event an element waits for occurs, on one host or the oldest one. */
function occur(driver: Driver, element: string, host: number | null, variables: Readonly<Record<string, number>>): void {
  const open = [...driver.state.subscriptions.values()].find((s) => s.element === element && (host === null || s.entry === host));
  expect(open, `${element} waits`).to.not.equal(undefined);
  const subscription = open?.ordinal ?? 0;
  driver.send(
    open?.subject.kind === 'timer' ? { type: 'FireTimer', subscription } : { type: 'Deliver', subscription, variables },
  );
}

/** What is open is exactly what the active entries and the scopes wait for. */
function checkSubscriptions({ model, state }: Driver): void {
  let expected = 0;
  const subscribing = (id: string) => {
    const element = model.elements.get(id);
    return element !== undefined && 'triggers' in element ? element.triggers.filter(isSubscribing).length : 0;
  };
  for (const { element: id, index } of state.entries.values()) {
    const element = model.elements.get(id);
    if (element?.type === 'intermediateCatchEvent' || element?.type === 'receiveTask') expected += 1;
    if (index === null) for (const boundary of element?.boundaries ?? []) expected += subscribing(boundary);
  }
  for (const { container, isInterrupted } of state.scopes.values()) {
    if (isInterrupted) continue;
    for (const id of model.containers.get(container)?.eventSubProcesses ?? []) {
      const eventSubProcess = model.elements.get(id);
      if (eventSubProcess?.type === 'eventSubProcess') expected += subscribing(eventSubProcess.start);
    }
  }
  if (!isTerminal(state)) expect(state.subscriptions.size, 'open subscriptions').to.equal(expected);
}

function compare(driver: Driver, predicted: Prediction): void {
  const { history, state } = driver;
  expect(state.status, 'status').to.equal('completed');
  expect(rootVariablesOf(state), 'variables').to.deep.equal(predicted.variables);
  const ended = { completed: counted(history, 'ElementCompleted'), cancelled: counted(history, 'ElementCancelled') };
  const failed = counted(history, 'ElementFailed');
  for (const [element, times] of predicted.completed)
    expect(ended.completed.get(element) ?? 0, `${element} completed`).to.equal(times);
  for (const [element, times] of ended.completed) {
    const isWork = WORK.has(driver.model.elements.get(element)?.type ?? '');
    if (isWork && !element.endsWith('_reset'))
      expect(predicted.completed.get(element) ?? 0, `${element} completed`).to.equal(times);
  }
  expect(sorted(ended.cancelled), 'cancelled').to.deep.equal(sorted(predicted.cancelled));
  expect(sorted(failed), 'failed').to.deep.equal(sorted(predicted.failed));
  compareFlows(history, predicted);
  compareJoins(driver);
}
const WORK: ReadonlySet<string> = new Set([
  ...['task', 'userTask', 'scriptTask', 'subProcess', 'boundaryEvent', 'serviceTask', 'callActivity', 'receiveTask'],
  ...['intermediateCatchEvent', 'eventSubProcess', 'transaction', 'adHocSubProcess'],
]);

/** Which flows a split took follows from the variables. */
function compareFlows(history: readonly EngineEvent[], predicted: Prediction): void {
  const taken = new Map<string, number>();
  for (const event of history) if (event.type === 'FlowTaken' && event.flow.startsWith('f_to_')) add(taken, event.flow);
  expect(sorted(taken), 'flows out of splits').to.deep.equal(sorted(predicted.taken));
}

/** A join fires as often as its split and takes exactly the tokens the split made. */
function compareJoins({ history, model }: Driver): void {
  const completed = counted(history, 'ElementCompleted');
  const arrived = new Map<string, number>();
  const left = new Map<string, number>();
  for (const event of history) {
    if (event.type === 'TokenArrived' || (event.type === 'ElementActivated' && event.isJoin === true))
      add(arrived, event.element);
    if (event.type === 'FlowTaken') add(left, model.flows.get(event.flow)?.source ?? '');
  }
  for (const element of model.elements.values()) {
    const isJoin = element.type === 'parallelGateway' || element.type === 'inclusiveGateway';
    if (!isJoin || !element.id.endsWith('_join')) continue;
    const split = element.id.replace('_join', '_split');
    expect(completed.get(element.id) ?? 0, `${element.id} fires as often as its split`).to.equal(completed.get(split) ?? 0);
    if (element.incoming.length > 1)
      expect(arrived.get(element.id) ?? 0, `${element.id} takes every token`).to.equal(left.get(split) ?? 0);
  }
}

function counted(
  history: readonly EngineEvent[],
  type: 'ElementCompleted' | 'ElementCancelled' | 'ElementFailed',
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of history) if (event.type === type) add(counts, event.element);
  return counts;
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** All blocks by id. */
function blocksOf(block: Block, found = new Map<string, Block>()): ReadonlyMap<string, Block> {
  found.set(block.id, block);
  for (const inner of innerOf(block)) blocksOf(inner, found);
  return found;
}

function innerOf(block: Block): readonly Block[] {
  switch (block.kind) {
    case 'sequence':
    case 'race':
      return block.blocks;
    case 'choice':
    case 'inclusive':
      return [...block.cases.map((one) => one.block), block.otherwise];
    case 'parallel':
      return block.branches;
    case 'compensated':
      return block.steps;
    default: {
      const parts: readonly (Block | false)[] = [
        'stuck' in block && block.stuck,
        'body' in block && block.body,
        'rescue' in block && block.rescue,
      ];
      return parts.filter((part) => part !== false);
    }
  }
}
