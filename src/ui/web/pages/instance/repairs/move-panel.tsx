import '@mantine/core/styles/List.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Alert, Button, CloseButton, Group, List, NativeSelect, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PREVIEW, useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import type { ModificationAnswer } from '../../../api/repair-types.ts';
import type { ShownInstanceState } from '../../../api/service-types.ts';
import type { ElementOutline } from '../../../components/diagram/element-outline.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { Loading } from '../../../components/loading.tsx';
import { ReasonField, useReason } from '../../../components/reason-field.tsx';
import { repairTexts } from '../../../texts/repairs.ts';
import type { JournalEntry } from '../entries.ts';
import { instructionsOf, movableEntries, NO_PLAN, sentencesOf, type TokenPlan, targetsOf } from '../token-plan.ts';

/** Moves, adds or removes a token after a preview (docs/contributing/spec/http/instances.md#modify-an-instance). */
export function MovePanel(props: {
  readonly instanceId: string;
  readonly state: ShownInstanceState;
  readonly outline: ReadonlyMap<string, ElementOutline>;
  readonly entries: ReadonlyMap<string, JournalEntry>;
  readonly plan: TokenPlan;
  readonly onPlan: (plan: TokenPlan) => void;
  readonly onClose: () => void;
}) {
  const { instanceId, state, outline, entries: known, plan, onPlan, onClose } = props;
  const reason = useReason();
  const nameOf = (id: string) => outline.get(id)?.name ?? id;
  const instructions = instructionsOf(plan);
  // with the numbers of activity instances: each change of the instance outdates the preview
  const preview = useQuery({
    queryKey: [
      'preview of a modification',
      instanceId,
      instructions,
      state.activeActivities.length,
      state.completedActivities.length,
    ],
    queryFn: () => repairs.modify({ instanceId, instructions, dryRun: true }),
    enabled: instructions.length > 0,
    gcTime: 0,
    meta: PREVIEW,
    retry: false,
  });
  const modify = useAction(
    async (request: Parameters<typeof repairs.modify>[0]) => {
      await repairs.modify(request);
      onPlan(NO_PLAN); // before the next read: the plan contains ended activity instances
    },
    () => {
      onClose(); // an empty panel would hide why the instance waits
      return repairTexts.move.done;
    },
    { showsRefusal: false },
  );
  const apply = () => {
    modify.mutate({ instanceId, instructions, dryRun: false, ...reason.given });
  };
  const entries = movableEntries(state).map(({ activityInstanceId, activityId }) => {
    const index = known.get(activityInstanceId)?.index ?? null;
    return { value: activityInstanceId, label: `${nameOf(activityId)}${index === null ? '' : ` #${index + 1}`}` };
  });
  const targets = targetsOf(outline).map(({ id, name }) => ({ value: id, label: name === null ? id : `${name} (${id})` }));
  return (
    <Paper withBorder p="sm" component="aside" aria-label={repairTexts.acts.move} className="element-panel move-panel">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {repairTexts.acts.move}
        </Title>
        <CloseButton aria-label={repairTexts.move.stop} onClick={onClose} />
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {repairTexts.move.note}
      </Text>
      <NativeSelect
        label={repairTexts.move.from}
        data={[{ value: '', label: repairTexts.move.newToken }, ...entries]}
        value={plan.entryId ?? ''}
        onChange={({ currentTarget: { value } }) => onPlan({ ...plan, entryId: value === '' ? null : value })}
      />
      <NativeSelect
        label={repairTexts.move.to}
        mt="xs"
        data={[{ value: '', label: plan.entryId === null ? '–' : repairTexts.move.nowhere }, ...targets]}
        value={plan.target ?? ''}
        onChange={({ currentTarget: { value } }) => onPlan({ ...plan, target: value === '' ? null : value })}
      />
      {plan.target !== null && (
        <SegmentedControl
          fullWidth
          size="xs"
          mt="xs"
          aria-label={repairTexts.move.side}
          data={[
            { value: 'before', label: repairTexts.move.before },
            { value: 'after', label: repairTexts.move.after },
          ]}
          value={plan.side}
          onChange={(side) => onPlan({ ...plan, side: side as TokenPlan['side'] })}
        />
      )}
      <Preview
        answer={preview.data}
        fault={preview.error?.message ?? modify.error?.message}
        isPending={preview.isFetching}
        nameOf={nameOf}
      />
      {instructions.length > 0 && <ReasonField reason={reason} mt="xs" />}
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          disabled={preview.data === undefined || preview.isFetching || reason.isMissing}
          loading={modify.isPending}
          onClick={apply}
        >
          {repairTexts.move.apply}
        </Button>
        <Button size="xs" variant="default" disabled={instructions.length === 0} onClick={() => onPlan(NO_PLAN)}>
          {repairTexts.move.clear}
        </Button>
      </Group>
    </Paper>
  );
}

function Preview(props: {
  readonly answer: ModificationAnswer | undefined;
  readonly fault: string | undefined;
  readonly isPending: boolean;
  readonly nameOf: (id: string) => string;
}) {
  const { answer, fault, isPending, nameOf } = props;
  if (fault !== undefined) {
    return (
      <Alert color="red" variant="light" role="alert" mt="xs" p="xs">
        <ErrorMessage text={fault} />
      </Alert>
    );
  }
  if (isPending) return <Loading />;
  if (answer === undefined) return null;
  return (
    <div role="status" aria-label={repairTexts.move.preview} className="any-text">
      <List size="sm" mt="xs">
        {sentencesOf(answer, nameOf).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </div>
  );
}
