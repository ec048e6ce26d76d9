import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { pageTexts } from '../../texts/dashboard.ts';

/** Number of omitted groups, with a link. */
export function MoreGroups(props: {
  readonly more: number;
  /** false: only part of the rows was counted (`which`) */
  readonly isExact: boolean;
  /** word for the rows */
  readonly what: string;
  /** text of the link */
  readonly all: string;
  readonly which: 'newest' | 'oldest';
  readonly to: string;
}) {
  const { more, isExact, what, all, which, to } = props;
  if (more === 0 && isExact) return null;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {more > 0 && pageTexts.groups.more(more, what)}
      {!isExact && pageTexts.groups[which](what)}
      <Anchor component={Link} to={to} size="sm">
        {all}
      </Anchor>
    </Text>
  );
}
