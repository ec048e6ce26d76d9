import type { EngineCommand } from '../../src/engine/commands.ts';
import { isTerminal } from '../../src/engine/state.ts';
import type { Driver } from '../support/given-when-then-driver.ts';
import { CASES, modelOf, scriptOf, walkThrough } from '../support/golden/replay.ts';
import { numbersFrom, possibleCommands, walkAtRandom } from './random-walk.ts';

const CANCEL: EngineCommand = { type: 'CancelInstance', reason: 'Cancelled by operator' };
/** Of this number of cases, the commit tier has one. */
export const EVERY = 10;
const WALKS = 2;
const STEPS = 25;

/** All possible next commands, and both ways to end everything immediately: from outside, and by the step limit. */
function probeAll(driver: Driver): void {
  if (isTerminal(driver.state)) return;
  driver.probe(CANCEL);
  for (const command of possibleCommands(driver.state)) {
    driver.probe(command);
    driver.probe(command, { maxSteps: 0 });
  }
}

function probeTheEnd(driver: Driver): void {
  if (!isTerminal(driver.state)) driver.probe(CANCEL);
}

/** The tests of some cases. */
export function testRestarts(cases: readonly string[]): void {
  for (const name of cases) {
    it(`continues with the same bytes as one that was kept, when ${name} is replayed`, () => walkThrough(name, probeAll));

    it(`ends with the same bytes as one that was kept, when ${name} is walked at random`, () => {
      for (let walk = 0; walk < WALKS; walk++) {
        const random = numbersFrom(CASES.indexOf(name) * WALKS + walk + 1);
        walkAtRandom(modelOf(name), scriptOf(name).commands[0]?.start ?? {}, random, STEPS, probeTheEnd);
      }
    });
  }
}
