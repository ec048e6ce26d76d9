import fc from 'fast-check';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import { type EntryState, isTerminal } from '../../../src/engine/state.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { randomModification } from '../../golden/random-modification.ts';
import { numbersFrom } from '../../golden/random-walk.ts';
import { complete, start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { NODES, type NodeKind, UNDOING_NODES } from './graph-nodes.ts';
import { type Graph, graphsOf, type Poke } from './graphs.ts';
import { checkHistory } from './history-oracle.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 1000);
const seed = process.env['PROPERTY_SEED'];
const limits = { maxSteps: 200, maxWriteSize: 1 << 20, maxVariablesSize: 1 << 20 };

/** Drives a graph; the driver checks after every command that the state is consistent, and the same after a restart and after a replay. */
function drive({ notation, commands }: Graph, isModified = false): void {
  const driver = new Driver(processOf(notation), { context: { limits } });
  driver.send(start({ v0: 0, v1: 1, v2: 2, v3: 3 }));
  /** what could have been sent before, also where it is for something that has ended since */
  const onTheirWay: EngineCommand[] = [];
  for (const [at, poke] of commands.entries()) {
    if (isTerminal(driver.state)) break;
    if (isModified) driver.send(randomModification(driver.model, driver.state, numbersFrom(7919 * (poke.position + 1) + at)));
    if (isTerminal(driver.state)) break;
    const possible = commandsOf(driver, poke);
    const late = onTheirWay[poke.position % Math.max(1, onTheirWay.length)];
    if (poke.does === 'late' && late !== undefined) driver.send(late);
    else for (const command of possible) driver.send(command);
    onTheirWay.push(...possible);
  }
  checkHistory(driver.model, driver.history);
  if (!isTerminal(driver.state)) driver.probe({ type: 'CancelInstance', reason: 'cancelled' });
}

/** To what waits: entries that a command can end, and subscriptions. */
function commandsOf(driver: Driver, poke: Poke): readonly EngineCommand[] {
  const { entries, subscriptions } = driver.state;
  const waiting = [...entries.values()].filter((e) => e.loop === null && e.held === null && ENDED_BY_COMMAND.has(e.elementType));
  const open = [...subscriptions.values()].filter(({ subject }) => subject.kind !== 'conditional');
  const all = [...waiting, ...open];
  const chosen = all[poke.position % Math.max(1, all.length)];
  if (chosen === undefined) return [];
  const writes = { [`v${poke.variable}`]: poke.value };
  if ('subject' in chosen) {
    const subscription = chosen.ordinal;
    return chosen.subject.kind === 'timer'
      ? [{ type: 'FireTimer', subscription }]
      : [{ type: 'Deliver', subscription, variables: writes }];
  }
  return commandsTo(chosen, poke.does, writes);
}
const ENDED_BY_COMMAND: ReadonlySet<string> = new Set(['task', 'userTask', 'serviceTask', 'callActivity']);

function commandsTo(
  { ordinal: entry, element, elementType, childInstanceId }: EntryState,
  does: Poke['does'],
  variables: Variables,
): EngineCommand[] {
  const failing = { code: 'E', message: 'failed' };
  switch (elementType) {
    case 'task':
      return [complete(element, variables)];
    case 'serviceTask':
      return [does === 'fail' ? { type: 'FailJob', entry, ...failing } : { type: 'CompleteJob', entry, result: variables }];
    case 'callActivity':
      if (childInstanceId === null) return [{ type: 'ChildStarted', entry, childInstanceId: `child-${entry}`, key: 'child' }];
      if (does === 'fail') return [{ type: 'ChildFailed', entry, ...failing }];
      if (does === 'cancel') return [{ type: 'ChildCancelled', entry, reason: 'cancelled' }];
      if (does === 'escalate') return [{ type: 'ChildEscalated', entry, code: 'W', variables }];
      return [{ type: 'ChildCompleted', entry, variables }];
    default:
      if (does === 'fail') return [{ type: 'FailUserTask', entry, ...failing }];
      if (does === 'cancel') return [{ type: 'CancelUserTask', entry, reason: 'cancelled' }];
      return [
        { type: 'ClaimUserTask', entry, userId: 'ann', userGroups: [] },
        { type: 'CompleteUserTask', entry, userId: 'ann', variables },
      ];
  }
}

function check(kinds: readonly NodeKind[], isModified = false): void {
  fc.assert(
    fc.property(graphsOf(kinds), (graph) => drive(graph, isModified)),
    {
      numRuns: isModified ? numRuns / 2 : numRuns,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      reporter: (details) => {
        if (!details.failed) return;
        const [graph] = details.counterexample ?? [];
        throw new Error(
          `${details.errorInstance}\n${graph?.notation}\n${JSON.stringify(graph?.commands)}\n` +
            `Repeat with PROPERTY_SEED=${details.seed}; make a unit test of the smallest graph, then repair the engine.`,
        );
      },
    },
  );
}

describe('random graphs of any shape', () => {
  it('leave a consistent state after every command', function () {
    this.timeout(0);
    check(NODES);
  });

  it('leave a consistent state after every command when much is compensated', function () {
    this.timeout(0);
    check(UNDOING_NODES);
  });

  it('leave a consistent state after every command when an operator moves tokens in between', function () {
    this.timeout(0);
    check(NODES, true);
    check(UNDOING_NODES, true);
  });
});
