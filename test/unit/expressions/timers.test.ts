import { expect } from 'chai';
import type { TimerForm, TimerRules } from '../../../src/engine/model.ts';
import { nextDue, readTimer } from '../../../src/expressions/timers.ts';

/** A Wednesday. */
const NOW = Date.UTC(2026, 6, 1, 10, 2, 30);

const CALENDAR: TimerRules = { weekdays: 'unix', pastStart: 'now' };
const CAMUNDA_7: TimerRules = { weekdays: 'quartz', pastStart: 'next' };

/** The first ticks of a cycle after {@link NOW}, in UTC without `:00.000Z`. */
function ticksOf(text: string, count: number, rules?: TimerRules, now = NOW): string[] {
  const reading = readTimer('timeCycle', text, now, rules);
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
    ['0 0 9 * * ? [Europe/Berlin]', '2026-07-02T07:00', '2026-07-03T07:00'],
    ['0 9 24,26 10 *@Europe/Berlin', '2026-10-24T07:00', '2026-10-26T08:00'],
    ['@daily [America/New_York]', '2026-07-02T04:00'],
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
    '0 9 * * * [Mars/Base]',
    '0 9 * * * []',
    '[Europe/Berlin]',
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

  it('is not read when the end is not a date, or both ends are given', () => {
    for (const text of ['R10/PT24H/soon', 'R10/PT24H/PT1H', 'R10/2026-07-01/2026-08-01', 'R10/2026-07-01/PT1H/2026-08-01']) {
      expect(readTimer('timeCycle', text, NOW).ok, text).to.equal(false);
    }
  });
});

describe('a timer with months or years', () => {
  const dueOf = (text: string, now: string, rules: TimerRules | undefined = CALENDAR) => {
    const reading = readTimer('timeDuration', text, Date.parse(now), rules);
    return reading.ok ? new Date(reading.schedule.dueAt).toISOString() : reading.reason;
  };

  it('is due on the same day of a later month, or on its last day, when the month is shorter', () => {
    expect(dueOf('P1M', '2026-01-31T09:00:00Z')).to.equal('2026-02-28T09:00:00.000Z');
    expect(dueOf('P1M', '2028-01-31T09:00:00Z')).to.equal('2028-02-29T09:00:00.000Z');
    expect(dueOf('P1Y', '2028-02-29T09:00:00Z')).to.equal('2029-02-28T09:00:00.000Z');
    expect(dueOf('P1Y2M3W4DT5H', '2026-11-30T23:00:00Z')).to.equal('2028-02-25T04:00:00.000Z');
    expect(dueOf('P0.5Y', '2026-01-01T00:00:00Z')).to.equal('2026-07-01T00:00:00.000Z');
    expect(dueOf('-P1M', '2026-01-31T09:00:00Z')).to.equal('2026-01-31T09:00:00.000Z');
  });

  it('cannot be read when it has a fraction of a month', () => {
    expect(dueOf('P1.5M', '2026-01-31T09:00:00Z')).to.equal('not an ISO 8601 duration');
  });

  it('has months of 30 days and years of 365 when its version was stored by an earlier release', () => {
    const reading = readTimer('timeDuration', 'P1Y1.5M', 0);
    expect(reading.ok && reading.schedule.dueAt).to.equal((365 + 45) * 86_400_000);
    expect(ticksOf('R/2026-01-31T00:00:00Z/P1M', 3)).to.deep.equal(['2026-01-31T00:00', '2026-03-02T00:00', '2026-04-01T00:00']);
  });

  it('does not drift when it is a cycle that begins on the last day of a month', () => {
    expect(ticksOf('R5/2027-01-31T09:00:00Z/P1M', 9, CALENDAR)).to.deep.equal([
      ...['2027-01-31T09:00', '2027-02-28T09:00', '2027-03-31T09:00', '2027-04-30T09:00', '2027-05-31T09:00'],
    ]);
    expect(ticksOf('R/P1M', 2, CALENDAR)).to.deep.equal(['2026-08-01T10:02:30', '2026-09-01T10:02:30']);
    expect(ticksOf('R9/P1M/2026-09-15', 9, CALENDAR)).to.deep.equal(['2026-08-01T10:02:30', '2026-09-01T10:02:30']);
    // one o'clock in the night there is the day before in UTC
    expect(ticksOf('R/2027-02-01T01:00:00+02:00/P1M', 2, CALENDAR)).to.deep.equal(['2027-01-31T23:00', '2027-02-28T23:00']);
  });

  it('continues in the row of its start when ticks were missed', () => {
    const reading = readTimer('timeCycle', 'R5/2027-01-31T09:00:00Z/P1M', NOW, CALENDAR);
    if (!reading.ok) throw new Error(reading.reason);
    const next = nextDue(reading.schedule, Date.parse('2027-04-30T09:00:00Z'));
    expect([next && new Date(next.dueAt).toISOString(), next?.every?.remaining]).to.deep.equal(['2027-04-30T09:00:00.000Z', 3]);
  });
});

describe('a timer with a time zone', () => {
  it('ticks at the same time of the clocks there when they are changed', () => {
    for (const start of [
      '09:00:00[Europe/Berlin]',
      '08:00:00Z[Europe/Berlin]',
      '09:00:00+01:00[Europe/Berlin]',
      '09:00:00@Europe/Berlin',
    ])
      expect(ticksOf(`R/2027-03-27T${start}/P1D`, 3, CALENDAR), start).to.deep.equal([
        ...['2027-03-27T08:00', '2027-03-28T07:00', '2027-03-29T07:00'],
      ]);
    expect(ticksOf('R/2027-10-30[Europe/Berlin]/P1D', 3, CALENDAR)).to.deep.equal([
      ...['2027-10-29T22:00', '2027-10-30T22:00', '2027-10-31T23:00'],
    ]);
    expect(ticksOf('R2/PT24H/2027-01-01[Europe/Berlin]', 1, CALENDAR)).to.deep.equal(['2026-07-02T10:02:30']);
  });

  it('does as java.time when a local time is left out or comes twice', () => {
    expect(ticksOf('R/2027-03-27T02:30:00[Europe/Berlin]/P1D', 3, CALENDAR)).to.deep.equal([
      ...['2027-03-27T01:30', '2027-03-28T01:30', '2027-03-29T00:30'],
    ]);
    expect(ticksOf('R/2027-10-30T02:30:00[Europe/Berlin]/P1D', 3, CALENDAR)).to.deep.equal([
      ...['2027-10-30T00:30', '2027-10-31T00:30', '2027-11-01T01:30'],
    ]);
    expect(ticksOf('R/2027-10-31T02:30:00+01:00[Europe/Berlin]/P1Y', 1, CALENDAR)).to.deep.equal(['2027-10-31T01:30']);
  });

  it('names the zone when it is unknown', () => {
    for (const [form, text] of [
      ['timeDate', '2027-01-01T09:00:00[Mars/Base]'],
      ['timeCycle', 'R/2027-01-01T09:00:00@Mars/Base/P1D'],
      ['timeCycle', 'R/P1D/2027-01-01T09:00:00Z[Mars/Base]'],
    ] as readonly (readonly [TimerForm, string])[]) {
      const reading = readTimer(form, text, NOW, CALENDAR);
      expect(reading.ok ? 'read' : reading.reason, text).to.equal("unknown time zone 'Mars/Base'");
    }
  });
});

describe('a cycle whose start is past', () => {
  it('is due at its next time, and counts those that are past, when the engine of its file looks for that', () => {
    expect(ticksOf('R/2026-07-01T09:30:00Z/PT1H', 2, CAMUNDA_7)).to.deep.equal(['2026-07-01T10:30', '2026-07-01T11:30']);
    expect(ticksOf('R3/2026-07-01T09:30:00Z/PT1H', 9, CAMUNDA_7)).to.deep.equal(['2026-07-01T10:30', '2026-07-01T11:30']);
    expect(ticksOf('R/2020-01-31T09:00:00Z/P1M', 2, CAMUNDA_7)).to.deep.equal(['2026-07-31T09:00', '2026-08-31T09:00']);
    expect(ticksOf('R/2026-07-01T10:02:30Z/PT1H', 1, CAMUNDA_7)).to.deep.equal(['2026-07-01T11:02:30']);
  });

  it('is due immediately when it is over, if the engine of its file does the same', () => {
    expect(ticksOf('R2/2026-07-01T06:30:00Z/PT1H', 9, CAMUNDA_7)).to.deep.equal(['2026-07-01T06:30']);
    expect(ticksOf('R/2026-07-01T09:30:00Z/PT1H', 1, CALENDAR)).to.deep.equal(['2026-07-01T09:30']);
  });
});

describe('weekdays of a cron text', () => {
  it('count from Sunday = 1 when the file is made for an engine with Quartz', () => {
    for (const [text, tick] of [
      ['0 0 9 ? * 2', '2026-07-06T09:00'],
      ['0 0 9 ? * 2-6', '2026-07-02T09:00'],
      ['0 0 9 ? * 7,1', '2026-07-04T09:00'],
      ['0 0 9 ? * 6-2', '2026-07-03T09:00'],
      ['0 0 9 ? * 2#2', '2026-07-13T09:00'],
      ['0 0 9 ? * 6L', '2026-07-31T09:00'],
      ['0 0 9 ? * L', '2026-07-04T09:00'],
      ['0 0 9 ? * 3/2', '2026-07-02T09:00'],
      ['0 0 9 ? * MON-FRI', '2026-07-02T09:00'],
      ['0 0 9 ? * 2 2027', '2027-01-04T09:00'],
      ['0 9 * * 1', '2026-07-06T09:00'],
    ] as const)
      expect(ticksOf(text, 1, CAMUNDA_7), text).to.deep.equal([tick]);
    for (const text of ['0 0 9 ? * 0', '0 0 9 ? * 1-8'])
      expect(ticksOf(text, 1, CAMUNDA_7)[0], text).to.match(/^weekdays are 1 \(Sunday\) to 7/);
  });
});
