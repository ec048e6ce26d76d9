import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { FoldedFilters } from '../../components/folded-filters.tsx';
import { stateWord } from '../../components/status-badge.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import type { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';

/** States of the entry at the chosen element; the first is the default, unless the status implies another one. */
const ENTRIES = [
  { value: 'active', label: pageTexts.entries.active },
  { value: 'failed', label: pageTexts.entries.failed },
  { value: 'completed', label: pageTexts.entries.completed },
  { value: 'cancelled', label: pageTexts.entries.cancelled },
];
const ENTRY_OF_STATUS: Readonly<Record<string, string>> = { Failed: 'failed', Completed: 'completed', Cancelled: 'cancelled' };

const STATES = [
  { value: '', label: texts.shared.all },
  ...['Running', 'Completed', 'Cancelled', 'Failed'].map((value) => ({ value, label: stateWord(value) })),
];

/** Takes every filter away. */
export const NO_FILTERS = { status: '', businessId: '', from: '', to: '', activity: '', entry: '' };

/** Filters of the instances, all in the address (docs/contributing/spec/pages.md#instances). */
export function InstanceFilters({ filters }: { readonly filters: ReturnType<typeof useUrlFilters> }) {
  const { get, set } = filters;
  const [businessId, setBusinessId] = useDebouncedText(get('businessId'), (businessId) => set({ businessId }));
  const count = Object.keys(NO_FILTERS).filter((name) => get(name) !== '').length;
  return (
    <FoldedFilters summary={texts.shared.foldedFilters(count)}>
      <Group gap="sm" mb="md" align="flex-end">
        <TextInput
          label={texts.names.businessIdFilter}
          value={businessId}
          onChange={(event) => setBusinessId(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.names.status}
          data={STATES}
          value={get('status')}
          onChange={(event) => set({ status: event.currentTarget.value })}
        />
        <TimeFilter label={texts.names.createdFrom} value={get('from')} onChange={(from) => set({ from })} />
        <TimeFilter label={texts.names.createdBefore} value={get('to')} onChange={(to) => set({ to })} />
        {get('activity') !== '' && (
          <NativeSelect
            label={pageTexts.whatHappened}
            data={ENTRIES}
            value={get('entry') === '' ? (ENTRY_OF_STATUS[get('status')] ?? 'active') : get('entry')}
            onChange={(event) => set({ entry: event.currentTarget.value })}
          />
        )}
        {get('activity') !== '' && (
          <Button
            variant="default"
            onClick={() => set({ activity: '', entry: '' })}
            aria-label={pageTexts.noLongerAt(get('activity'))}
          >
            {pageTexts.at(get('activity'))}
          </Button>
        )}
        {count > 0 && (
          <Button variant="subtle" onClick={() => set(NO_FILTERS)}>
            {texts.shared.clear}
          </Button>
        )}
      </Group>
    </FoldedFilters>
  );
}

function TimeFilter(props: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <TextInput
      type="datetime-local"
      label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
