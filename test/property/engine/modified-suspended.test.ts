import fc from 'fast-check';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { isSuspended } from '../../../src/engine/state/suspension.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import { randomModification } from '../../golden/random-modification.ts';
import { numbersFrom } from '../../golden/random-walk.ts';
import { start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { STILL_EVENTS } from '../../support/still-events.ts';
import { randomRuns } from '../../support/tier.ts';
import { NODES, UNDOING_NODES } from './graph-nodes.ts';
import { type Graph, graphsOf } from './graphs.ts';
import { checkHistory } from './history-oracle.ts';
import { commandsOf } from './pokes.ts';

/** `PROPERTY_RUNS` asks for more and `PROPERTY_SEED` for others, as the nightly run does. */
const numRuns = randomRuns(20);
const seed = Number(process.env['PROPERTY_SEED'] ?? 1);
const limits = { maxSteps: 200, maxWriteSize: 1 << 20, maxVariablesSize: 1 << 20 };
const SUSPEND: EngineCommand = { type: 'SuspendInstance', by: 'operator' };
const RESUME: EngineCommand = { type: 'ResumeInstance', by: 'operator' };

/** An operator suspends the instance, moves tokens as chance has it, and resumes it; the driver checks the state after each command. */
function repairSuspended(driver: Driver, random: () => number): number {
  let accepted = 0;
  driver.send(SUSPEND);
  for (let times = 0; times < 3; times += 1) {
    const from = driver.history.length;
    const decision = driver.send(randomModification(driver.model, driver.state, random));
    if (!isSuspended(driver.state))
      throw new Error(`a modification ended the instance, or let it go on: it is ${driver.state.status}`);
    const moved = driver.history.slice(from).find(({ type }: EngineEvent) => !STILL_EVENTS.has(type));
    if (moved !== undefined) throw new Error(`a modification lets a suspended instance move: ${moved.type}`);
    if (decision.ok && driver.history.length > from) accepted += 1;
  }
  driver.send(RESUME);
  driver.send({ type: 'CatchUp' });
  return accepted;
}

describe('random graphs that are modified while they are suspended', () => {
  // slow: hundreds of commands on random graphs
  it('are suspended until they are resumed, and are consistent then', function () {
    this.timeout(0);
    let accepted = 0;
    const drive = ({ notation, commands }: Graph) => {
      const driver = new Driver(processOf(notation), { context: { limits } });
      driver.send(start({ v0: 0, v1: 1, v2: 2, v3: 3 }));
      for (const [at, poke] of commands.entries()) {
        if (!isTerminal(driver.state)) accepted += repairSuspended(driver, numbersFrom(7919 * (poke.position + 1) + at));
        if (isTerminal(driver.state)) break;
        for (const command of commandsOf(driver, poke)) driver.send(command);
      }
      checkHistory(driver.model, driver.history);
      if (!isTerminal(driver.state)) driver.probe({ type: 'CancelInstance', reason: 'cancelled' });
    };
    for (const nodes of [NODES, UNDOING_NODES]) fc.assert(fc.property(graphsOf(nodes), drive), { numRuns, seed });
    if (accepted < numRuns) throw new Error(`only ${accepted} modifications were accepted`);
  });
});
