import { Button, Group } from '@mantine/core';
import { useRef } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { FoldedFilters } from '../../components/folded-filters.tsx';
import { TextFilter } from '../../components/text-filter.tsx';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/user-tasks.ts';

/** Reads and changes the filters in the address. */
interface Filters {
  readonly get: (name: string) => string;
  readonly set: (changes: Readonly<Record<string, string>>) => void;
}

/** Filters of the list. `tasks`: the listed tasks; their processes and groups are the options. */
export function TaskFilters(
  props: Filters & {
    readonly isBesideTask: boolean;
    readonly tasks: readonly UserTaskView[];
  },
) {
  const { get, isBesideTask } = props;
  const given = ['process', 'group', 'businessId', 'name', 'assignee', ...NARROWS].map(get);
  const count = given.filter((text) => text !== '').length;
  return (
    <FoldedFilters summary={pageTexts.foldedFilters(count)} {...(isBesideTask && { className: 'filters-beside-task' })}>
      <Fields {...props} />
    </FoldedFilters>
  );
}

function Fields(props: Parameters<typeof TaskFilters>[0]) {
  const { get, set, isBesideTask, tasks } = props;
  const offered = useOffered(tasks);
  return (
    <Group gap="sm" mb="md" align="flex-end" {...(isBesideTask && { className: 'filters-beside-task' })}>
      <TextFilter
        label={texts.names.processKey}
        value={get('process')}
        offered={offered.processes}
        onChange={(process) => set({ process })}
      />
      <TextFilter
        label={pageTexts.candidateGroup}
        value={get('group')}
        offered={offered.groups}
        onChange={(group) => set({ group })}
      />
      <TextFilter label={texts.names.businessIdFilter} value={get('businessId')} onChange={(businessId) => set({ businessId })} />
      <TextFilter label={pageTexts.taskName} value={get('name')} offered={offered.names} onChange={(name) => set({ name })} />
      <TextFilter label={pageTexts.assignee} value={get('assignee')} onChange={(assignee) => set({ assignee })} />
      <Narrowed get={get} onClear={(name) => set({ [name]: '' })} />
    </Group>
  );
}

/** Processes, groups and names of all tasks shown since the page was opened, so that a filter can be changed to another value. */
function useOffered(tasks: readonly UserTaskView[]) {
  const seen = useRef({
    processes: new Map<string, string>(),
    groups: new Map<string, string>(),
    names: new Map<string, string>(),
  });
  const { processes, groups, names } = seen.current;
  for (const { processKey, processName, candidateGroups, name } of tasks) {
    if (processKey !== undefined) processes.set(processKey, processName ?? processKey);
    for (const group of candidateGroups) groups.set(group, group);
    if (name !== undefined) names.set(name, name);
  }
  return seen.current;
}

/** Filters that other pages set, by their name in the address. */
const NARROWS = ['instance', 'due', 'activity'] as const;
const LONGEST = 32;

/** Shows an active filter with a button that removes it. */
function Narrowed({ get, onClear }: Pick<Filters, 'get'> & { readonly onClear: (name: string) => void }) {
  return NARROWS.filter((name) => get(name) !== '').map((name) => {
    const value = name === 'instance' ? `${get(name).slice(0, 8)}…` : get(name).slice(0, LONGEST);
    return (
      <Button key={name} variant="default" onClick={() => onClear(name)} aria-label={pageTexts.widen[name]}>
        {pageTexts.narrowed[name](value)}
      </Button>
    );
  });
}
