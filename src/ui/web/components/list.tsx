import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { ErrorBar } from './error-bar.tsx';
import { Loading } from './loading.tsx';
import { refusedSearch } from './refused-search.ts';

/** Shows the states loading, empty and failed (docs/contributing/spec/pages.md#list-states). */
export function List<T>(props: {
  readonly query: UseQueryResult<T>;
  /** text before the error message */
  readonly failure: string;
  readonly isEmpty: (data: T) => boolean;
  readonly empty: string;
  /** creates the first item, for the empty state */
  readonly command?: (apiUrl: string) => string;
  /** removes the filters; absent: none are active */
  readonly onClear?: (() => void) | undefined;
  /** second sentence of the empty state: the reason, or what to do */
  readonly hint?: string | undefined;
  /** empty state of one line, because other parts of the page are more important */
  readonly isPlain?: boolean;
  readonly children: (data: T) => ReactNode;
}) {
  const { query, failure, isEmpty, empty, command, onClear, hint, isPlain = false, children } = props;
  const emptyState = isPlain ? (
    <Text c="dimmed">{empty}</Text>
  ) : (
    <EmptyState text={empty} hint={hint} onClear={onClear} {...(command !== undefined && { command })} />
  );
  const refusal = refusedSearch(query.error);
  if (refusal !== undefined)
    return (
      <Text size="sm" role="status" className="any-text">
        {refusal}
      </Text>
    );
  return (
    <>
      {query.isError && (
        <ErrorBar text={`${failure}: ${query.error.message}`} onRetry={() => void query.refetch()} asOf={query.dataUpdatedAt} />
      )}
      {query.isPending && <Loading />}
      {query.data !== undefined && (isEmpty(query.data) ? emptyState : children(query.data))}
    </>
  );
}
