import { expect } from 'chai';
import { OwnSignals } from '../../../src/engine/running/own-signals.ts';
import type { PausedStep } from '../../../src/engine/state/paused-runs.ts';

const step = (element: string): PausedStep => ({ element, flow: null, scope: 1, variableScope: 1 });

/** A fork queued two steps; the first one threw `go`. */
function afterThrow(): { signals: OwnSignals; own: PausedStep; sibling: PausedStep } {
  const signals = new OwnSignals();
  const [thrower, sibling, own] = [step('say'), step('script'), step('own')];
  signals.noteQueued(thrower);
  signals.noteQueued(sibling);
  signals.startStep(thrower);
  signals.noteThrown('go');
  signals.noteQueued(own);
  signals.handleAll();
  return { signals, own, sibling };
}

describe('the signals of a run', () => {
  it('are awaited by a catch when its path was under way', () => {
    const { signals, sibling } = afterThrow();
    signals.startStep(sibling);
    signals.noteSubscribed(7, 'go');
    signals.noteSubscribed(8, 'other');
    expect(signals.hasWaiting).to.equal(true);
    expect(signals.takeWaiting()).to.deep.equal([7]);
    expect(signals.hasWaiting).to.equal(false);
  });

  it('are not awaited when the path comes after them', () => {
    const { signals, own, sibling } = afterThrow();
    signals.startStep(own);
    signals.noteSubscribed(7, 'go');
    signals.startStep(sibling);
    signals.handleAll();
    signals.noteSubscribed(8, 'go');
    signals.startStep(sibling);
    signals.noteThrown('other');
    signals.noteSubscribed(9, 'go');
    expect(signals.hasWaiting).to.equal(false);
  });

  it('are known to the steps that follow when a path continues', () => {
    const { signals, own, sibling } = afterThrow();
    const [behindOwn, behindSibling] = [step('a'), step('b')];
    signals.startStep(own);
    signals.noteQueued(behindOwn);
    signals.startStep(sibling);
    signals.noteQueued(behindSibling);
    signals.startStep(behindOwn);
    signals.noteSubscribed(7, 'go');
    signals.startStep(behindSibling);
    signals.noteSubscribed(8, 'go');
    expect(signals.takeWaiting()).to.deep.equal([8]);
  });

  it('are the same again when a paused run continues', () => {
    const { signals, own, sibling } = afterThrow();
    signals.startStep(sibling);
    signals.noteSubscribed(5, 'go');
    const paused = [own, sibling].map((one) => signals.pausedStep(one));
    expect(paused).to.deep.equal([{ ...own, caughtUp: 1 }, sibling]);
    const again = new OwnSignals(signals.pausedMember().signals);
    for (const one of paused) {
      again.noteQueued(one);
      again.restoreStep(one);
    }
    const [first, second] = paused as [PausedStep, PausedStep];
    again.startStep(first);
    again.noteSubscribed(6, 'go');
    again.startStep(second);
    again.noteSubscribed(7, 'go');
    expect(again.takeWaiting()).to.deep.equal([5, 7]);
  });

  it('come before what the next command sets going when a paused run continues', () => {
    const { signals } = afterThrow();
    const again = new OwnSignals(signals.pausedMember().signals);
    again.noteSubscribed(6, 'go');
    expect(again.hasWaiting).to.equal(false);
  });

  it('need nothing to be remembered when none was thrown', () => {
    expect(new OwnSignals().pausedMember()).to.deep.equal({});
  });
});
