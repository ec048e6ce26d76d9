import { expect } from 'chai';
import {
  cancelUserTask,
  claim,
  complete,
  completeUserTask,
  failUserTask,
  givenWith,
  rejected,
  start,
} from '../support/given-when-then.ts';
import type { EngineUnderTest } from '../support/given-when-then-driver.ts';

/** Small runs of rules that neither a golden trace nor a random process shows: limits and refusals. */
export const PROBES: readonly ((engine: EngineUnderTest) => void)[] = [
  (engine) => {
    const limits = { maxSteps: 10, maxWriteSize: 1000, maxVariablesSize: 1000 };
    const loop =
      's: start\nm: xor\nn: script n = n + 1\nd: xor\ne: end\nf1: s -> m\nf2: m -> n\nf3: n -> d\nf4: d -> m [n < 30]\nf5*: d -> e';
    const { state } = givenWith({ engine, context: { limits } }, loop).when(start({ n: 0 }));
    expect(state.status, 'step limit').to.equal('failed');
  },
  (engine) => {
    const model = 'ask: user assignee=ann outputs=ok';
    givenWith({ engine }, model, start())
      .when(completeUserTask('ask', { ok: 1 }))
      .then(rejected({ code: 'TASK_NOT_CLAIMED' }));
    givenWith({ engine }, model, start(), claim('ask'))
      .when(completeUserTask('ask', { ok: 1 }, 'bob'))
      .then(rejected({ code: 'TASK_CLAIMED_BY_OTHER', claimedBy: 'ann', userId: 'bob' }));
    givenWith({ engine }, model, start(), claim('ask'))
      .when(completeUserTask('ask'))
      .then(rejected({ code: 'MISSING_OUTPUT_VARIABLES', names: ['ok'] }));
    givenWith({ engine }, model, start())
      .when(claim('ask', 'bob'))
      .then(rejected({ code: 'CLAIM_NOT_ALLOWED', userId: 'bob' }));
  },
  (engine) => {
    const model =
      's: start\nfork: and\na: task\nb: user\nstop: end terminate\nf1: s -> fork\nf2: fork -> stop\nf3: fork -> a\nf4: a -> b';
    givenWith({ engine }, model).when(start()).then('=started +s -s >f1 +fork -fork >f2 >f3 +stop -stop =completed');
  },
  (engine) => {
    const model = 'sub: sub {\nask: user\n}\nafter: task\nany: boundary on sub\nf: sub -> after';
    givenWith({ engine }, model, start()).when(cancelUserTask('ask')).then('~ask ~sub =cancelled');
    givenWith({ engine }, model, start()).when(failUserTask('ask', 'E')).then('!ask E +any ~sub -any =completed');
    givenWith({ engine }, model, start())
      .when(complete('sub'))
      .then(rejected({ code: 'ACTIVITY_NOT_COMPLETABLE', activityId: 'sub' }));
  },
  (engine) => {
    const loop = 's: start\nw: script seen = x ?? "no"; x = loopCounter\nf1: s -> w\n@w multi times 2 into all from seen';
    const shared = { engine, context: { branchVariables: 'shared' as const } };
    givenWith(shared, loop)
      .when(start())
      .andVariables({ all: ['no', 'no'] });
  },
];
