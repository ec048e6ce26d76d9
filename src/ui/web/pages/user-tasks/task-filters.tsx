import { Button, Group, TextInput } from '@mantine/core';
import { TextFilter } from '../../components/text-filter.tsx';
import type { ActingFields } from './acting.ts';

/** Reads and changes what stands in the address. */
interface Filters {
  readonly get: (name: string) => string;
  readonly set: (changes: Readonly<Record<string, string>>) => void;
}

/** What the list is narrowed by, and who acts. */
export function TaskFilters(props: Filters & { readonly fields: ActingFields | null; readonly isBesideTask: boolean }) {
  const { get, set, fields, isBesideTask } = props;
  return (
    <Group gap="sm" mb="md" align="flex-end" {...(isBesideTask && { className: 'filters-beside-task' })}>
      <TextFilter label="Process key" value={get('process')} onChange={(process) => set({ process })} />
      <TextFilter label="Candidate group" value={get('group')} onChange={(group) => set({ group })} />
      <TextFilter label="Assignee" value={get('assignee')} onChange={(assignee) => set({ assignee })} />
      <Narrowed get={get} onClear={(name) => set({ [name]: '' })} />
      {fields !== null && <Acting fields={fields} />}
    </Group>
  );
}

/** What narrows the list from elsewhere: name in the address, what is said of the value, and what the list is without. */
const NARROWS = [
  ['instance', 'of', 'instances'],
  ['due', '', 'due dates'],
  ['activity', 'at', 'activities'],
] as const;
const LONGEST = 32;

/** Says which tasks these are, and takes that away. */
function Narrowed({ get, onClear }: Pick<Filters, 'get'> & { readonly onClear: (name: string) => void }) {
  return NARROWS.filter(([name]) => get(name) !== '').map(([name, word, all]) => {
    const value = name === 'instance' ? `${get(name).slice(0, 8)}…` : get(name).slice(0, LONGEST);
    return (
      <Button key={name} variant="default" onClick={() => onClear(name)} aria-label={`Tasks of all ${all}`}>
        {word} {value} ✕
      </Button>
    );
  });
}

function Acting({ fields }: { readonly fields: ActingFields }) {
  return (
    <>
      <TextInput label="Acting user" value={fields.user} onChange={(event) => fields.setUser(event.currentTarget.value)} />
      <TextInput
        label="Acting groups (comma separated)"
        value={fields.groups}
        onChange={(event) => fields.setGroups(event.currentTarget.value)}
      />
    </>
  );
}
