import { completeIteration, given } from '../../../support/engine/scenario.ts';
import { start } from '../../../support/given-when-then.ts';

const ASK = `
  s: start
  ask: user assignee=ann
  e: end
  f1: s -> ask
  f2: ask -> e`;

describe('multi-instance with a behaviour', () => {
  const model = `${ASK}\ndone: boundary on ask refs=sig signal never\nn: script n = (n ?? 0) + 1\nf3: done -> n\n@ask multi times 3`;

  it('fires the matching boundary event after every iteration with the behaviour none', () => {
    given(`${model}\n@ask behavior none sig`)
      .when(start())
      .when(completeIteration('ask', 0))
      .then('-ask#0 +done -done >f3 +n -n')
      .when(completeIteration('ask', 1), completeIteration('ask', 2))
      .andVariables({ n: 3 })
      .andStatus('completed');
  });

  it('fires it after the first iteration when it is one', () => {
    given(`${model}\n@ask behavior one sig`)
      .when(start(), completeIteration('ask', 0), completeIteration('ask', 1), completeIteration('ask', 2))
      .andVariables({ n: 1 })
      .andStatus('completed');
  });

  it('fires what is true and ends the loop when it is complex', () => {
    given(`${model}\n@ask behavior complex nrOfCompletedInstances == 2 => sig | x == 1`)
      .when(start(), completeIteration('ask', 0))
      .when(completeIteration('ask', 2))
      .then('-ask#2 +done -done >f3 ~ask#1 -ask >f2 +n -n +e -e =completed');
    given(`${model}\n@ask behavior complex nrOfCompletedInstances == 2 => sig | x == 1`)
      .when(start())
      .when(completeIteration('ask', 1, { x: 1 }))
      .then('-ask#1 ~ask#2 ~ask#0 -ask >f2 +e -e =completed');
  });

  it('fires no further boundary event, and does not end, when the path of the first one fails', () => {
    const two = ['b1: boundary on ask refs=sig signal never', 'b2: boundary on ask refs=sig signal never', 'x: end'].join('\n');
    given(`${ASK}\n${two}\nf3: b1 -> x [1]\nf4: b2 -> x\n@ask multi times 1\n@ask behavior none sig`)
      .when(start())
      .when(completeIteration('ask', 0))
      .then('-ask#0 +b1 !b1 500 ~ask =failed 500');
  });
});
