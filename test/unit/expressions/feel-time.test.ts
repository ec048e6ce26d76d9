import { feelTable } from '../../support/engine/feel-values.ts';

describe('dates and times of FEEL', () => {
  describe('are read from texts and parts', () => {
    feelTable([
      ['date("2024-02-29")', '2024-02-29'],
      ['date("2023-02-29")', null],
      ['date("2024-2-9")', null],
      ['date("-0044-03-15")', '-0044-03-15'],
      ['date("12024-01-01")', '12024-01-01'],
      ['date("02024-01-01")', null],
      ['date(2024, 2, 29)', '2024-02-29'],
      ['date(2024, 2, 30)', null],
      ['date(date and time("2024-02-29T10:00:00Z"))', '2024-02-29'],
      ['date(null)', null],
      ['time("10:20:30.5")', '10:20:30.5'],
      ['time("24:00:00")', null],
      ['time("10:20:60")', null],
      ['time("10:20:30+05:30")', '10:20:30+05:30'],
      ['time("10:20:30@Europe/Berlin")', '10:20:30@Europe/Berlin'],
      ['time("10:20:30@Middle/Earth")', null],
      ['time("10:20:30+19:00")', null],
      ['time(10, 20, 30)', '10:20:30'],
      ['time(10, 20, 30.25, duration("-PT1H30M"))', '10:20:30.25-01:30'],
      ['time(10, 20, 30, duration("PT0S"))', '10:20:30Z'],
      ['time(10, 60, 0)', null],
      ['time(date("2024-01-01"))', '00:00:00Z'],
      ['date and time("2024-01-01")', '2024-01-01T00:00:00'],
      ['date and time("2024-01-01T24:00:00")', '2024-01-02T00:00:00'],
      ['date and time("2024-01-01T10:00:00@Europe/Berlin")', '2024-01-01T10:00:00+01:00'],
      ['date and time("2024-07-01T10:00:00@Europe/Berlin")', '2024-07-01T10:00:00+02:00'],
      ['date and time(date("2024-01-01"), time("10:00:00Z"))', '2024-01-01T10:00:00Z'],
      ['date and time(2024, 1, 1, 10, 0, 0, "Europe/Paris")', '2024-01-01T10:00:00+01:00'],
      ['date and time(2024, 1, 1, 10, 0, 0, duration("PT2H"))', '2024-01-01T10:00:00+02:00'],
      ['date and time("2024-01-01 10:00:00")', null],
      ['@"2024-01-01"', '2024-01-01'],
      ['@"10:00:00Z"', '10:00:00Z'],
      ['@"P1DT2H"', 'P1DT2H'],
    ]);
  });

  describe('have members', () => {
    feelTable([
      ['date("2024-02-29").year', 2024],
      ['date("2024-02-29").weekday', 4],
      ['date and time("2024-02-29T10:20:30Z").hour', 10],
      ['date and time("2024-02-29T10:20:30Z").time offset', 'PT0S'],
      ['date and time("2024-07-01T10:20:30@Europe/Berlin").time offset', 'PT2H'],
      ['date and time("2024-07-01T10:20:30@Europe/Berlin").timezone', 'Europe/Berlin'],
      ['time("10:20:30").time offset', null],
      ['duration("P1Y14M").months', 2],
      ['duration("-P14M").years', -1],
      ['duration("PT36H").hours', 12],
      ['duration("P1Y").days', null],
      ['date("2024-02-29").hour', null],
      ['day of year(date("2024-12-31"))', 366],
      ['day of week(date("2024-02-29"))', 'Thursday'],
      ['month of year(date("2024-02-29"))', 'February'],
      ['week of year(date("2005-01-01"))', 53],
      ['last day of month(date("2024-02-10"))', '2024-02-29'],
    ]);
  });

  describe('are computed with', () => {
    feelTable([
      ['date("2024-01-31") + duration("P1M")', '2024-02-29'],
      ['date("2024-03-31") - duration("P1M")', '2024-02-29'],
      ['date("2024-01-01") + duration("PT36H")', '2024-01-02'],
      ['date("2024-01-01") - duration("PT1H")', '2023-12-31'],
      ['duration("P1Y") + date("2024-02-29")', '2025-02-28'],
      ['date("2024-03-01") - date("2024-02-01")', 'P29D'],
      ['date and time("2024-01-01T10:00:00+01:00") - date and time("2024-01-01T10:00:00Z")', '-PT1H'],
      ['date("2024-01-01") - date and time("2023-01-01T00:00:00")', null],
      ['date and time("2024-01-01T00:00:00Z") - date("2024-01-01")', 'PT0S'],
      ['date and time("2024-03-31T01:30:00@Europe/Berlin") + duration("PT1H")', '2024-03-31T03:30:00+02:00'],
      ['date and time("2024-03-30T12:00:00@Europe/Berlin") + duration("P1D")', '2024-03-31T13:00:00+02:00'],
      ['date and time("2024-01-31T10:00:00Z") + duration("P1M")', '2024-02-29T10:00:00Z'],
      ['time("23:00:00") + duration("PT2H")', '01:00:00'],
      ['time("10:00:00") - time("11:00:00")', '-PT1H'],
      ['time("10:00:00Z") - time("11:00:00+01:00")', 'PT0S'],
      ['date("2024-01-01") + 1', null],
      ['date("2024-01-01") + date("2024-01-01")', null],
      ['years and months duration(date("2011-12-22"), date("2013-08-24"))', 'P1Y8M'],
      ['years and months duration(date("2013-08-24"), date("2011-12-22"))', '-P1Y8M'],
      ['years and months duration(date("2024-01-31"), date("2024-02-29"))', 'P0M'],
    ]);
  });

  describe('are durations', () => {
    feelTable([
      ['duration("P1Y") * 1.5', 'P1Y6M'],
      ['1.5 * duration("P1M")', 'P1M'],
      ['duration("-P23M") * 2.5', '-P4Y9M'],
      ['duration("PT1H") * 36', 'P1DT12H'],
      ['duration("PT1H") / 4', 'PT15M'],
      ['duration("P10Y11M") / 2.5', 'P4Y4M'],
      ['duration("P1D") / duration("PT1H")', 24],
      ['duration("P1Y") / duration("P3M")', 4],
      ['duration("P1D") / duration("PT0S")', null],
      ['duration("P1D") / 0', null],
      ['duration("P1Y") / duration("P1D")', null],
      ['duration("P1Y") + duration("P1D")', null],
      ['duration("P1Y") + duration("P3M")', 'P1Y3M'],
      ['-duration("PT5M")', '-PT5M'],
      ['abs(duration("-PT5H"))', 'PT5H'],
      ['abs(duration("-P1Y"))', 'P1Y'],
      ['duration("P1Y1D")', null],
      ['duration("P1W")', 'P7D'],
      ['duration("PT")', null],
      ['duration("P1.5D")', null],
      ['duration("PT0.5S")', 'PT0.5S'],
      ['duration("PT1.000000001S") - duration("PT1S")', 'PT0.000000001S'],
      ['duration("P999999999D") + duration("PT1S")', 'P999999999DT1S'],
    ]);
  });

  describe('compare among themselves only', () => {
    feelTable([
      ['date("2024-01-01") = date and time("2024-01-01T00:00:00")', null],
      ['date("2024-01-01") < date and time("2024-01-02T00:00:00")', null],
      ['time("10:00:00") = time("10:00:00@Europe/Paris")', false],
      ['time("10:00:00Z") = time("10:00:00+00:00")', true],
      ['date and time("2024-01-01T10:00:00@Europe/Berlin") = date and time("2024-01-01T09:00:00Z")', true],
      ['is(time("10:00:00Z"), time("10:00:00@Etc/UTC"))', false],
      ['is(time("10:00:00Z"), time("10:00:00+00:00"))', true],
      ['is(time("10:00:00@Europe/Berlin"), time("10:00:00@Europe/Rome"))', false],
      ['is(time("10:00:00Z"), time("11:00:00+01:00"))', false],
      ['is(time("10:00:00"), time("10:00:00Z"))', false],
      ['is(@"2024-07-01T10:00:00@Europe/Berlin", @"2024-07-01T10:00:00+02:00")', false],
      ['is(value1: date("2024-01-01"))', false],
      ['is(date("2024-01-01"))', null],
      ['is(@"2024-07-01T10:00:00@Europe/Berlin", @"2024-07-01T08:00:00Z")', false],
      ['is(date("2024-01-01"), date("2024-01-01"))', true],
      ['date("2024-06-01") in [date("2024-01-01")..date("2024-12-31")]', true],
      ['time("10:00:00") between time("09:00:00") and time("11:00:00")', true],
    ]);
  });
});
