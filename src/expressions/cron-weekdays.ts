/** The field of weekdays in a text with seconds, and in one of five fields. */
const FIELD = 5;
const FIELD_OF_FIVE = 4;

/**
 * A cron text of Quartz, whose weekdays count from Sunday = 1, with weekdays that count from Sunday = 0. Quartz has no texts of five fields: they stay as
 * they are. @returns undefined if a weekday is not a number from 1 to 7
 */
export function withoutQuartzWeekdays(cron: string): string | undefined {
  const fields = cron.split(' ');
  const field = fields[FIELD];
  if (field === undefined) return cron;
  let isValid = true;
  const converted = field.split(',').map((item) => {
    if (item === 'L') return '6';
    // the number of a step or an occurrence has another sign before it
    const days = item.replace(/^\d+|-\d+/g, (written) => {
      const day = Math.abs(Number(written));
      if (day < 1 || day > 7) isValid = false;
      return `${written.startsWith('-') ? '-' : ''}${day - 1}`;
    });
    return days.replace(/^(\d)-(\d)$/, (range, from: string, to: string) => (from > to ? `${from}-6,0-${to}` : range));
  });
  return isValid ? [...fields.slice(0, FIELD), converted.join(','), ...fields.slice(FIELD + 1)].join(' ') : undefined;
}

/** A cron text without the name of a time zone behind it: `0 0 9 * * ? [Europe/Berlin]`, `0 0 9 * * ?@Europe/Berlin`. */
export function withoutZone(cron: string): { readonly fields: string; readonly zone?: string } {
  const [, fields = cron, inBrackets, behindSign] = /^(.*[^\s@[])\s*(?:\[([^[\]]*)\]|@([^@[\]]*))$/s.exec(cron.trim()) ?? [];
  const zone = (inBrackets ?? behindSign)?.trim();
  return zone === undefined ? { fields } : { fields, zone };
}

/** The first weekday that a cron text gives as a number, and whether the text has five fields; undefined if there is none. */
export function weekdayNumberIn(cron: string): { readonly written: string; readonly hasFiveFields: boolean } | undefined {
  const fields = withoutZone(cron).fields.trim().split(/\s+/);
  const hasFiveFields = fields.length === FIELD_OF_FIVE + 1;
  const written = fields[hasFiveFields ? FIELD_OF_FIVE : FIELD]?.split(',').find((item) => /^\d/.test(item));
  return written === undefined ? undefined : { written, hasFiveFields };
}
