import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { claim, complete, completeUserTask, failUserTask, start } from '../../support/given-when-then.ts';
import { Driver, type EngineUnderTest } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { rootVariablesOf } from '../../support/trace.ts';
import type { Block, Sample } from './blocks.ts';
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
  const writes = writesOf(sample.block);
  driver.send(start(sample.start));
  for (let command = 0; ; command += 1) {
    const waiting = waitingIn(driver);
    const element = waiting[(sample.picks[command % sample.picks.length] ?? 0) % Math.max(1, waiting.length)];
    if (element === undefined) break;
    expect(command, 'commands').to.be.lessThan(MAX_COMMANDS);
    goOn(driver, element, writes.get(element) ?? {});
  }
  compare(driver, predict(sample));
}

/** Waiting tasks that go on when they are asked to, oldest first. */
function waitingIn(driver: Driver): string[] {
  const waiting: string[] = [];
  for (const { element, elementType } of driver.state.entries.values()) {
    if ((elementType === 'task' || elementType === 'userTask') && !element.endsWith('_never')) waiting.push(element);
  }
  return waiting;
}

function goOn(driver: Driver, element: string, writes: Readonly<Record<string, number>>): void {
  const isUserTask = driver.model.elements.get(element)?.type === 'userTask';
  if (!isUserTask) expect(driver.send(complete(element, writes)).ok, `complete ${element}`).to.equal(true);
  else if (element.endsWith('_throw')) driver.send(failUserTask(element, element.replace('_throw', '')));
  else {
    driver.send(claim(element));
    expect(driver.send(completeUserTask(element, writes)).ok, `complete ${element}`).to.equal(true);
  }
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
const WORK: ReadonlySet<string> = new Set(['task', 'userTask', 'scriptTask', 'subProcess', 'boundaryEvent']);

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

/** What each task writes when it is completed. */
function writesOf(
  block: Block,
  found = new Map<string, Readonly<Record<string, number>>>(),
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  switch (block.kind) {
    case 'script':
      break;
    case 'task':
      found.set(block.id, block.writes);
      break;
    case 'sequence':
      for (const inner of block.blocks) writesOf(inner, found);
      break;
    case 'choice':
    case 'inclusive':
      for (const inner of block.cases) writesOf(inner.block, found);
      writesOf(block.otherwise, found);
      break;
    case 'parallel':
      for (const inner of block.branches) writesOf(inner, found);
      break;
    default:
      writesOf(block.body, found);
      if ('stuck' in block) writesOf(block.stuck, found);
      if ('rescue' in block) writesOf(block.rescue, found);
  }
  return found;
}
