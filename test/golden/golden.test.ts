import { ENGINE } from '../support/given-when-then-driver.ts';
import { CASES, replayCase, replayWithLateNotices, scriptOf } from '../support/golden/replay.ts';

describe('golden traces', () => {
  for (const name of CASES) it(`hold when ${name} is replayed: ${scriptOf(name).title}`, () => replayCase(name));

  describe('with every run paused after each of its steps (docs/contributing/spec/execution.md#paused-runs)', () => {
    const context = { shouldPause: () => true };
    for (const name of CASES) it(`stay the same when ${name} is replayed`, () => replayCase(name, ENGINE, true, context));
  });

  describe('with every notice delivered once more after every later command', () => {
    for (const name of CASES) it(`stay the same when ${name} is replayed`, () => replayWithLateNotices(name));
  });
});
