import { expect } from 'chai';
import { complete, start } from '../../support/given-when-then.ts';
import { driven, textsIn, waitsIn } from './reading.ts';

describe('what an instance waits for', () => {
  describe('of tokens', () => {
    it('is the flow without one when a parallel gateway joins', () => {
      const driver = driven(
        's: start\nsplit, join: and\na, b: task\nf: s -> split\nfa: split -> a\nfb: split -> b\nga: a -> join\ngb: b -> join',
        start(),
        complete('a'),
      );
      expect(textsIn(driver)).to.deep.equal([
        "Task 'b' waits for a client to complete it (POST /Execution/complete-activity).",
        "Parallel gateway 'join' waits for a token over 'gb', which can come from 'b'.",
      ]);
      expect(waitsIn(driver)[1]?.join).to.deep.equal({
        arrived: 1,
        needed: 2,
        isInclusive: false,
        hasFired: false,
        condition: null,
        flows: [
          { flow: 'ga', source: 'a', hasToken: true, isMissing: false, from: [] },
          { flow: 'gb', source: 'b', hasToken: false, isMissing: true, from: ['b'] },
        ],
      });
    });

    it('reports it when no further token can arrive', () => {
      const driver = driven(
        's: start\nsplit: xor\njoin: and\na, b: task\nf: s -> split\nfa*: split -> a\nfb: split -> b [n > 1]\nga: a -> join\ngb: b -> join',
        start({ n: 0 }),
        complete('a'),
      );
      expect(textsIn(driver)).to.deep.equal([
        "Parallel gateway 'join' waits for a token over 'gb'; no further token can come over 'gb'.",
      ]);
    });

    it('is only what can still come when an inclusive gateway joins', () => {
      const driver = driven(
        's: start\nsplit, join: or\na, b, c: task\nf: s -> split\nfa: split -> a [n > 0]\nfb: split -> b [n > 0]\nfc: split -> c [n > 9]\n' +
          'ga: a -> join\ngb: b -> join\ngc: c -> join',
        start({ n: 1 }),
        complete('a'),
      );
      expect(textsIn(driver)[1]).to.equal("Inclusive gateway 'join' waits for a token over 'gb', which can come from 'b'.");
      expect(waitsIn(driver)[1]?.join?.flows.map(({ isMissing }) => isMissing)).to.deep.equal([false, true, false]);
    });

    const complex =
      's: start\nsplit: and\njoin: complex activationCount >= 2\na, b, c: task\nf: s -> split\nfa: split -> a\nfb: split -> b\nfc: split -> c\n' +
      'ga: a -> join\ngb: b -> join\ngc: c -> join\nnext: task\nfn: join -> next';
    it('is the activation condition when a complex gateway joins', () => {
      const texts = textsIn(driven(complex, start(), complete('a')));
      expect(texts.at(-1)).to.equal(
        "Complex gateway 'join' continues when 'activationCount >= 2' is true, and until then waits for a token over 'gb' and 'gc', which can come from 'b' and 'c'.",
      );
    });

    it('is the late tokens when a complex gateway has fired', () => {
      const driver = driven(complex, start(), complete('a'), complete('b'));
      expect(textsIn(driver).at(-1)).to.equal("Complex gateway 'join' has fired and waits for late tokens over 'gc'.");
    });

    it('is the number of tokens when an activity needs several', () => {
      const driver = driven(
        's: start\nsplit: and\na: task\nwork: task\n@work quantity 3 1\nf: s -> split\nfa: split -> a\nfb: split -> work\nga: a -> work',
        start(),
      );
      expect(textsIn(driver).at(-1)).to.equal("Task 'work' has 1 token and needs 3 to begin.");
    });
  });

  describe('of what is inside', () => {
    for (const kind of ['sub', 'tx', 'adhoc']) {
      it(`is what is active in the body when ${kind} is open`, () => {
        const inner = kind === 'adhoc' ? 'a: task' : 'i: start\na: task\nfi: i -> a';
        const driver = driven(`s: start\nbody: ${kind} {\n${inner}\n}\nf: s -> body`, start());
        const [host, task] = waitsIn(driver);
        expect(host?.text).to.match(/ 'body' waits for what is active inside: 'a'\.$/);
        expect([host?.kind, host?.inside, task?.kind]).to.deep.equal(['Body', ['a'], 'Completion']);
      });
    }

    it('is the event sub-process when one has begun', () => {
      const driver = driven(
        's: start\nwork: task\nesp: esp {\nnote: start signal note\ndo: task\nfe: note -> do\n}\nf: s -> work',
        start(),
        (state) => ({ type: 'Deliver', subscription: [...state.subscriptions.keys()][0] ?? 0, variables: {} }),
      );
      expect(textsIn(driver)).to.deep.equal([
        "Event sub-process 'esp' waits for what is active inside: 'do'.",
        "Task 'do' waits for a client to complete it (POST /Execution/complete-activity).",
      ]);
    });

    it('is the iterations when an activity is done several times', () => {
      const model = 's: start\nwork: task\n@work multi times 3\nf: s -> work';
      const [loop, ...iterations] = waitsIn(driven(model, start(), complete('work')));
      expect(loop?.text).to.equal("Task 'work' waits for its iterations: 1 of 3 iterations completed, 2 active.");
      expect([loop?.kind, loop?.activityType, loop?.loop]).to.deep.equal([
        'Loop',
        'MultiInstance',
        { total: 3, completed: 1, active: 2 },
      ]);
      expect(iterations).to.have.length(2);
    });

    it('has no total when a standard loop goes round', () => {
      const model = 's: start\nwork: task\n@work loop max 5\nf: s -> work';
      expect(waitsIn(driven(model, start(), complete('work')))[0]?.text).to.equal(
        "Task 'work' waits for its iterations: 1 iteration completed, 1 active.",
      );
    });

    it('is the handler when an event compensates', () => {
      const driver = driven(
        's: start\na: task\nundo: task\n@a handler undo\nonA: boundary on a compensation\nback: throw compensation a\nf: s -> a\ng: a -> back',
        start(),
        complete('a'),
      );
      expect(textsIn(driver)).to.deep.equal([
        "Intermediate throw event 'back' waits until what was done before is compensated: 1 activity left; active: 'undo'.",
        "Task 'undo' waits for a client to complete it (POST /Execution/complete-activity).",
      ]);
    });
  });
});
