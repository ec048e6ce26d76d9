import fc from 'fast-check';
import { isTerminal } from '../../../src/engine/state.ts';
import { cancelUserTask, claim, complete, completeUserTask, failUserTask, start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { type Graph, graphs, type Poke } from './graphs.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 300);
const seed = process.env['PROPERTY_SEED'];
const limits = { maxSteps: 200, maxWriteSize: 1 << 20, maxVariablesSize: 1 << 20 };

/** Drives a graph; the driver checks after every command that the state is consistent, and the same after a restart and after a replay. */
function drive({ notation, commands }: Graph): void {
  const driver = new Driver(processOf(notation), { context: { limits } });
  driver.send(start({ v0: 0, v1: 1, v2: 2, v3: 3 }));
  for (const poke of commands) {
    if (isTerminal(driver.state)) return;
    send(driver, poke);
  }
}

function send(driver: Driver, { position, does, variable, value }: Poke): void {
  const waiting = [...driver.state.entries.values()].filter((e) => e.elementType === 'task' || e.elementType === 'userTask');
  const entry = waiting[position % Math.max(1, waiting.length)];
  if (entry === undefined) return;
  const { element } = entry;
  const writes = { [`v${variable}`]: value };
  if (entry.elementType === 'task') driver.send(complete(element, writes));
  else if (does === 'fail') driver.send(failUserTask(element, 'E'));
  else if (does === 'cancel') driver.send(cancelUserTask(element));
  else {
    driver.send(claim(element));
    driver.send(completeUserTask(element, writes));
  }
}

describe('random graphs of any shape', () => {
  it('leave a consistent state after every command', function () {
    this.timeout(0);
    fc.assert(fc.property(graphs, drive), {
      numRuns,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      reporter: (details) => {
        if (!details.failed) return;
        const [graph] = details.counterexample ?? [];
        throw new Error(
          `${details.errorInstance}\n${graph?.notation}\n${JSON.stringify(graph?.commands)}\n` +
            `Repeat with PROPERTY_SEED=${details.seed}; make a unit test of the smallest graph, then repair the engine.`,
        );
      },
    });
  });
});
