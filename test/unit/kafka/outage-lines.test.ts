import { expect } from 'chai';
import { OutageLines } from '../../../src/kafka/sending.ts';
import { recordingLog } from '../../support/recording-log.ts';

describe('the log of a topic that takes nothing', () => {
  const opened = () => {
    const log = recordingLog();
    const clock = { ms: 0 };
    return { log, clock, lines: new OutageLines(log, 'events', () => clock.ms) };
  };

  it('is each reason once, then every ten minutes, and the end with how long it took', () => {
    const { log, clock, lines } = opened();
    lines.succeeded();
    for (; clock.ms < 1_500_000; clock.ms += 10_000) lines.failed(clock.ms % 20_000 === 0 ? 'refused' : 'timed out');
    lines.succeeded();
    lines.succeeded();
    expect(log.of(4081).map(({ properties }) => properties['ErrorMessage'])).to.deep.equal([
      'refused',
      'timed out',
      'timed out',
      'timed out',
    ]);
    expect(log.of(4082).map(({ properties }) => properties)).to.deep.equal([{ Topic: 'events', OutageMs: 1_500_000 }]);
  });

  it('stays seldom when each failure has its own reason', () => {
    const { log, lines } = opened();
    for (let n = 0; n < 1000; n++) lines.failed(`reason ${n}`);
    expect(log.of(4081)).to.have.length(5);
  });

  it('begins again when another outage begins', () => {
    const { log, lines } = opened();
    for (let n = 0; n < 3; n++) {
      lines.failed('refused');
      lines.succeeded();
    }
    expect(log.of(4081)).to.have.length(3);
    expect(log.of(4082)).to.have.length(3);
  });
});
