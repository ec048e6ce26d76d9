import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';

/** An element by its name, with its id as tooltip where that is another text; `—`: the process itself, or nobody knows. */
export function PlaceName({ name, id }: { readonly name: string | null; readonly id: string | null }) {
  if (name === null || id === null) return '—';
  return (
    <span className="place-name" title={name === id ? name : `${name} (${id})`}>
      {name}
    </span>
  );
}

/** Says what a table of groups leaves out, and where it is. `which`: of what was counted. */
export function MoreGroups(props: {
  readonly more: number;
  readonly isExact: boolean;
  readonly what: string;
  readonly which: 'newest' | 'oldest';
  readonly to: string;
}) {
  const { more, isExact, what, which, to } = props;
  if (more === 0 && isExact) return null;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {more > 0 && `${more.toLocaleString('en')} more ${more === 1 ? 'group' : 'groups'} of ${what}. `}
      {!isExact && `Only the 10,000 ${which} ${what} were counted. `}
      <Anchor component={Link} to={to} size="sm">
        All {what}
      </Anchor>
    </Text>
  );
}
