import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import type { useUrlFilters } from '../../components/use-url-filters.ts';

/** How the entry of the chosen element stands; the first is the default, where the status does not say otherwise. */
const ENTRIES = [
  { value: 'active', label: 'stands there' },
  { value: 'failed', label: 'failed there' },
  { value: 'completed', label: 'went through' },
  { value: 'cancelled', label: 'was cancelled there' },
];
const ENTRY_OF_STATUS: Readonly<Record<string, string>> = { Failed: 'failed', Completed: 'completed', Cancelled: 'cancelled' };

const STATES = ['All', 'Running', 'Completed', 'Cancelled', 'Failed'];

/** Takes every filter away. */
export const NO_FILTERS = { status: '', businessId: '', from: '', to: '', activity: '', entry: '' };

/** What the instances are filtered by; all of it lives in the address (docs/spec/pages.md#instances). */
export function InstanceFilters({ filters }: { readonly filters: ReturnType<typeof useUrlFilters> }) {
  const { get, set } = filters;
  const [businessId, setBusinessId] = useDebouncedText(get('businessId'), (businessId) => set({ businessId }));
  const isFiltered = ['status', 'businessId', 'from', 'to', 'activity', 'entry'].some((name) => get(name) !== '');
  return (
    <Group gap="sm" align="flex-end">
      <TextInput label="Business id" value={businessId} onChange={(event) => setBusinessId(event.currentTarget.value)} />
      <NativeSelect
        label="Status"
        data={STATES}
        value={get('status') === '' ? 'All' : get('status')}
        onChange={(event) => set({ status: event.currentTarget.value === 'All' ? '' : event.currentTarget.value })}
      />
      <TimeFilter label="Created from (UTC)" value={get('from')} onChange={(from) => set({ from })} />
      <TimeFilter label="Created before (UTC)" value={get('to')} onChange={(to) => set({ to })} />
      {get('activity') !== '' && (
        <NativeSelect
          label="What happened there"
          data={ENTRIES}
          value={get('entry') === '' ? (ENTRY_OF_STATUS[get('status')] ?? 'active') : get('entry')}
          onChange={(event) => set({ entry: event.currentTarget.value })}
        />
      )}
      {get('activity') !== '' && (
        <Button
          variant="default"
          onClick={() => set({ activity: '', entry: '' })}
          aria-label={`No longer only those at ${get('activity')}`}
        >
          at {get('activity')} ✕
        </Button>
      )}
      {isFiltered && (
        <Button variant="subtle" onClick={() => set(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </Group>
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
