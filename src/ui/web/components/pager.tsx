import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { texts } from '../texts/texts.ts';

/** See docs/contributing/spec/pages.md#page-size-of-grids. A page after the last (rows were removed, or the address is old) becomes the last. */
export function Pager(props: {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  /** false: `totalCount` is a minimum */
  readonly isExact?: boolean;
  /** default: pages of the list; a page with two lists names the other */
  readonly label?: string;
  readonly onChange: (page: number) => void;
}) {
  const { page, pageSize, totalCount, isExact = true, label = texts.shared.pagesOfList, onChange } = props;
  const last = Math.max(1, Math.ceil(totalCount / pageSize));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is new at every render
  useEffect(() => {
    if (isExact && page > last) onChange(last);
  }, [page, last]);
  return (
    <Group justify="flex-end" mt="sm" component="nav" aria-label={label}>
      <Text size="sm" c="dimmed">
        {texts.shared.total(totalCount, isExact)}
      </Text>
      <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {texts.shared.previous}
      </Button>
      <Text size="sm" className="numbers">
        {texts.shared.pageOf(page, last, isExact)}
      </Text>
      <Button variant="default" size="xs" disabled={isExact && page >= last} onClick={() => onChange(page + 1)}>
        {texts.shared.next}
      </Button>
    </Group>
  );
}
