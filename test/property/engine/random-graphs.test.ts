// tier all: 2500 random graphs, 15 s; PROPERTY_RUNS asks for more

import fc from 'fast-check';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import { randomModification } from '../../golden/random-modification.ts';
import { numbersFrom } from '../../golden/random-walk.ts';
import { start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { NODES, type NodeKind, UNDOING_NODES } from './graph-nodes.ts';
import { type Graph, graphsOf } from './graphs.ts';
import { checkHistory } from './history-oracle.ts';
import { commandsOf } from './pokes.ts';

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
