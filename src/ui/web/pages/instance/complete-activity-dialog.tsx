import { Text } from '@mantine/core';
import { useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import { withMembers } from '../../api/json-text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { readVariables } from '../../components/json-text.ts';
import { VariablesField } from '../../components/variables-field.tsx';
import { repairTexts } from '../../texts/repairs.ts';
import { askedOf, partsOf, type TaskQuestion, valuesOf } from '../user-tasks/asked.ts';
import { useTaskVariables } from '../user-tasks/panes/use-task-variables.ts';
import { Questions } from '../user-tasks/questions.tsx';
import { useTaskModel } from '../user-tasks/use-task-model.ts';

/** It has neither a form nor expected outputs. */
const NO_FORM = { fields: [], expectedOutputs: [] };

/** Fields for the variables that the flows after the activity compare, and further ones (docs/contributing/spec/http/execution.md#complete-activity). */
export function CompleteActivityDialog(props: {
  readonly instanceId: string;
  readonly activityId: string;
  readonly activityName?: string | null;
  readonly activityInstanceId: string | null;
  readonly onClose: () => void;
}) {
  const { instanceId, activityId, activityName, activityInstanceId, onClose } = props;
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [further, setFurther] = useState('');
  const complete = useAction(actions.completeActivity, () => repairTexts.complete.done(activityName ?? activityId), {
    showsRefusal: false,
  });
  const { variables: others, error } = readVariables(further);
  const model = useTaskModel({ instanceId, activityId }, true);
  const variables = useTaskVariables({ instanceId, taskId: activityInstanceId ?? '' }, true);
  const asked = askedOf(NO_FORM, texts, variables, model);
  const faultOf = ({ text, fault }: TaskQuestion) => (text === '' ? undefined : fault);
  const hasFault = asked.flatMap(partsOf).some((one) => faultOf(one) !== undefined);
  const submit = () => {
    const given = valuesOf(NO_FORM, asked, texts, variables);
    const sent = given.size === 0 ? others : withMembers(others, given);
    complete.mutate({ instanceId, activityId, ...(sent !== undefined && { variables: sent }) }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={repairTexts.complete.title(activityName ?? activityId)}
      action={repairTexts.complete.act}
      isReady={error === undefined && !hasFault && model !== undefined}
      isBusy={complete.isPending}
      refusal={complete.error?.message}
      onAction={submit}
      onClose={onClose}
    >
      <Text size="sm">{repairTexts.complete.note}</Text>
      <Questions asked={asked} isFocused faultOf={faultOf} onText={(id, text) => setTexts(new Map([...texts, [id, text]]))} />
      <VariablesField label={repairTexts.optionalVariables} value={further} isFolded={asked.length > 0} onChange={setFurther} />
    </Dialog>
  );
}
