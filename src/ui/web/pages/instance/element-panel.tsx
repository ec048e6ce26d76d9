import { Box, Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Entry, ShownInstanceState } from '../../api/service-types.ts';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { orDash } from '../../components/format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useMay } from '../../components/use-may.ts';
import { shownReason } from '../../texts/cancel-reasons.ts';
import { typeTexts } from '../../texts/element-types.ts';
import { pageTexts } from '../../texts/instance.ts';
import { texts } from '../../texts/texts.ts';
import { entriesOf, statusOf } from './entries.ts';
import type { DecidedAt } from './replay.ts';
import type { Select } from './tab-props.ts';
import { WhyOfElement } from './why-panel.tsx';

// loaded when first shown
const DecidedTables = lazyPart(async () => (await import('./decided-tables.tsx')).DecidedTables);
const CompleteActivityDialog = lazyPart(async () => (await import('./complete-activity-dialog.tsx')).CompleteActivityDialog);

/** Activity instances; the tab Activities has all. */
const SHOWN = 20;
/** See docs/contributing/spec/http/execution.md#completable-activities. */
const COMPLETABLE = new Set(['Task', 'ManualTask', 'ServiceTask', 'SendTask', 'BusinessRuleTask', 'ReceiveTask']);

/** Description and activity instances of the selected element (docs/contributing/spec/pages.md#diagram). */
export function ElementPanel(props: {
  readonly instanceId: string;
  readonly element: ElementOutline;
  /** null: only the element is selected */
  readonly entryId: string | null;
  readonly state: ShownInstanceState;
  /** activity instances whose error is shown above */
  readonly errorsAbove: ReadonlySet<string | null>;
  /** up to the shown step */
  readonly decisions: readonly DecidedAt[];
  readonly onSelect: Select;
  readonly onClose: () => void;
}) {
  const { instanceId, element, entryId, state, errorsAbove, decisions, onSelect, onClose } = props;
  const [isCompleting, setCompleting] = useState(false);
  const may = useMay();
  const entries = entriesOf(state).filter(({ activityId }) => activityId === element.id);
  const active = entries.find((entry) => !entry.isCompleted && COMPLETABLE.has(entry.activityType));
  const userTask = entries.find((entry) => !entry.isCompleted && entry.activityType === 'UserTask');
  return (
    <Paper withBorder p="sm" component="aside" aria-label={pageTexts.element.selected} className="element-panel">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h5">
          {element.name ?? element.id}
        </Title>
        <CloseButton aria-label={pageTexts.element.close} onClick={onClose} />
      </Group>
      <dl className="facts facts-column">
        <Fact name={pageTexts.element.id} value={element.id} />
        <Fact name={texts.names.name} value={orDash(element.name)} />
        <Fact name={pageTexts.type} value={orDash(typeTexts.typeOf(element.tag))} />
      </dl>
      {active !== undefined && may('work') && (
        <Button size="xs" mt="xs" onClick={() => setCompleting(true)}>
          {pageTexts.element.complete}
        </Button>
      )}
      {userTask !== undefined && (
        <Button size="xs" mt="xs" variant="default" component={Link} to={`/user-tasks?instance=${instanceId}`}>
          {pageTexts.element.openTasks}
        </Button>
      )}
      {entries.some(({ isCompleted }) => !isCompleted) && (
        <Box mt="sm">
          <WhyOfElement instanceId={instanceId} element={element.id} errorsAbove={errorsAbove} onSelect={onSelect} />
        </Box>
      )}
      {decisions.length > 0 && <DecidedTables decisions={decisions} />}
      <Stack gap="xs" mt="sm">
        {entries.length === 0 && (
          <Text size="sm" c="dimmed">
            {pageTexts.element.none}
          </Text>
        )}
        {shownFirst(entries, entryId).map((entry) => (
          <EntryCard
            key={entry.activityInstanceId}
            entry={entry}
            isMeant={entry.activityInstanceId === entryId}
            isErrorAbove={errorsAbove.has(entry.activityInstanceId)}
          />
        ))}
        {entries.length > SHOWN && <Text size="sm">{pageTexts.andOlder(entries.length - SHOWN)}</Text>}
      </Stack>
      {isCompleting && (
        <CompleteActivityDialog
          instanceId={instanceId}
          activityId={element.id}
          activityName={element.name}
          activityInstanceId={active?.activityInstanceId ?? null}
          onClose={() => setCompleting(false)}
        />
      )}
    </Paper>
  );
}

/** The newest, with the selected one first. */
function shownFirst(entries: readonly Entry[], entryId: string | null): readonly Entry[] {
  const meant = entries.find(({ activityInstanceId }) => activityInstanceId === entryId);
  const newest = entries.slice(-SHOWN);
  return meant === undefined ? newest : [meant, ...newest.filter((entry) => entry !== meant)];
}

function EntryCard(props: { readonly entry: Entry; readonly isMeant: boolean; readonly isErrorAbove: boolean }) {
  const { entry, isMeant, isErrorAbove } = props;
  const { createdAt, completedAt, errorState, cancellationReason, childWorkflowInstanceId, activityType } = entry;
  return (
    <Paper withBorder p="xs" className="entry-card" {...(isMeant && { 'aria-current': true })}>
      <Group justify="space-between">
        <StatusBadge status={statusOf(entry)} />
        <Text size="xs">{typeTexts.typeOf(activityType)}</Text>
      </Group>
      <Text size="xs" mt={4}>
        <Time value={createdAt} /> → <Time value={completedAt} behind={createdAt} />
      </Text>
      {errorState !== null && !isErrorAbove && (
        <Text size="xs" mt={4}>
          [{errorState.code}] {errorState.message}
        </Text>
      )}
      {cancellationReason !== null && (
        <Text size="xs" mt={4}>
          {shownReason(cancellationReason)}
        </Text>
      )}
      {childWorkflowInstanceId !== null && (
        <Button size="xs" mt={6} variant="default" component={Link} to={`/process-instance/${childWorkflowInstanceId}`}>
          {pageTexts.element.openChild}
        </Button>
      )}
    </Paper>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
