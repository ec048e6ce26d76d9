import { Anchor, Button, Group, Title } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { InstanceHeader, NamedInstanceView, RootView } from '../../../wire/instances.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatDuration, formatTime, orDash, spanText } from '../../components/format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { BusinessId, ShortId } from '../../components/short-id.tsx';
import { Badge, StatusBadge, stateWord } from '../../components/status-badge.tsx';
import { useMay } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/instance.ts';
import { repairTexts } from '../../texts/repairs.ts';
import { texts } from '../../texts/texts.ts';

const CancelInstanceDialog = lazyPart(async () => (await import('./cancel-instance-dialog.tsx')).CancelInstanceDialog);

/** Listed called instances; the tree has all. */
const CHILDREN_SHOWN = 5;

/** Names, parents and actions. `processName` null: loading. `childInstances`: called instances. */
export function InstanceHead(props: {
  readonly instance: InstanceHeader;
  readonly processName: string | null;
  readonly hasIncident: boolean;
  readonly isSuspended: boolean;
  readonly childInstances: readonly ShownCall[];
  /** receives the element in which others render actions; null when it is removed */
  readonly onActsPlace: (place: HTMLElement | null) => void;
}) {
  const { instance, processName, hasIncident, isSuspended, onActsPlace } = props;
  const { instanceId, key, businessId, status } = instance;
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  const queries = useQueryClient();
  const isLoading = useIsFetching() > 0;
  const [isCancelling, setCancelling] = useState(false);
  const may = useMay();
  const path = `/process-instances/${encodeURIComponent(key)}`;
  // without earlier page in the browser history, opens the list
  const back = () => void (isFirst ? navigate(path) : navigate(-1));
  return (
    <header>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={back}>
            {pageTexts.back}
          </Button>
          <Title order={1} size="h3" className="instance-title">
            <span className="overline">{pageTexts.title}</span> {businessId ?? processName ?? key}
          </Title>
          <State instance={instance} hasIncident={hasIncident} />
          {isSuspended && <Badge tone="wait">{pageTexts.suspended}</Badge>}
        </Group>
        <Group gap="sm" className="instance-acts">
          <div className="instance-acts" ref={onActsPlace} />
          <RefreshButton isLoading={isLoading} onClick={() => void queries.invalidateQueries()} />
          {status === 'Running' && may('operate', key) && (
            <Button color="red" variant="outline" className="danger-outline" onClick={() => setCancelling(true)}>
              {repairTexts.cancel.title}
            </Button>
          )}
        </Group>
      </Group>
      <Facts {...props} path={path} />
      {isCancelling && <CancelInstanceDialog instanceId={instanceId} onClose={() => setCancelling(false)} />}
    </header>
  );
}

/** The list of incidents can only be filtered by the topmost caller, so only its page has a link to several ones. */
function State({ instance, hasIncident }: { readonly instance: InstanceHeader; readonly hasIncident: boolean }) {
  const { instanceId, status, root, calledIncident } = instance;
  const word = stateWord(status);
  const count = calledIncident?.openIncidents ?? 0;
  const state = hasIncident ? pageTexts.withIncident(word) : count > 0 ? pageTexts.withCalledIncident(word) : undefined;
  return (
    <>
      {state === undefined ? <StatusBadge status={status} /> : <Badge tone="incident">{state}</Badge>}
      {count > 1 && !hasIncident && root === undefined && (
        <Anchor component={Link} size="sm" to={`/incidents?root=${instanceId}`}>
          {pageTexts.allCalled(count)}
        </Anchor>
      )}
    </>
  );
}

/** Caller or called instance, named by its process. */
export type ShownCall = NamedInstanceView;

/** Business id and process; the id if they are not known. `root`: topmost caller, for a caller that is called itself. */
function CallLink({ call, root }: { readonly call: ShownCall; readonly root?: RootView | undefined }) {
  const { instanceId, processName, key } = call;
  const to = `/process-instance/${instanceId}`;
  const names = [call.businessId ?? root?.businessId, processName ?? key].filter((name) => name != null);
  if (names.length === 0) return <ShortId id={instanceId} to={to} />;
  return (
    <Anchor component={Link} to={to} size="sm" title={instanceId}>
      {names.join(' · ')}
    </Anchor>
  );
}

function Facts({
  instance,
  processName,
  childInstances,
  path,
}: {
  readonly instance: InstanceHeader;
  readonly processName: string | null;
  readonly childInstances: readonly ShownCall[];
  readonly path: string;
}) {
  const { instanceId, key, version, businessId, startedAt, completedAt, parent, root } = instance;
  return (
    <Group gap="xl" component="dl" my="sm" className="facts">
      <Fact name={pageTexts.workflow}>
        <Anchor component={Link} to={`${path}/${version}`} size="sm">
          {key} v{version}
        </Anchor>
      </Fact>
      {processName !== null && businessId !== null && <Fact name={texts.names.name}>{processName}</Fact>}
      <Fact name={texts.names.businessIdFilter}>
        {root === undefined ? (
          orDash(businessId)
        ) : (
          <BusinessId id={businessId} root={root} isPlain={root.instanceId === parent?.instanceId} />
        )}
      </Fact>
      <Fact name={pageTexts.started}>{formatTime(startedAt)}</Fact>
      <Fact name={pageTexts.ended}>{formatTime(completedAt)}</Fact>
      {startedAt !== null && (
        <Fact name={pageTexts.duration}>
          <Span from={Date.parse(startedAt)} to={completedAt === null ? null : Date.parse(completedAt)} />
        </Fact>
      )}
      <Fact name={texts.names.instance}>
        <Group gap={2} wrap="nowrap" component="span">
          <span className="monospace">{instanceId}</span>
          <CopyButton text={instanceId} label={pageTexts.copyId} />
        </Group>
      </Fact>
      {parent !== null && (
        <Fact name={pageTexts.calledBy}>
          <CallLink call={parent} root={root} />
        </Fact>
      )}
      {childInstances.length > 0 && (
        <Fact name={pageTexts.called}>
          <Group gap="xs" component="span">
            {childInstances.slice(0, CHILDREN_SHOWN).map((child) => (
              <CallLink key={child.instanceId} call={child} />
            ))}
            {childInstances.length > CHILDREN_SHOWN && pageTexts.andMore(childInstances.length - CHILDREN_SHOWN)}
          </Group>
        </Fact>
      )}
    </Group>
  );
}

/** `to` null: until now. */
function Span({ from, to }: { readonly from: number; readonly to: number | null }) {
  if (to === null) return formatDuration(from, Date.now());
  return <span title={to <= from ? texts.shared.inOneStepNote : undefined}>{spanText(to - from)}</span>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
