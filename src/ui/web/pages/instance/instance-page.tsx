import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { InstanceHeader } from '../../../wire/instances.ts';
import { hasCode } from '../../api/client.ts';
import { incidentsOfInstanceQuery } from '../../api/instance-repairs.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import { deadLettersQuery, instanceQuery, stateQuery, xmlQuery } from '../../api/views.ts';
import { outlineOf } from '../../components/diagram/xml-outline.ts';
import { ElementTextsOfPage } from '../../components/element-name.tsx';
import { textsOfOutline } from '../../components/element-texts.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/loading.tsx';
import { usePageTitle } from '../../components/page-heading.tsx';
import { pageTexts } from '../../texts/instance.ts';
import { NotFoundPage } from '../not-found.tsx';
import { entriesOf } from './entries.ts';
import { InstanceHead, type ShownCall } from './instance-head.tsx';
import { InstanceView } from './instance-view.tsx';

// loaded when first shown
const DeadLettersOfInstance = lazyPart(
  async () => (await import('../dead-letters/dead-letters-of-instance.tsx')).DeadLettersOfInstance,
);

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** See docs/contributing/spec/pages.md#instance. */
export function InstancePage() {
  const { instanceId = '' } = useParams();
  const isId = GUID.test(instanceId); // an invalid id must not become part of another address
  const instance = useQuery({ ...instanceQuery(instanceId), enabled: isId });
  if (!isId || hasCode(instance.error, 'unknown-instance')) {
    return <NotFoundPage text={pageTexts.notFound(instanceId)} />;
  }
  return (
    <>
      {instance.isError && (
        <ErrorBar
          text={pageTexts.failed(instance.error.message)}
          onRetry={() => void instance.refetch()}
          asOf={instance.dataUpdatedAt}
        />
      )}
      {instance.isPending && <Loading />}
      {instance.data !== undefined && <Loaded key={instanceId} instance={instance.data} hasFailed={instance.isError} />}
    </>
  );
}

function Loaded({ instance, hasFailed }: { readonly instance: InstanceHeader; readonly hasFailed: boolean }) {
  const state = useQuery(stateQuery(instance.instanceId));
  const xml = useQuery(xmlQuery(instance.key, instance.version));
  const outline = useMemo(() => outlineOf(xml.data ?? ''), [xml.data]);
  const elementTexts = useMemo(() => textsOfOutline(outline, instance.key), [outline, instance.key]);
  const [actsPlace, setActsPlace] = useState<HTMLElement | null>(null);
  const hasIncident = useHasIncident(instance);
  const processName = outline.get(instance.key)?.name ?? null;
  usePageTitle(`${instance.businessId ?? processName ?? instance.key} · ${pageTexts.title}`);
  // the header already shows its error
  const failure = hasFailed ? null : (state.error ?? xml.error);
  const retry = () => void Promise.all([state.refetch(), xml.refetch()]);
  return (
    <ElementTextsOfPage value={elementTexts}>
      <InstanceHead
        instance={instance}
        processName={processName}
        hasIncident={hasIncident}
        isSuspended={(state.data?.suspendedBy ?? []).length > 0}
        childInstances={childrenOf(state.data, instance)}
        onActsPlace={setActsPlace}
      />
      <DeadLetters instanceId={instance.instanceId} />
      {failure !== null && <ErrorBar text={pageTexts.failed(failure.message)} onRetry={retry} asOf={state.dataUpdatedAt} />}
      {state.data !== undefined && <LeftOut state={state.data} />}
      {state.data !== undefined && xml.data !== undefined ? (
        <InstanceView instance={instance} state={state.data} xml={xml.data} outline={outline} actsPlace={actsPlace} />
      ) : (
        failure === null && !hasFailed && <Loading />
      )}
    </ElementTextsOfPage>
  );
}

/** Most instances have none. */
function DeadLetters({ instanceId }: { readonly instanceId: string }) {
  const count = useQuery(deadLettersQuery({ filters: `InstanceId==${instanceId}`, pageSize: 1 })).data?.totalCount ?? 0;
  return count === 0 ? null : <DeadLettersOfInstance instanceId={instanceId} count={count} />;
}

/** Shares the read of the error bars. */
function useHasIncident({ instanceId, status }: InstanceHeader): boolean {
  const isLive = status === 'Running' || status === 'Pending';
  const incidents = useQuery({ ...incidentsOfInstanceQuery(instanceId), enabled: isLive });
  return isLive && (incidents.data?.items.length ?? 0) > 0;
}

/** Number of rows that the tables of a large instance omit. */
function LeftOut({ state }: { readonly state: ShownInstanceState }) {
  const { activeActivities, completedActivities, variableStates, conditionSequences } = state.paging.totalCounts;
  const total = activeActivities + completedActivities + variableStates + conditionSequences;
  const shown = [state.activeActivities, state.completedActivities, state.variableStates, state.conditionSequences];
  const count = shown.reduce((sum, { length }) => sum + length, 0);
  if (count >= total) return null;
  return (
    <Alert color="yellow" variant="light" mb="md">
      {pageTexts.isLarge(count, total)}
    </Alert>
  );
}

/** With the names that the header knows. */
function childrenOf(state: ShownInstanceState | undefined, { children }: InstanceHeader): readonly ShownCall[] {
  if (state === undefined) return [];
  const known = new Map(children.map((child) => [child.instanceId, child]));
  return entriesOf(state).flatMap(({ childWorkflowInstanceId: id }) => (id === null ? [] : [known.get(id) ?? nameless(id)]));
}

function nameless(instanceId: string): ShownCall {
  return { instanceId, key: null, processName: null, businessId: null };
}
