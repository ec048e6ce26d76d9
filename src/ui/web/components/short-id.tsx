import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { orDash } from './format.ts';
import { Tooltip } from './tooltip.tsx';

const LENGTH = 8;

/** 8 characters, with the whole id as tooltip (docs/contributing/spec/pages.md#short-ids). `to`: makes it a link. */
export function ShortId({ id, to }: { readonly id: string | null; readonly to?: string }) {
  if (id === null) return <>—</>;
  const text = `${id.slice(0, LENGTH)}…`;
  return (
    <Tooltip label={id}>
      {to === undefined ? (
        <Text span ff="monospace" size="sm" tabIndex={0} aria-label={id}>
          {text}
        </Text>
      ) : (
        <Anchor component={Link} to={to} ff="monospace" size="sm" aria-label={id}>
          {text}
        </Anchor>
      )}
    </Tooltip>
  );
}

/** Stays in one line if it is short. `—`: none. */
export function BusinessId({ id }: { readonly id: string | null }) {
  return id === null ? <span className="missing">{orDash(null)}</span> : <span className="business-cell">{id}</span>;
}
