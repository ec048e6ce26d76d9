import type { PageView } from '../../../wire/page.ts';
import type { SearchView } from '../../../wire/search.ts';
import type { WorkflowView } from '../../../wire/workflows.ts';
import { getView } from '../../api/client.ts';
import { stateWord } from '../status-badge.tsx';

const MOST = 8;

/** Process keys that contain a text. */
export async function suggestKeys(text: string): Promise<readonly string[]> {
  const { items } = await getView<PageView<WorkflowView>>('workflows', { ...(text !== '' && { search: text }), pageSize: MOST });
  return items.map(({ key }) => key);
}

/** Business ids that begin with a text. `ofKey`: of one process. */
export async function suggestBusinessIds(text: string, ofKey?: string): Promise<readonly string[]> {
  if (text === '') return [];
  const { instances } = await getView<SearchView>('search', { q: text });
  const found = instances.filter(({ key }) => ofKey === undefined || key === ofKey).map(({ businessId }) => businessId);
  return [...new Set(found.filter((id) => id !== null))].slice(0, MOST);
}

/** The states of an instance. */
export const INSTANCE_STATES = ['Running', 'Completed', 'Cancelled', 'Failed'].map((value) => ({
  value,
  label: stateWord(value),
}));
