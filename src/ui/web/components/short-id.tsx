import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { texts } from '../texts/texts.ts';
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

/** Topmost caller, whose business id a called instance shows. */
export interface BusinessIdOfCaller {
  readonly instanceId: string;
  readonly businessId: string | null;
}

/** The members of the API of a called instance; undefined: no instance called it. */
export function callerOf(row: {
  readonly rootInstanceId?: string;
  readonly rootBusinessId?: string | null;
}): BusinessIdOfCaller | undefined {
  const { rootInstanceId: instanceId, rootBusinessId: businessId = null } = row;
  return instanceId === undefined ? undefined : { instanceId, businessId };
}

/** Stays in one line if it is short. `—`: none. `root`: absent if no instance called it. `isPlain`: without a link to it. */
export function BusinessId(props: {
  readonly id: string | null;
  readonly root?: BusinessIdOfCaller | undefined;
  readonly isPlain?: boolean;
}) {
  const { id, root, isPlain = false } = props;
  if (id === null && root?.businessId != null) {
    return (
      <span className="business-cell">
        {isPlain ? (
          root.businessId
        ) : (
          <Anchor component={Link} to={`/process-instance/${root.instanceId}`} size="sm">
            {root.businessId}
          </Anchor>
        )}{' '}
        <Text span size="xs" c="dimmed">
          {texts.names.ofCaller}
        </Text>
      </span>
    );
  }
  return id === null ? <span className="missing">{orDash(null)}</span> : <span className="business-cell">{id}</span>;
}
