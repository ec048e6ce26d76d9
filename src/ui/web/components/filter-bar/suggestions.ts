import type { PageView } from '../../../wire/page.ts';
import type { KnownVariableView, SearchView, VariableMatchesView, VariablesView } from '../../../wire/search.ts';
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
    const value = text.trim();
    const [{ paths }, holders, isName] = await Promise.all([
      getView<VariablesView>('variables', { key }),
      value.length < LEAST_OF_VALUE ? [] : pathsWithValue(value, key),
      isPath(value) && value.split('.').length > LISTED_NAMES && isKnown(value, key),
    ]);
    const wanted = value.toLowerCase();
    const named = paths.filter((path) => path.toLowerCase().includes(wanted));
    const isWhole = (path: string) => path.toLowerCase() === wanted;
    const first = isName && !named.includes(value) ? [value] : named.filter(isWhole);
    const names = [...first, ...named.filter((path) => !first.includes(path))].slice(0, MOST);
    return [...names.map((path) => `${path} = `), ...holders.map((path) => `${path} = ${valueText(value)}`)];
  }
  const { path, operator, value } = typed;
  const { values } = await getView<VariablesView>('variables', {
    key,
    path,
    ...(value !== '' && { q: value.replace(/^"/, '') }),
  });
  return values.map((one) => `${path} ${operator} ${valueText(one)}`).filter((line) => !line.includes('\n'));
}

/** Names in the listed paths of the service. */
const LISTED_NAMES = 2;
/** Shorter texts are values of too many variables. */
const LEAST_OF_VALUE = 3;
const MOST_HOLDERS = 4;

const isPath = (text: string) => /^[\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]+)*$/u.test(text);

/** Names of variables with this text or number as value. */
async function pathsWithValue(value: string, key: string | undefined): Promise<readonly string[]> {
  const { matches } = await getView<VariableMatchesView>('variables/matches', { value, key });
  return [...new Set(matches.map(({ path }) => path))].filter(isPath).slice(0, MOST_HOLDERS);
}

async function isKnown(path: string, key: string | undefined): Promise<boolean> {
  return (await getView<KnownVariableView>('variables/known', { path, key })).isKnown === true;
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
export function valueText(value: string | number | boolean): string {
  const isPlain = typeof value !== 'string' || !/^(?:["\s]|[-+.]?\d|(?:true|false|null)$|$)|\s$/i.test(value);
  return isPlain ? String(value) : JSON.stringify(value);
}

export const INSTANCE_STATES = ['Running', 'Completed', 'Cancelled', 'Failed'].map((value) => ({
  value,
  label: stateWord(value).toLowerCase(),
}));
