import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { waitsQuery } from '../../api/instance-repairs.ts';
import type { InstanceWaits, WaitItem, WaitingEvent } from '../../api/repair-types.ts';
import { useNameOf } from '../../components/element-name.tsx';
import { ErrorBar } from '../../components/error-bar.tsx';
import { formatTime } from '../../components/format.ts';
import { itemWords } from '../../components/item-words.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/loading.tsx';
import { SendButton } from '../../components/send/sending.tsx';
import { useMay } from '../../components/use-may.ts';
import { hasSentence, waitSentence } from '../../components/wait-sentence.ts';
import { pageTexts } from '../../texts/instance.ts';
import { ElementButton } from './element-button.tsx';
import type { Select } from './tab-props.ts';

const CalledIncidentActs = lazyPart(async () => (await import('./called-incident-acts.tsx')).CalledIncidentActs);
const CompleteActivityDialog = lazyPart(async () => (await import('./complete-activity-dialog.tsx')).CompleteActivityDialog);

type NameOf = ReturnType<typeof useNameOf>;

/** The kind of activities that a client completes by their id. */
const COMPLETION = 'Completion';
/** Listed waits; the tree has all. */
const SHOWN = 8;
/** Omitted kinds of waits: they only contain a waiting activity instance. */
export const AROUND: ReadonlySet<string> = new Set(['Body', 'Loop']);

/** One sentence with details per token (docs/contributing/spec/http/instances.md#why-an-instance-waits). */
export function WhyPanel(props: {
  readonly instanceId: string;
  /** false: the diagram shows an earlier step */
  readonly isNow: boolean;
  /** activity instances whose error is shown above */
  readonly errorsAbove: ReadonlySet<string | null>;
  readonly onSelect: Select;
}) {
  const { instanceId, isNow, errorsAbove, onSelect } = props;
  const waits = useQuery(waitsQuery(instanceId));
  const items = waits.data?.items.filter(({ kind }) => !AROUND.has(kind)) ?? [];
  return (
    <Paper withBorder p="sm" component="aside" aria-label={pageTexts.why.title} className="element-panel why-panel">
      <Title order={2} size="h5" mb="xs">
        {pageTexts.why.title}
      </Title>
      {!isNow && (
        <Text size="sm" c="dimmed" mb="xs">
          {pageTexts.why.now}
        </Text>
      )}
      {waits.isError && (
        <ErrorBar
          text={pageTexts.why.failed(waits.error.message)}
          onRetry={() => void waits.refetch()}
          asOf={waits.dataUpdatedAt}
        />
      )}
      {waits.isPending && <Loading />}
      {waits.data !== undefined && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {pageTexts.why.nothing}
        </Text>
      )}
      {waits.data !== undefined &&
        items
          .slice(0, SHOWN)
          .map((item) => (
            <Wait
              key={keyOf(item)}
              {...{ item, process: waits.data, instanceId, errorsAbove, onSelect }}
              isCompletable={item === items.find(({ kind, activityId }) => kind === COMPLETION && activityId === item.activityId)}
            />
          ))}
      {items.length > SHOWN && <Text size="sm">{pageTexts.why.more(items.length - SHOWN)}</Text>}
    </Paper>
  );
}

export function WhyOfElement(props: {
  readonly instanceId: string;
  readonly element: string;
  readonly errorsAbove: ReadonlySet<string | null>;
  readonly onSelect: Select;
}) {
  const { instanceId, element, errorsAbove, onSelect } = props;
  const { data } = useQuery(waitsQuery(instanceId));
  if (data === undefined) return null;
  return data.items
    .filter(({ activityId }) => activityId === element)
    .slice(0, SHOWN)
    .map((item) => <Wait key={keyOf(item)} {...{ item, process: data, instanceId, errorsAbove, onSelect }} isInPanel />);
}

const keyOf = ({ kind, activityId, activityInstanceId, text }: WaitItem) =>
  [kind, activityId, activityInstanceId, text].join(' ');

function Wait(props: {
  readonly item: WaitItem;
  readonly process: InstanceWaits;
  readonly instanceId: string;
  readonly errorsAbove: ReadonlySet<string | null>;
  readonly onSelect: Select;
  /** a client can complete it: the oldest of its element */
  readonly isCompletable?: boolean;
  /** omits the element, which the panel names */
  readonly isInPanel?: boolean;
}) {
  const { item, process, instanceId, errorsAbove, onSelect, isCompletable = false, isInPanel = false } = props;
  const { kind, activityId, activityName, activityInstanceId, userTask, called } = item;
  const nameOf = useNameOf();
  const isErrorAbove = kind === 'Incident' && errorsAbove.has(activityInstanceId);
  return (
    <section className="wait">
      {activityId !== null && !isInPanel && (
        <button
          type="button"
          className="link-button"
          title={activityId}
          onClick={() => onSelect(activityId, activityInstanceId ?? undefined)}
        >
          {nameOf(activityId)}
        </button>
      )}
      {item.item !== undefined && <Text size="sm">{itemWords(item.item)}</Text>}
      {isErrorAbove ? (
        <Text size="sm">{pageTexts.why.errorAbove}</Text>
      ) : (
        <Text size="sm" {...(hasSentence(item, process) ? {} : { lang: 'en' })}>
          {waitSentence(item, process, nameOf)}
        </Text>
      )}
      <dl className="facts wait-facts">{factsOf(item, nameOf, onSelect)}</dl>
      <Group gap="xs">
        {userTask !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            component={Link}
            to={`/user-tasks?instance=${instanceId}&task=${activityInstanceId}`}
          >
            {pageTexts.why.openTask}
          </Button>
        )}
        {called?.incident !== undefined && <CalledIncidentActs incident={called.incident} />}
        {called?.workflowInstanceId != null && (
          <Button size="compact-xs" variant="default" component={Link} to={`/process-instance/${called.workflowInstanceId}`}>
            {pageTexts.why.openCalled}
          </Button>
        )}
        {isCompletable && activityId !== null && (
          <CompleteButton instanceId={instanceId} activityId={activityId} {...{ activityName, activityInstanceId }} />
        )}
        <SendButtons events={item.events ?? []} />
      </Group>
    </section>
  );
}

/** Completes the activity in the place of a client. */
function CompleteButton(props: {
  readonly instanceId: string;
  readonly activityId: string;
  readonly activityName: string | null;
  readonly activityInstanceId: string | null;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()('work')) return null;
  return (
    <>
      <Button size="compact-xs" onClick={() => setOpen(true)}>
        {pageTexts.why.complete}
      </Button>
      {isOpen && <CompleteActivityDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** One per message and signal that the instance waits for. */
function SendButtons({ events }: { readonly events: readonly WaitingEvent[] }) {
  const sendable = events.flatMap(({ kind, name, correlationKey, activityId }) =>
    name !== null && (kind === 'Message' || kind === 'Signal')
      ? [{ activityId, event: { kind: kind === 'Message' ? ('message' as const) : ('signal' as const), name, correlationKey } }]
      : [],
  );
  return sendable.map(({ activityId, event }) => (
    <SendButton key={`${event.kind} ${activityId}`} event={event} isNamed={sendable.length > 1} />
  ));
}

function factsOf(item: WaitItem, nameOf: NameOf, onSelect: Select): readonly ReactNode[] {
  const { userTask, customTask, events = [], join } = item;
  const facts: (readonly [string, ReactNode])[] = [];
  if (customTask !== undefined) {
    const { taskType, lockedBy, lockedUntil, failures, attempts, siloNames, availableAt } = customTask;
    facts.push([pageTexts.type, <TypeLink key="type" taskType={taskType} />]);
    facts.push([
      pageTexts.why.takenBy,
      lockedBy === null ? pageTexts.why.noWorker : pageTexts.why.until(lockedBy, formatTime(lockedUntil)),
    ]);
    facts.push([pageTexts.why.offeredBy, siloNames.length === 0 ? pageTexts.why.noHost : siloNames.join(', ')]);
    if (failures > 0)
      facts.push([pageTexts.waiting.failedRuns, attempts === null ? String(failures) : pageTexts.why.outOf(failures, attempts)]);
    if (availableAt !== null && lockedBy === null) facts.push([pageTexts.why.nextRun, formatTime(availableAt)]);
  }
  if (userTask !== undefined) {
    const { assignee, candidateUsers, candidateGroups, claimedBy } = userTask;
    for (const [name, value] of [
      [pageTexts.why.claimedBy, claimedBy],
      [pageTexts.why.assignee, assignee],
      [pageTexts.why.candidates, candidateUsers.join(', ')],
      [pageTexts.why.groups, candidateGroups.join(', ')],
    ] as const)
      if (value !== null && value !== '') facts.push([name, value]);
  }
  for (const event of events) facts.push(...factsOfEvent(event, nameOf));
  const missing = join?.flows.filter(({ isMissing }) => isMissing) ?? [];
  if (join !== undefined) facts.push([pageTexts.why.tokens, pageTexts.why.outOf(join.arrivedCount, join.neededCount)]);
  if (missing.length > 0) {
    const flows = missing.map((flow) => <MissingFlow key={flow.sequenceFlowId} flow={flow} onSelect={onSelect} />);
    facts.push([pageTexts.why.missing(missing.length), flows]);
  }
  return facts.map(([name, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an element may wait for two events of one name
    <div key={`${name} ${index}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ));
}

function factsOfEvent(event: WaitingEvent, nameOf: NameOf) {
  const { kind, role, activityId, name, correlationKey, dueAt, condition } = event;
  const at = role === 'Catch' ? '' : pageTexts.why.at(nameOf(activityId));
  const facts: (readonly [string, ReactNode])[] = [];
  if (kind === 'Timer') facts.push([`${pageTexts.why.timer}${at}`, formatTime(dueAt)]);
  if (kind === 'Message')
    facts.push([
      `${pageTexts.why.message}${at}`,
      `${name}${correlationKey ? pageTexts.why.withKey(correlationKey) : pageTexts.why.withoutKey}`,
    ]);
  if (kind === 'Signal') facts.push([`${pageTexts.why.signal}${at}`, name]);
  if (kind === 'Condition') facts.push([`${pageTexts.why.condition}${at}`, condition]);
  return facts;
}

function TypeLink({ taskType }: { readonly taskType: string }) {
  return (
    <Link className="link-button" to={`/admin/custom-tasks?type=${encodeURIComponent(taskType)}`}>
      {taskType}
    </Link>
  );
}

function MissingFlow(props: { readonly flow: NonNullable<WaitItem['join']>['flows'][number]; readonly onSelect: Select }) {
  const { flow, onSelect } = props;
  const { sequenceFlowId, sourceActivityId, canComeFrom } = flow;
  const nameOf = useNameOf();
  return (
    <span className="missing-flow">
      <ElementButton id={sequenceFlowId} onSelect={onSelect} /> {pageTexts.why.from(nameOf(sourceActivityId))}
      {canComeFrom.length > 0 && pageTexts.why.canComeFrom(canComeFrom.map(nameOf).join(', '))}
    </span>
  );
}
