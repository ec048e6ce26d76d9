import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NavigateFunction } from 'react-router';
import type { DecisionView } from '../../wire/decisions.ts';
import type { PageView } from '../../wire/page.ts';
import type { SearchView, VariableMatchesView } from '../../wire/search.ts';
import type { UserTaskView } from '../../wire/user-tasks.ts';
import { searchQuery, uiQuery, xmlQuery } from '../api/views.ts';
import type { ElementOutline } from '../components/diagram/element-outline.ts';
import { outlineOf } from '../components/diagram/xml-outline.ts';
import { readComparison } from '../components/filter-bar/list-filters.ts';
import type { May } from '../components/use-may.ts';
import { typeTexts } from '../texts/element-types.ts';
import { texts } from '../texts/texts.ts';

/** Tasks, decisions and elements. */
const MOST = 5;
/** Shorter texts match too many task names. */
const LEAST_OF_TASK = 3;
/** Shorter texts are values of too many variables. */
const LEAST_OF_VALUE = 3;

/** Empty while they are read, after an error, and without permission. */
export interface SearchResults {
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly view: SearchView | undefined;
  readonly tasks: readonly UserTaskView[];
  readonly decisions: readonly DecisionView[];
}

/** Searches all kinds in parallel, tasks from 3 characters. Show no result while `isFetching`, so that none appears above the one that Enter opens. */
export function useFound(asked: string, mayOpen: May): SearchResults {
  const [isAsked, maySee] = [asked !== '', mayOpen('see')];
  const main = useQuery({ ...searchQuery(asked), enabled: isAsked && maySee });
  const tasks = useQuery({
    ...uiQuery<PageView<UserTaskView>>('user-tasks', { search: asked, pageSize: MOST }),
    enabled: asked.length >= LEAST_OF_TASK && mayOpen('see-tasks'),
  });
  const decisions = useQuery({
    ...uiQuery<PageView<DecisionView>>('decisions', { search: asked, pageSize: MOST }),
    enabled: isAsked && maySee,
  });
  const all = [main, tasks, decisions];
  return {
    isFetching: all.some(({ isFetching }) => isFetching),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    view: main.data,
    tasks: tasks.data?.items ?? [],
    decisions: decisions.data?.items ?? [],
  };
}

/** Instances with the text as the value of a variable. They are last, so that they can arrive later. A further key press cancels the request. */
export function useFoundValues(asked: string, mayOpen: May) {
  const isAsked = asked.length >= LEAST_OF_VALUE && readComparison(asked) === undefined && mayOpen('see');
  const { data, isFetching } = useQuery({
    ...uiQuery<VariableMatchesView>('variables/matches', { value: asked }),
    enabled: isAsked,
  });
  return { matches: (isAsked && data?.matches) || [], isFetching };
}

export function valueActions(
  text: string,
  matches: VariableMatchesView['matches'],
  navigate: NavigateFunction,
): SpotlightActionGroupData[] {
  return group(texts.search.values, matches, ({ path, instanceId, key, version, businessId }) => ({
    id: `value ${path} ${instanceId}`,
    label: businessId ?? instanceId,
    description: `${path} = ${text} · ${key} v${version}`,
    onClick: () => void navigate(`/process-instance/${instanceId}`),
  }));
}

/** Grouped: instances, processes, tasks, decisions. */
export function resultActions(
  { view: found, tasks, decisions }: SearchResults,
  navigate: NavigateFunction,
): SpotlightActionGroupData[] {
  const open = (to: string) => () => void navigate(to);
  return [
    group(texts.search.instances, found?.instances ?? [], ({ instanceId, key, version, businessId }) => ({
      id: instanceId,
      label: businessId ?? instanceId,
      description: businessId === null ? `${key} v${version}` : `${key} v${version} · ${instanceId}`,
      onClick: open(`/process-instance/${instanceId}`),
    })),
    group(texts.search.workflows, found?.workflows ?? [], ({ key, version, name }) => ({
      id: `workflow ${key}`,
      label: name ?? key,
      description: name === null ? `v${version}` : `${key} v${version}`,
      onClick: open(`/process-instances/${encodeURIComponent(key)}`),
    })),
    group(texts.search.tasks, tasks, ({ taskId, activityId, name, processName, processKey, businessId }) => ({
      id: `task ${taskId}`,
      label: name ?? activityId,
      description: [processName ?? processKey, businessId].filter((part) => part !== undefined).join(' · '),
      onClick: open(`/user-tasks?task=${taskId}`),
    })),
    group(texts.search.decisions, decisions, ({ key, name, version }) => ({
      id: `decision ${key}`,
      label: name === '' ? key : name,
      description: `${key} v${version}`,
      onClick: open(`/decisions/${encodeURIComponent(key)}`),
    })),
  ].flat();
}

type Action = SpotlightActionGroupData['actions'][number];

function group<T>(name: string, items: readonly T[], actionOf: (item: T) => Action): SpotlightActionGroupData[] {
  return items.length === 0 ? [] : [{ group: name, actions: items.map(actionOf) }];
}

/** Selectable on pages. */
const FLOW_NODE = /(task|event|gateway|subProcess|transaction|callActivity)$/i;

/** Up to 5 elements of the process on the page by id or name; [] for an empty text or without process. */
export function useElementsOfPage(text: string): readonly ElementOutline[] {
  const queries = useQueryClient();
  const [kind] = xmlQuery('', 0).queryKey;
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: ({ queryKey }) => queryKey[0] === kind });
  const model = shown.map(({ state }) => state.data).find((data) => typeof data === 'string');
  const outline = useMemo(() => (model === undefined ? [] : [...outlineOf(model).values()]), [model]);
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const matches = ({ id, tag, name }: ElementOutline) =>
    FLOW_NODE.test(tag) && (id.toLowerCase().includes(wanted) || name?.toLowerCase().includes(wanted) === true);
  return outline.filter(matches).slice(0, MOST);
}

/** Select an element on the current page. */
export function elementActions(elements: readonly ElementOutline[], navigate: NavigateFunction): SpotlightActionGroupData[] {
  return group(texts.search.elements, elements, ({ id, tag, name }) => ({
    id: `element ${id}`,
    label: name ?? id,
    description: `${typeTexts.typeOf(tag)} · ${id}`,
    onClick: () => {
      const parameters = new URLSearchParams(location.search);
      parameters.set(location.pathname.startsWith('/process-instances/') ? 'activity' : 'element', id);
      parameters.delete('entry');
      void navigate({ search: `?${parameters}` });
    },
  }));
}
