import { weekdayNumberIn } from '../../expressions/timers.ts';
import type { FileDialect } from '../dialects/dialect.ts';

/** Warns about ambiguous weekday numbers of a cron text. */
export function weekdayWarning(cron: string, { timers, countsWeekdaysAlike }: FileDialect): string | undefined {
  const number = weekdayNumberIn(cron);
  if (timers === undefined || number === undefined || countsWeekdaysAlike) return undefined;
  if (timers.weekdays === 'quartz' && !number.hasFiveFields) return undefined;
  if (timers.weekdays === 'unix' && number.hasFiveFields) return undefined;
  return `weekday '${number.written}' of a cron text is counted from 0 (Sunday); Quartz counts from 1 (Sunday). Use SUN to SAT`;
}
