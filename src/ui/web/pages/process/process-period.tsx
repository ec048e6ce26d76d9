import { NativeSelect, TextInput } from '@mantine/core';
import { PERIODS, type Period } from '../../../wire/workflows.ts';
import { timeOf } from '../../components/filter-text.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { enteredTime, fieldTimeIn, zoneMark } from '../../texts/numbers.ts';
import { processTexts } from '../../texts/process.ts';

const texts = processTexts.heat;

/** A named period, or times of the user; an empty time does not limit it. */
export interface ChosenPeriod {
  readonly period: Period | 'custom';
  readonly query: { readonly period: Period } | { readonly from?: string; readonly to?: string };
}

/** From the address: `period`, `from` and `to` in UTC. */
export function periodOf(get: (name: string) => string, usual: Period): ChosenPeriod {
  if (get('period') !== 'custom') {
    const period = PERIODS.find((known) => known === get('period')) ?? usual;
    return { period, query: { period } };
  }
  const [from, to] = [timeOf(get('from')), timeOf(get('to'))];
  if (from === '' && to === '') return { period: 'custom', query: { period: 'all' } };
  return { period: 'custom', query: { ...(from !== '' && { from }), ...(to !== '' && { to }) } };
}

/** In words, for an empty list. */
export function periodText({ period }: ChosenPeriod): string {
  return `${texts.period}: ${texts.periods[period]}.`;
}

export function PeriodSelect({ chosen }: { readonly chosen: ChosenPeriod }) {
  const { get, set } = useUrlFilters();
  return (
    <>
      <NativeSelect
        label={texts.period}
        value={chosen.period}
        data={[...PERIODS, 'custom' as const].map((value) => ({ value, label: texts.periods[value] }))}
        onChange={(event) => set({ period: event.currentTarget.value, from: '', to: '' })}
      />
      {chosen.period === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            max="9999-12-31T23:59"
            label={zoneMark() === '' ? texts.limits[name] : `${texts.limits[name]} (UTC)`}
            defaultValue={fieldOf(get(name))}
            // a change within an incomplete time would reload the metrics at each key
            onBlur={(event) => set({ [name]: enteredTime(event.currentTarget.value) ?? '' })}
            onKeyDown={(event) => event.key === 'Enter' && set({ [name]: enteredTime(event.currentTarget.value) ?? '' })}
          />
        ))}
    </>
  );
}

/** Value of the field in the chosen zone. `utc`: of the address. */
function fieldOf(utc: string): string {
  const ms = Date.parse(timeOf(utc));
  return Number.isNaN(ms) ? '' : fieldTimeIn(ms).replace(' ', 'T');
}
