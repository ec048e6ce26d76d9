import { Text } from '@mantine/core';
import { useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { readVariables } from '../../components/json-text.ts';
import { VariablesField } from '../../components/variables-field.tsx';
import { repairTexts } from '../../texts/repairs.ts';

/** See docs/contributing/spec/http/execution.md#complete-activity. */
export function CompleteActivityDialog(props: {
  readonly instanceId: string;
  readonly activityId: string;
  readonly onClose: () => void;
}) {
  const { instanceId, activityId, onClose } = props;
  const [text, setText] = useState('');
  const complete = useAction(actions.completeActivity, () => repairTexts.complete.done(activityId), { showsRefusal: false });
  const { variables, error } = readVariables(text);
  return (
    <Dialog
      title={repairTexts.complete.title(activityId)}
      action={repairTexts.complete.act}
      isReady={error === undefined}
      isBusy={complete.isPending}
      refusal={complete.error?.message}
      onAction={() =>
        complete.mutate({ instanceId, activityId, ...(variables !== undefined && { variables }) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Text size="sm">{repairTexts.complete.note}</Text>
      <VariablesField label={repairTexts.optionalVariables} value={text} onChange={setText} />
    </Dialog>
  );
}
