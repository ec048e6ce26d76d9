import { expect } from 'chai';
import { OwnSignals } from '../../../src/engine/own-signals.ts';
import type { PausedStep } from '../../../src/engine/paused-runs.ts';

const step = (element: string): PausedStep => ({ element, flow: null, scope: 1, variableScope: 1 });

/** A fork queued two steps; the first one threw `go`. */
function afterThrow(): { signals: OwnSignals; own: PausedStep; sibling: PausedStep } {
  const signals = new OwnSignals();
  const [thrower, sibling, own] = [step('say'), step('script'), step('own')];
  signals.queued(thrower);
  signals.queued(sibling);
  signals.begins(thrower);
  signals.thrown('go');
  signals.queued(own);
  signals.pathsMeet();
  return { signals, own, sibling };
}

describe('the signals of a run', () => {
  it('are awaited by a catch when its path was under way', () => {
    const { signals, sibling } = afterThrow();
    signals.begins(sibling);
    signals.armed(7, 'go');
    signals.armed(8, 'other');
    expect(signals.areAwaited).to.equal(true);
    expect(signals.takeWaiting()).to.deep.equal([7]);
    expect(signals.areAwaited).to.equal(false);
  });

  it('are not awaited when the path comes after them', () => {
    const { signals, own, sibling } = afterThrow();
    signals.begins(own);
    signals.armed(7, 'go');
    signals.begins(sibling);
    signals.pathsMeet();
    signals.armed(8, 'go');
    signals.begins(sibling);
    signals.thrown('other');
    signals.armed(9, 'go');
    expect(signals.areAwaited).to.equal(false);
  });

  it('are known to the steps that follow when a path goes on', () => {
    const { signals, own, sibling } = afterThrow();
    const [behindOwn, behindSibling] = [step('a'), step('b')];
    signals.begins(own);
    signals.queued(behindOwn);
    signals.begins(sibling);
    signals.queued(behindSibling);
    signals.begins(behindOwn);
    signals.armed(7, 'go');
    signals.begins(behindSibling);
    signals.armed(8, 'go');
    expect(signals.takeWaiting()).to.deep.equal([8]);
  });

  it('are the same again when a paused run goes on', () => {
    const { signals, own, sibling } = afterThrow();
    signals.begins(sibling);
    signals.armed(5, 'go');
    const paused = [own, sibling].map((one) => signals.pausedStep(one));
    expect(paused).to.deep.equal([{ ...own, caughtUp: 1 }, sibling]);
    const again = new OwnSignals(signals.pausedMember().signals);
    for (const one of paused) {
      again.queued(one);
      again.queuedAgain(one);
    }
    const [first, second] = paused as [PausedStep, PausedStep];
    again.begins(first);
    again.armed(6, 'go');
    again.begins(second);
    again.armed(7, 'go');
    expect(again.takeWaiting()).to.deep.equal([5, 7]);
  });

  it('come before what the next command sets going when a paused run goes on', () => {
    const { signals } = afterThrow();
    const again = new OwnSignals(signals.pausedMember().signals);
    again.armed(6, 'go');
    expect(again.areAwaited).to.equal(false);
  });

  it('need nothing to be remembered when none was thrown', () => {
    expect(new OwnSignals().pausedMember()).to.deep.equal({});
  });
});
