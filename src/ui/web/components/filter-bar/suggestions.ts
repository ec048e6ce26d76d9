import type { PageView } from '../../../wire/page.ts';
import type { SearchView, VariablesView } from '../../../wire/search.ts';
import type { WorkflowView } from '../../../wire/workflows.ts';
import { getView } from '../../api/client.ts';
import type { ElementTexts } from '../element-texts.ts';
import { stateWord } from '../status-badge.tsx';
import { type ListFilter, partsOfComparison } from './list-filters.ts';

const MOST = 8;

/** Containing the text. */
export async function suggestKeys(text: string): Promise<readonly string[]> {
  const { items } = await getView<PageView<WorkflowView>>('workflows', { ...(text !== '' && { search: text }), pageSize: MOST });
  return items.map(({ key }) => key);
}

/** Containing the text. `ofKey`: of one process. */
export async function suggestBusinessIds(text: string, ofKey?: string): Promise<readonly string[]> {
  if (text === '') return [];
  const { instances } = await getView<SearchView>('search', { q: text });
  const found = instances.filter(({ key }) => ofKey === undefined || key === ofKey).map(({ businessId }) => businessId);
  return [...new Set(found.filter((id) => id !== null))].slice(0, MOST);
}

/** Completes comparisons of searchable variables: `customer = `, or values after an operator. `ofKey`: of one process; '': of all. */
async function suggestComparisons(text: string, ofKey: string): Promise<readonly string[]> {
  const typed = partsOfComparison(text);
  const key = ofKey === '' ? undefined : ofKey;
  if (typed === undefined) {
    const { paths } = await getView<VariablesView>('variables', { key });
    const wanted = text.trim().toLowerCase();
    return paths
      .filter((path) => path.toLowerCase().includes(wanted))
      .map((path) => `${path} = `)
      .slice(0, MOST);
  }
  const { path, operator, value } = typed;
  const { values } = await getView<VariablesView>('variables', {
    key,
    path,
    ...(value !== '' && { q: value.replace(/^"/, '') }),
  });
  return values.map((one) => `${path} ${operator} ${valueText(one)}`).filter((line) => !line.includes('\n'));
}

/** Adds the suggestions of variables of a process; '': of all. */
export function withComparisons(filters: readonly ListFilter[], ofKey: string): readonly ListFilter[] {
  return filters.map((filter) =>
    filter.kind === 'variables'
      ? { ...filter, suggest: (text: string) => suggestComparisons(text, ofKey), suggestsFor: ofKey }
      : filter,
  );
}

/** Adds the names of elements to the filter by element. */
export function withNames(filters: readonly ListFilter[], names: ElementTexts | undefined): readonly ListFilter[] {
  return filters.map((filter) => (filter.name === 'activity' ? { ...filter, names } : filter));
}

/** Quotes a text that reads as another type (docs/contributing/spec/http/instances.md#types-of-values). */
function valueText(value: string | number | boolean): string {
  const isPlain = typeof value !== 'string' || !/^(?:["\s]|[-+.]?\d|(?:true|false|null)$|$)|\s$/i.test(value);
  return isPlain ? String(value) : JSON.stringify(value);
}

export const INSTANCE_STATES = ['Running', 'Completed', 'Cancelled', 'Failed'].map((value) => ({
  value,
  label: stateWord(value).toLowerCase(),
}));
