import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { InstanceHeader } from '../../../wire/instances.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatDuration, formatTime, orDash } from '../../components/format.ts';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useMay } from '../../components/use-may.ts';
import { CancelInstanceDialog } from './cancel-instance-dialog.tsx';

/** At most so many children are named; the tree has them all. */
const CHILDREN_SHOWN = 5;

/** Who the instance is, where it belongs, and what can be done with the whole of it. `childInstances`: those its call activities have started. */
export function InstanceHead({
  instance,
  childInstances,
}: {
  readonly instance: InstanceHeader;
  readonly childInstances: readonly string[];
}) {
  const { instanceId, key, version, businessId, status, startedAt, completedAt, parent } = instance;
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  const queries = useQueryClient();
  const isLoading = useIsFetching() > 0;
  const [isCancelling, setCancelling] = useState(false);
  const may = useMay();
  const path = `/process-instances/${encodeURIComponent(key)}`;
  // whoever came by a link has nowhere to go back to
  const back = () => void (isFirst ? navigate(path) : navigate(-1));
  return (
    <header>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={back}>
            Back
          </Button>
          <Title order={1} size="h3">
            Process Instance
          </Title>
          <StatusBadge status={status} />
          <Group gap={2} wrap="nowrap">
            <Text ff="monospace" size="sm">
              {instanceId}
            </Text>
            <CopyButton text={instanceId} label="Copy Instance ID" />
          </Group>
        </Group>
        <Group gap="sm">
          <RefreshButton isLoading={isLoading} onClick={() => void queries.invalidateQueries()} />
          {status === 'Running' && may('operate', key) && (
            <Button color="red" variant="outline" className="danger-outline" onClick={() => setCancelling(true)}>
              Cancel instance
            </Button>
          )}
        </Group>
      </Group>
      <Group gap="xl" component="dl" my="sm" className="facts">
        <Fact name="Workflow">
          <Anchor component={Link} to={`${path}/${version}`} size="sm">
            {key} v{version}
          </Anchor>
        </Fact>
        <Fact name="Business id">{orDash(businessId)}</Fact>
        <Fact name="Started (UTC)">{formatTime(startedAt)}</Fact>
        <Fact name="Ended (UTC)">{formatTime(completedAt)}</Fact>
        {startedAt !== null && (
          <Fact name="Duration">
            {formatDuration(Date.parse(startedAt), completedAt === null ? Date.now() : Date.parse(completedAt))}
          </Fact>
        )}
        {parent !== null && (
          <Fact name="Called by">
            <ShortId id={parent.instanceId} to={`/process-instance/${parent.instanceId}`} />
          </Fact>
        )}
        {childInstances.length > 0 && (
          <Fact name="Called">
            <Group gap="xs" component="span">
              {childInstances.slice(0, CHILDREN_SHOWN).map((child) => (
                <ShortId key={child} id={child} to={`/process-instance/${child}`} />
              ))}
              {childInstances.length > CHILDREN_SHOWN && `and ${childInstances.length - CHILDREN_SHOWN} more`}
            </Group>
          </Fact>
        )}
      </Group>
      {isCancelling && <CancelInstanceDialog instanceId={instanceId} onClose={() => setCancelling(false)} />}
    </header>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
