import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { pageTexts } from '../../texts/dashboard.ts';

/** The id is the tooltip if it differs from the name. `—`: the process itself, or unknown. */
export function PlaceName({ name, id }: { readonly name: string | null; readonly id: string | null }) {
  if (name === null || id === null) return '—';
  return (
    <span className="place-name" title={name === id ? name : `${name} (${id})`}>
      {name}
    </span>
  );
}

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
