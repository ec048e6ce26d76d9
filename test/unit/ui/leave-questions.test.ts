// tier all: the browser tests of the modeler leave it by links, and stay after Cancel
import { expect } from 'chai';
import { LeaveQuestions, type NextEntry } from '../../../src/ui/web/components/leave-questions.ts';

describe('the question before a page is left', () => {
  const FREE = 'free';

  /** Page that asks before each address but `free`. */
  function askingPage() {
    const moves: number[] = [];
    const opened: string[] = [];
    const asked: (() => void)[] = [];
    const questions = new LeaveQuestions({ go: (delta) => moves.push(delta) });
    const remove = questions.set({ isAsked: ({ key }) => key !== FREE, ask: (leave) => asked.push(leave) });
    const go = (name: string, location: NextEntry = {}) => questions.askBefore(location, () => opened.push(name));
    const come = (name: string, delta: number | null, key = name) =>
      questions.askAfter({ action: 'POP', location: { key }, delta }, () => opened.push(name));
    return { moves, opened, asked, remove, questions, go, come };
  }

  it('holds a link until the answer, and lets the others through', () => {
    const { opened, asked, remove, go } = askingPage();
    go('next');
    expect(opened).to.deep.equal([]);
    asked[0]?.();
    expect(opened).to.deep.equal(['next']);
    go('same model', { key: FREE });
    remove();
    go('unasked');
    expect([opened.length, asked.length]).to.deep.equal([3, 1]);
  });

  it('takes Back back, and repeats it after the answer', () => {
    const { moves, opened, asked, come } = askingPage();
    come('earlier', -2);
    come('this page', 2);
    expect([moves, opened, asked.length]).to.deep.equal([[2], [], 1]);
    asked[0]?.();
    expect(moves).to.deep.equal([2, -2]);
    come('earlier', -2);
    expect([opened, asked.length]).to.deep.equal([['earlier'], 1]);
    come('another', -1);
    expect(asked.length).to.equal(2);
  });

  it('does not hold an entry without a position, nor changes that were asked for before', () => {
    const { moves, opened, questions, come } = askingPage();
    come('fragment', null);
    questions.askAfter({ action: 'PUSH', location: {}, delta: 1 }, () => opened.push('pushed'));
    expect([moves, opened]).to.deep.equal([[], ['fragment', 'pushed']]);
  });

  it('keeps the question of the newer page when the older one removes its own', () => {
    const { asked, remove, questions, go } = askingPage();
    const newer: (() => void)[] = [];
    questions.set({ isAsked: () => true, ask: (leave) => newer.push(leave) });
    remove();
    go('next');
    expect([asked.length, newer.length]).to.deep.equal([0, 1]);
  });
});
