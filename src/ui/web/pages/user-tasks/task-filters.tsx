import { useRef } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import type { ListFilter } from '../../components/filter-bar/list-filters.ts';
import { suggestBusinessIds } from '../../components/filter-bar/suggestions.ts';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/user-tasks.ts';

const { filters: words } = texts;
const DUES = [{ value: 'overdue', label: pageTexts.filters.overdue }];

/** `tasks`: the listed ones; source of suggestions. */
export function TaskFilters(props: {
  readonly get: (name: string) => string;
  readonly set: (changes: Readonly<Record<string, string | number | undefined>>) => void;
  readonly isNextToTask: boolean;
  readonly tasks: readonly UserTaskView[];
}) {
  const { get, set, isNextToTask, tasks } = props;
  const { processes, groups, names } = useSeen(tasks);
  const filters: readonly ListFilter[] = [
    { name: 'businessId', label: words.businessId, suggest: (text) => suggestBusinessIds(text) },
    { name: 'businessIdPart', label: words.businessIdPart, isForBareText: true },
    { name: 'process', label: words.process, suggest: (text) => keysOf(processes, text), completesBareText: true },
    { name: 'group', label: pageTexts.filters.group, suggest: (text) => matching(groups, text) },
    { name: 'name', label: pageTexts.filters.name, suggest: (text) => matching(names, text) },
    { name: 'assignee', label: pageTexts.filters.assignee },
    { name: 'instance', label: words.instance },
    { name: 'activity', label: words.activity },
    { name: 'due', label: pageTexts.filters.due, choices: DUES },
  ];
  return (
    <div {...(isNextToTask && { className: 'filters-next-to-task' })}>
      <FilterBar filters={filters} get={get} set={set} />
    </div>
  );
}

/** Processes, groups and names since the page was opened, so that a filter can be changed to another value. */
function useSeen(tasks: readonly UserTaskView[]) {
  const seen = useRef({ processes: new Map<string, string>(), groups: new Set<string>(), names: new Set<string>() });
  const { processes, groups, names } = seen.current;
  for (const { processKey, processName = '', candidateGroups, name } of tasks) {
    if (processKey !== undefined) processes.set(processKey, processName);
    for (const group of candidateGroups) groups.add(group);
    if (name !== undefined) names.add(name);
  }
  return seen.current;
}

async function matching(values: ReadonlySet<string>, text: string): Promise<readonly string[]> {
  return [...values].filter((value) => value.toLowerCase().includes(text.toLowerCase()));
}

/** Keys of processes whose key or name contains the text. */
async function keysOf(names: ReadonlyMap<string, string>, text: string): Promise<readonly string[]> {
  const wanted = text.toLowerCase();
  return [...names].filter((both) => both.some((one) => one.toLowerCase().includes(wanted))).map(([key]) => key);
}
