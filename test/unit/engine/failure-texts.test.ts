import { expect } from 'chai';
import { notIndexable, unreadable, unreadableTimer, wrongResult } from '../../../src/engine/failures.ts';
import type { TimerForm } from '../../../src/engine/model.ts';
import { shownValue } from '../../../src/engine/values/value-size.ts';
import type { Json } from '../../../src/engine/values.ts';
import { readTimer } from '../../../src/expressions/timers.ts';

const TIMER = { slot: 'timer', text: '=wait' };

function timerFailure(form: TimerForm, text: string, value: Json): string {
  const read = readTimer(form, value, 0);
  return read.ok ? 'no failure' : unreadableTimer({ ...TIMER, text }, form, value, read.reason).message;
}

describe('the text of a failure', () => {
  it('names slot, form, text and value when a timer cannot be read', () => {
    expect(timerFailure('timeDuration', TIMER.text, 'soon')).to.equal(
      "timer timeDuration '=wait' (its value is 'soon'): not an ISO 8601 duration",
    );
    expect(timerFailure('timeDuration', 'soon', 'soon')).to.equal("timer timeDuration 'soon': not an ISO 8601 duration");
    expect(timerFailure('timeDate', TIMER.text, [1])).to.equal(
      "timer timeDate '=wait' (its value is a list of 1): a timer needs a text, not object",
    );
    expect(timerFailure('timeCycle', TIMER.text, 'R0/PT1M')).to.equal(
      "timer timeCycle '=wait' (its value is 'R0/PT1M'): number of repetitions must be at least 1",
    );
  });

  it('names slot, text and value when a result is of no use', () => {
    const place = { slot: 'condition', text: '=n' };
    expect(wrongResult(place, 'true or false', null).message).to.equal(
      "condition '=n': the result must be true or false, it is null",
    );
    expect(wrongResult(place, 'a list', 'a').message).to.equal("condition '=n': the result must be a list, it is 'a'");
    expect(unreadable({ slot: 'retries', text: '=n' }, 'often').message).to.equal(
      "retries '=n' cannot be read (its value is 'often')",
    );
    expect(notIndexable({ slot: 'message name', text: '=n' }, 'a\u0000').message).to.contain(
      "message name '=n' gives a name that is longer",
    );
  });

  it('shows long texts cut, and of lists and maps only what they are', () => {
    expect(shownValue('x'.repeat(81))).to.equal(`'${'x'.repeat(79)}…'`);
    expect([0, true, null, [], [1, 2], { a: 1 }].map(shownValue)).to.deep.equal([
      '0',
      'true',
      'null',
      'a list of 0',
      'a list of 2',
      'a map',
    ]);
  });

  it('shows no half of a character and none that cannot be stored or seen', () => {
    expect(shownValue(`${'x'.repeat(78)}😀${'x'.repeat(9)}`)).to.equal(`'${'x'.repeat(78)}…'`);
    expect(shownValue('a\0b\n\u202ec\ud800 \udc00 😀')).to.equal(String.raw`'a\u0000b\u000a\u202ec\ud800 \udc00 😀'`);
  });
});
