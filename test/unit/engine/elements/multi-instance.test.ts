import { expect } from 'chai';
import type { Json } from '../../../../src/engine/values.ts';
import { cancelIteration, completeIteration, failIteration, given, message, timer } from '../../../support/engine/scenario.ts';
import { complete, given as eventsOf, start } from '../../../support/given-when-then.ts';

const ASK = `
  s: start
  ask: user assignee=ann
  e: end
  f1: s -> ask
  f2: ask -> e`;
const PEOPLE = { people: ['a', 'b', 'c'] };

describe('multi-instance', () => {
  describe('parallel', () => {
    const model = `${ASK}\n@ask multi over people as who into answers from answer`;

    it('creates every iteration on entry when it is parallel', () => {
      given(model).when(start(PEOPLE)).then('=started +s -s >f1 +ask +ask#0 +ask#1 +ask#2').andActive('ask', 'ask', 'ask', 'ask');
    });

    it('names the item of each user task when the loop has a collection or not, and not outside of loops', () => {
      const itemsOf = (loop: string, people: Json, body = 'ask: user') =>
        eventsOf(`s: start\n${body}\ne: end\nf1: s -> ask\nf2: ask -> e\n${loop}`)
          .when(start({ people }))
          .events.flatMap((event) => (event.type === 'UserTaskCreated' ? [event.item] : []));
      const people = [
        { id: 7, name: ' Ann\nLee ' },
        'Bob',
        { vip: true, tags: ['x'], age: 3 },
        ['a'],
        { vip: true },
        'x'.repeat(99),
      ];
      const texts = ['Ann Lee', 'Bob', '3', undefined, undefined, `${'x'.repeat(59)}…`];
      expect(itemsOf('@ask multi over people as who', people)).to.deep.equal(
        texts.map((text, at) => ({ number: at + 1, total: 6, ...(text !== undefined && { text }) })),
      );
      expect(itemsOf('@ask multi times 2', [])).to.deep.equal([
        { number: 1, total: 2 },
        { number: 2, total: 2 },
      ]);
      expect(itemsOf('', [])).to.deep.equal([undefined]);
    });

    it('writes its outputs in index order when the iterations end in another', () => {
      given(model)
        .when(start(PEOPLE), completeIteration('ask', 2, { answer: 'c' }), completeIteration('ask', 0, { answer: 'a', more: 1 }))
        .when(completeIteration('ask', 1, { answer: 'b' }))
        .then('-ask#1 -ask >f2 +e -e =completed')
        .andVariables({ ...PEOPLE, answers: ['a', 'b', 'c'] });
    });

    it('lets the writes of its iterations out when it has no output collection', () => {
      given(`${ASK}\n@ask multi over people as who`)
        .when(start(PEOPLE), completeIteration('ask', 1, { x: 1 }), completeIteration('ask', 0, { x: 0, y: 0 }))
        .when(completeIteration('ask', 2, { who: 'me', z: 2 }))
        .andVariables({ ...PEOPLE, x: 0, y: 0, z: 2 });
    });

    it('keeps what an iteration wrote from its siblings until it ends', () => {
      given(
        `s: start\nw: script seen = x ?? "no"; x = loopCounter\ne: end\nf1: s -> w\nf2: w -> e\n@w multi times 3 into all from seen`,
      )
        .when(start())
        .andVariables({ all: ['no', 'no', 'no'] });
    });

    it('completes immediately with an empty list when there is nothing to iterate over', () => {
      given(model)
        .when(start({ people: [] }))
        .then('=started +s -s >f1 +ask -ask >f2 +e -e =completed')
        .andVariables({ people: [], answers: [] });
      given(`${ASK}\n@ask multi times 0`).when(start()).then('=started +s -s >f1 +ask -ask >f2 +e -e =completed');
    });

    it('fails the wrapper when the collection is not a list or the count is not a whole number', () => {
      given(model)
        .when(start({ people: 'ann' }))
        .then('=started +s -s >f1 +ask !ask 500 =failed 500')
        .andFailure('ask', /must be a list/);
      given(`${ASK}\n@ask multi times n`)
        .when(start({ n: 1.5 }))
        .then('=started +s -s >f1 +ask !ask 500 =failed 500');
      given(`${ASK}\n@ask multi times n`)
        .when(start({ n: -1 }))
        .then('=started +s -s >f1 +ask !ask 500 =failed 500');
      given(`${ASK}\n@ask multi times n`, { context: { limits: { maxIterations: 2 } } })
        .when(start({ n: 3 }))
        .then('=started +s -s >f1 +ask !ask 500 =failed 500');
    });

    it('uses the cardinality when a collection is given too', () => {
      given(`${ASK}\n@ask multi times 2 over people as who`)
        .when(start(PEOPLE))
        .then('=started +s -s >f1 +ask +ask#0 +ask#1')
        .andEvent({ type: 'LoopOpened', total: 2 });
    });

    it('cancels what is left when its completion condition becomes true', () => {
      given(`${model} until nrOfCompletedInstances >= 2`)
        .when(start(PEOPLE), completeIteration('ask', 2, { answer: 'c' }))
        .when(completeIteration('ask', 0, { answer: 'a' }))
        .then('-ask#0 ~ask#1 -ask >f2 +e -e =completed')
        .andVariables({ ...PEOPLE, answers: ['a', 'c'] })
        .andReasons('ask', 'Completion condition met');
    });

    it('sees the results of the iteration in its completion condition', () => {
      given(`${model} until answer == "stop" && who == "b"`)
        .when(start(PEOPLE), completeIteration('ask', 0, { answer: 'stop' }))
        .when(completeIteration('ask', 1, { answer: 'stop' }))
        .then('-ask#1 ~ask#2 -ask >f2 +e -e =completed');
    });

    it('fails the wrapper when its completion condition cannot be read', () => {
      given(`${model} until answer`)
        .when(start(PEOPLE))
        .when(completeIteration('ask', 1, { answer: 'yes' }))
        .then('-ask#1 ~ask#2 ~ask#0 !ask 500 =failed 500');
    });

    it('fails with its siblings cancelled when an iteration fails', () => {
      given(`${model}\nb: boundary on ask catch E1 code=why\nbe: end\nf3: b -> be`)
        .when(start(PEOPLE), completeIteration('ask', 0, { answer: 'a' }))
        .when(failIteration('ask', 1, 'E1'))
        .then('!ask#1 E1 ~ask#2 !ask E1 +b -b >f3 +be -be =completed')
        .andVariables({ ...PEOPLE, why: 'E1' })
        .andReasons('ask', 'Sibling iteration failed');
      given(model)
        .when(start(PEOPLE))
        .when(failIteration('ask', 0, 'E1'))
        .then('!ask#0 E1 ~ask#2 ~ask#1 !ask E1 =failed E1');
    });

    it('drops what a failed iteration wrote when only an output collection leaves the loop', () => {
      given(
        `s: start\nw: script x = loopCounter; if (loopCounter == 1) throw new BpmnError("E")\nb: boundary on w\ne: end\nf1: s -> w\nf2: w -> e\n@w multi times 3 into all from x`,
      )
        .when(start())
        .then('=started +s -s >f1 +w +w#0 +w#1 +w#2 -w#0 !w#1 E ~w#2 !w E +b -b =completed')
        .andVariables({});
    });

    it('continues without an iteration when its user task is cancelled', () => {
      given(model)
        .when(start(PEOPLE), completeIteration('ask', 2, { answer: 'c' }), cancelIteration('ask', 1))
        .when(completeIteration('ask', 0, { answer: 'a' }))
        .then('-ask#0 -ask >f2 +e -e =completed')
        .andVariables({ ...PEOPLE, answers: ['a', 'c'] });
    });

    it('is cancelled when no iteration completed', () => {
      given(`${ASK}\n@ask multi times 2`)
        .when(start(), cancelIteration('ask', 1))
        .when(cancelIteration('ask', 0))
        .then('~ask#0 ~ask =cancelled');
    });

    it('completes the oldest waiting iteration when complete-activity names the element', () => {
      given('s: start\nw: task\nf: s -> w\n@w multi times 3')
        .when(start())
        .when(complete('w'), complete('w'))
        .then('-w#0 -w#1')
        .when(complete('w'))
        .then('-w#2 -w =completed');
    });

    it('lets its interrupting boundary event cancel every iteration', () => {
      given(`${model}\nlate: boundary on ask timer PT1M\nle: end\nf3: late -> le`)
        .when(start(PEOPLE), completeIteration('ask', 1, { answer: 'b' }))
        .andWaits(1)
        .when(timer('late'))
        .then('+late ~ask#2 ~ask#0 ~ask -late >f3 +le -le =completed')
        .andVariables(PEOPLE)
        .andWaits(0);
    });

    it('arms a boundary event once for all iterations, and again after a non-interrupting one fired', () => {
      given(`${model}\nping: boundary on ask beside message ping\ncount: script n = (n ?? 0) + 1\nf3: ping -> count`)
        .when(start(PEOPLE))
        .andWaits(1)
        .when(message('ping'))
        .then('+ping -ping >f3 +count -count')
        .andWaits(1)
        .when(message('ping'))
        .andVariables({ ...PEOPLE, n: 2 });
    });
  });

  describe('sequential', () => {
    const model = `${ASK}\n@ask multi sequential over people as who into answers from answer`;

    it('creates the next iteration when the one before has ended', () => {
      given(model)
        .when(start(PEOPLE))
        .then('=started +s -s >f1 +ask +ask#0')
        .when(completeIteration('ask', 0, { answer: 1 }))
        .then('-ask#0 +ask#1')
        .when(completeIteration('ask', 1, { answer: 2 }), completeIteration('ask', 2, { answer: 3 }))
        .andVariables({ ...PEOPLE, answers: [1, 2, 3] })
        .andStatus('completed');
    });

    it('creates no further iteration when its completion condition is true', () => {
      given(`${model} until answer == 9`)
        .when(start(PEOPLE))
        .when(completeIteration('ask', 0, { answer: 9 }))
        .then('-ask#0 -ask >f2 +e -e =completed')
        .andVariables({ ...PEOPLE, answers: [9] });
    });

    it('starts the next iteration when a user task is cancelled', () => {
      given(model).when(start(PEOPLE)).when(cancelIteration('ask', 0)).then('~ask#0 +ask#1');
    });

    it('counts from one when zeebe wrote it', () => {
      given('s: start\nw: script x = x + loopCounter * 10\nf: s -> w\n@w multi zeebe sequential times 3')
        .when(start({ x: 0 }))
        .andVariables({ x: 60 });
    });

    it('lets each iteration see what those before wrote when there is no output collection', () => {
      given('s: start\nw: script x = x * 2 + loopCounter\nf: s -> w\n@w multi sequential times 3')
        .when(start({ x: 1 }))
        .andVariables({ x: 12 });
    });
  });

  it('lets its counters be read in both spellings when an iteration runs', () => {
    const script =
      'seen = [nrOfInstances, nrOfActiveInstances, nrOfCompletedInstances, nrOfTerminatedInstances, numberOfInstances, numberOfCompletedInstances]';
    given(`s: start\nw: script ${script}\nf: s -> w\n@w multi sequential times 2 into all from seen`)
      .when(start())
      .andVariables({
        all: [
          [2, 1, 0, 0, 2, 0],
          [2, 1, 1, 0, 2, 1],
        ],
      });
  });

  it('gives each iteration its own inputs and outputs when it has mappings', () => {
    given(
      `s: start\nw: task\nf: s -> w\n@w multi sequential over people as who into all from mine\n@w input it = \${who.length() + nrOfCompletedInstances}\n@w output mine = \${it + x}`,
    )
      .when(start({ people: ['a', 'bb'] }))
      .when(complete('w', { x: 10 }), complete('w', { x: 20 }))
      .andVariables({ people: ['a', 'bb'], all: [11, 23] })
      .andStatus('completed');
  });

  it('applies camunda output parameters per iteration, not to the loop as a whole', () => {
    given(
      `s: start\nw: script x = loopCounter\nf: s -> w\n@w multi times 3 into all from doubled\n@w camunda doubled = \${x * 2}`,
    )
      .when(start())
      .andVariables({ all: [0, 2, 4] });
  });

  it('fails the wrapper when the inputs of an iteration cannot be read', () => {
    given(`s: start\nw: task\nb: boundary on w catch 400\nf: s -> w\n@w multi times 3\n@w input it = \${1 + true}`)
      .when(start())
      .then('=started +s -s >f +w +w#0 !w#0 400 !w 400 +b -b =completed');
  });
});
