import { Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { readVariables } from '../../../components/json-text.ts';
import { ReasonField, useReason } from '../../../components/reason-field.tsx';
import { VariablesField } from '../../../components/variables-field.tsx';
import { repairTexts } from '../../../texts/repairs.ts';

/** See docs/contributing/spec/forks.md#fork. `row`: 0 is the beginning; `step`: its number in time travel. */
export function ForkDialog(props: {
  readonly instanceId: string;
  readonly row: number;
  readonly step: number | null;
  readonly onClose: () => void;
}) {
  const { instanceId, row, step, onClose } = props;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const reason = useReason();
  const fork = useAction(repairs.fork, () => repairTexts.fork.done, { showsRefusal: false });
  const { variables, error } = readVariables(text);
  return (
    <Dialog
      title={repairTexts.fork.title}
      action={repairTexts.acts.fork}
      isReady={error === undefined && !reason.isMissing}
      isBusy={fork.isPending}
      refusal={fork.error?.message}
      onAction={() =>
        fork.mutate(
          { instanceId, step: row, ...(variables !== undefined && { variables }), ...reason.given },
          {
            onSuccess: ({ WorkflowInstanceId }) => {
              onClose();
              void navigate(`/process-instance/${WorkflowInstanceId}`);
            },
          },
        )
      }
      onClose={onClose}
    >
      <Text size="sm">
        {step === null ? repairTexts.fork.fromBeginning : repairTexts.fork.fromStep(step)} {repairTexts.fork.note}
      </Text>
      <VariablesField label={repairTexts.fork.variables} value={text} onChange={setText} />
      <ReasonField reason={reason} />
    </Dialog>
  );
}
