// tier all: walks every golden case at random, 25 times, 10 s

import { expect } from 'chai';
import type { EngineCommand } from '../../src/engine/commands.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { RunProgress } from '../../src/engine/running/context.ts';
import { checkHistory } from '../property/engine/history-oracle.ts';
import { CASES, modelOf, scriptOf } from '../support/golden/replay.ts';
import { numbersFrom, walkAtRandom, walkWithSuspensions } from './random-walk.ts';

const SUSPENSION: ReadonlySet<string> = new Set(['InstanceSuspended', 'InstanceResumed', 'InstanceCaughtUp']);
const WALKS = 5;
const STEPS = 25;
const MODIFIED_WALKS = Number(process.env['MODIFIED_WALKS'] ?? 4);

describe('models of golden cases', () => {
  for (const [at, name] of CASES.entries()) {
    it(`keep every state consistent when ${name} is walked at random`, () => {
      for (let walk = 0; walk < WALKS; walk++) {
        const random = numbersFrom(at * WALKS + walk + 1);
        const { history } = walkAtRandom(modelOf(name), scriptOf(name).commands[0]?.start ?? {}, random, STEPS);
        expect(history[0]?.type).to.equal('InstanceStarted');
      }
    });

    it(`keep every state consistent when failures of ${name} are left as incidents, and retried or resolved at random`, () => {
      for (let walk = 0; walk < WALKS; walk++) {
        const random = numbersFrom(at * WALKS + walk + 1);
        const variables = walk % 2 === 0 ? (scriptOf(name).commands[0]?.start ?? {}) : {};
        walkAtRandom(modelOf(name), variables, random, 2 * STEPS, () => {}, { context: { onFailure: 'incident' } });
      }
    });

    it(`keep every state consistent when runs of ${name} pause at random, and other commands come in the meantime`, () => {
      for (let walk = 0; walk < WALKS; walk++) {
        const random = numbersFrom(at * WALKS + walk + 1);
        // decided twice, and both times it has to pause at the same places
        const context = { shouldPause: ({ steps, events }: RunProgress) => (7 * events + 13 * steps + walk) % 3 < 2 };
        walkAtRandom(modelOf(name), scriptOf(name).commands[0]?.start ?? {}, random, 2 * STEPS, () => {}, {
          context,
          leavesPaused: true,
        });
      }
    });

    it(`keep every state consistent when an operator modifies ${name} at random, while it runs or has paused`, () => {
      for (let walk = 0; walk < MODIFIED_WALKS; walk++) {
        const random = numbersFrom(1_000_003 * (at + 1) + walk);
        const start = scriptOf(name).commands[0]?.start ?? {};
        const context = { limits: { maxSteps: 300 }, shouldPause: ({ steps }: RunProgress) => walk % 3 === 0 && steps % 4 === 3 };
        const options = { context, leavesPaused: true, modifies: 0.5 };
        const { model, history } = walkAtRandom(modelOf(name), start, random, 2 * STEPS, () => {}, options);
        checkHistory(model, history);
      }
    });

    it(`do the same when ${name} is suspended and resumed at random, as when it never is`, () => {
      for (let walk = 0; walk < WALKS; walk++) {
        const random = numbersFrom(at * WALKS + walk + 1);
        const shouldPause = ({ steps, events }: RunProgress) => (7 * events + 13 * steps + walk) % 3 < 2;
        const options = walk % 2 === 0 ? {} : { context: { shouldPause }, leavesPaused: true };
        const sent: EngineCommand[] = [];
        const variables = scriptOf(name).commands[0]?.start ?? {};
        const walked = walkAtRandom(modelOf(name), variables, random, STEPS, () => {}, options, sent);
        const held = walkWithSuspensions(walked, sent, random, options);
        expect(withoutSuspensions(held.history)).to.deep.equal(walked.history);
      }
    });
  }
});

/** What an instance has done; how an instance continues that began suspended is left out. */
function withoutSuspensions(history: readonly EngineEvent[]): readonly EngineEvent[] {
  const isKept = (event: EngineEvent | undefined) => event?.type === 'RunPaused' && event.begins !== undefined;
  const left = history.filter(({ type }) => !SUSPENSION.has(type));
  return left.filter((event, at) => !isKept(event) && !(event.type === 'RunResumed' && isKept(left[at - 1])));
}
