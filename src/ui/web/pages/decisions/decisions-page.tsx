import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { decisionsQuery } from '../../api/decisions.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import { useMayOpen } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import { DecisionGrid } from './decision-grid.tsx';

const words = decisionsTexts.list;

/** One row per key with its latest version (docs/contributing/spec/pages.md#decisions). */
export function DecisionsPage() {
  const filters = useUrlFilters();
  const may = useMayOpen();
  const [search, since, sort] = [filters.get('search'), filters.get('since'), filters.get('sort')];
  const decisions = useQuery(decisionsQuery({ search, since, sort, page: filters.page }));
  const [text, setText] = useDebouncedText(search, (search) => filters.set({ search }));
  const isFiltered = search !== '' || since !== '';
  return (
    <>
      <PageHeading title={words.title}>
        <TextInput
          placeholder={words.search}
          aria-label={words.search}
          w={260}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          aria-label={words.since}
          title={words.since}
          value={since}
          onChange={(event) => filters.set({ since: event.currentTarget.value })}
        />
        {may('author') && (
          <Button component={Link} to="/decision-editor">
            {decisionsTexts.editor.newDecision}
          </Button>
        )}
        <RefreshButton isLoading={decisions.isFetching} onClick={() => void decisions.refetch()} />
      </PageHeading>
      <List
        query={decisions}
        failure={words.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={isFiltered ? words.nothingFits : words.empty}
        onClear={isFiltered ? () => filters.set({ search: '', since: '' }) : undefined}
      >
        {({ items, page, pageSize, totalCount }) => (
          <>
            <DecisionGrid decisions={items} sort={sort} onSort={(sort) => filters.set({ sort })} />
            <Pager page={page} pageSize={pageSize} totalCount={totalCount} onChange={(page) => filters.set({ page })} />
          </>
        )}
      </List>
    </>
  );
}
