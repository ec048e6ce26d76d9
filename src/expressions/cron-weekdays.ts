/** Index of the weekday field in cron texts with seconds, and with five fields. */
const FIELD = 5;
const FIELD_OF_FIVE = 4;

/**
 * Converts the weekdays of a Quartz cron text (Sunday = 1) to Sunday = 0. Texts with five fields are unchanged: Quartz does not have them.
 * @returns undefined if a weekday is not a number from 1 to 7
 */
export function withoutQuartzWeekdays(cron: string): string | undefined {
  const fields = cron.split(' ');
  const field = fields[FIELD];
  if (field === undefined) return cron;
  let isValid = true;
  const converted = field.split(',').map((item) => {
    if (item === 'L') return '6';
    // skips numbers of steps and occurrences, which follow another character
    const days = item.replace(/^\d+|-\d+/g, (written) => {
      const day = Math.abs(Number(written));
      if (day < 1 || day > 7) isValid = false;
      return `${written.startsWith('-') ? '-' : ''}${day - 1}`;
    });
    return days.replace(/^(\d)-(\d)$/, (range, from: string, to: string) => (from > to ? `${from}-6,0-${to}` : range));
  });
  return isValid ? [...fields.slice(0, FIELD), converted.join(','), ...fields.slice(FIELD + 1)].join(' ') : undefined;
}

/** Splits off the time zone: `0 0 9 * * ? [Europe/Berlin]`, `0 0 9 * * ?@Europe/Berlin`. */
export function withoutZone(cron: string): { readonly fields: string; readonly zone?: string } {
  const [, fields = cron, inBrackets, behindSign] = /^(.*[^\s@[])\s*(?:\[([^[\]]*)\]|@([^@[\]]*))$/s.exec(cron.trim()) ?? [];
  const zone = (inBrackets ?? behindSign)?.trim();
  return zone === undefined ? { fields } : { fields, zone };
}

/** First numeric weekday of a cron text, and whether the text has five fields; undefined if none exists. */
export function weekdayNumberIn(cron: string): { readonly written: string; readonly hasFiveFields: boolean } | undefined {
  const fields = withoutZone(cron).fields.trim().split(/\s+/);
  const hasFiveFields = fields.length === FIELD_OF_FIVE + 1;
  const written = fields[hasFiveFields ? FIELD_OF_FIVE : FIELD]?.split(',').find((item) => /^\d/.test(item));
  return written === undefined ? undefined : { written, hasFiveFields };
}
