import { ENGINE } from '../support/given-when-then-driver.ts';
import { CASES, replayCase, replayWithLateNotices, scriptOf } from '../support/golden/replay.ts';
import { itFull } from '../support/tier.ts';

/** The commit tier replays each third case in these ways. */
const itThird = (at: number) => (at % 3 === 0 ? it : itFull);

describe('golden traces', () => {
  for (const name of CASES) it(`hold when ${name} is replayed: ${scriptOf(name).title}`, () => replayCase(name));

  describe('with every run paused after each of its steps (docs/contributing/spec/execution.md#paused-runs)', () => {
    const context = { shouldPause: () => true };
    for (const [at, name] of CASES.entries())
      itThird(at)(`stay the same when ${name} is replayed`, () => replayCase(name, ENGINE, true, context));
  });

  describe('with every notice delivered again after every later command', () => {
    for (const [at, name] of CASES.entries())
      itThird(at)(`stay the same when ${name} is replayed`, () => replayWithLateNotices(name));
  });
});
