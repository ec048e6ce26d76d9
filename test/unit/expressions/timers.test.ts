import { expect } from 'chai';
import { nextDue, readTimer } from '../../../src/expressions/timers.ts';

/** A Wednesday. */
const NOW = Date.UTC(2026, 6, 1, 10, 2, 30);

/** The first ticks of a cron text after {@link NOW}, in UTC without `:00.000Z`. */
function ticksOf(text: string, count: number): string[] {
  const reading = readTimer('timeCycle', text, NOW);
  if (!reading.ok) return [reading.reason];
  const ticks: string[] = [];
  let schedule: ReturnType<typeof nextDue> = reading.schedule;
  while (schedule !== undefined && ticks.length < count) {
    ticks.push(new Date(schedule.dueAt).toISOString().replace(/(:00)?\.000Z$/, ''));
    schedule = nextDue(schedule, schedule.dueAt);
  }
  return ticks;
}

describe('a cron text', () => {
  const rows: readonly (readonly [text: string, ...ticks: string[]])[] = [
    ['0 8 * * MON-FRI', '2026-07-02T08:00', '2026-07-03T08:00', '2026-07-06T08:00'],
    ['0 0/5 * * * ?', '2026-07-01T10:05', '2026-07-01T10:10', '2026-07-01T10:15'],
    ['0 7/20 * * * ?', '2026-07-01T10:07', '2026-07-01T10:27', '2026-07-01T10:47', '2026-07-01T11:07'],
    ['0/20 * * * * *', '2026-07-01T10:02:40', '2026-07-01T10:03', '2026-07-01T10:03:20'],
    ['0 0 9 1/10 * ?', '2026-07-11T09:00', '2026-07-21T09:00', '2026-07-31T09:00', '2026-08-01T09:00'],
    ['0 0 9 5,20/7 * ?', '2026-07-05T09:00', '2026-07-20T09:00', '2026-07-27T09:00', '2026-08-05T09:00'],
    ['0 0 1 FEB/5 *', '2026-12-01T00:00', '2027-02-01T00:00', '2027-07-01T00:00'],
    ['0 0 * * 2/2', '2026-07-02T00:00', '2026-07-04T00:00', '2026-07-07T00:00'],
    ['0 0 12 ? JAN-MAR/2 MON', '2027-01-04T12:00', '2027-01-11T12:00'],
    ['0 30 9 ? * 1#1 2027', '2027-01-04T09:30', '2027-02-01T09:30'],
    ['0 0 0 L * ?', '2026-07-31T00:00', '2026-08-31T00:00'],
    ['@monthly', '2026-08-01T00:00', '2026-09-01T00:00'],
  ];
  for (const [text, ...ticks] of rows) {
    it(`ticks at ${ticks.join(', ')} when it is '${text}'`, () => expect(ticksOf(text, ticks.length)).to.deep.equal(ticks));
  }

  for (const text of [
    '0/0 * * * *',
    '0/99 * * * *',
    '61/5 * * * *',
    '5/ * * * *',
    '/5 * * * *',
    '1/2/3 * * * *',
    '* * * *',
    'soon',
  ]) {
    it(`cannot be read when it is '${text}'`, () => expect(readTimer('timeCycle', text, NOW).ok).to.equal(false));
  }
});

describe('a repetition with an end', () => {
  it('ticks after every interval when there is time, but not after its end', () => {
    expect(ticksOf('R10/PT24H/2026-07-04T00:00:00Z', 9)).to.deep.equal(['2026-07-02T10:02:30', '2026-07-03T10:02:30']);
    expect(ticksOf('R/PT24H/2026-07-03T10:02:30Z', 9)).to.deep.equal(['2026-07-02T10:02:30', '2026-07-03T10:02:30']);
    expect(ticksOf('R2/PT1H/2027-01-01', 9)).to.deep.equal(['2026-07-01T11:02:30', '2026-07-01T12:02:30']);
  });

  it('ticks once when the end comes before the first interval is over, or is past', () => {
    expect(ticksOf('R10/PT24H/2026-07-01T12:00:00Z', 9)).to.deep.equal(['2026-07-01T12:00']);
    expect(ticksOf('R10/PT24H/2020-01-01T00:00:00Z', 9)).to.deep.equal(['2026-07-01T10:02:30']);
  });

  it('is over when its end passed during a pause', () => {
    const reading = readTimer('timeCycle', 'R10/PT24H/2026-07-04T00:00:00Z', NOW);
    if (!reading.ok) throw new Error(reading.reason);
    expect(nextDue(reading.schedule, Date.UTC(2026, 6, 20))).to.equal(undefined);
  });

  it('is not read when the end is no date, or both ends are given', () => {
    for (const text of ['R10/PT24H/soon', 'R10/PT24H/PT1H', 'R10/2026-07-01/2026-08-01', 'R10/2026-07-01/PT1H/2026-08-01']) {
      expect(readTimer('timeCycle', text, NOW).ok, text).to.equal(false);
    }
  });
});
