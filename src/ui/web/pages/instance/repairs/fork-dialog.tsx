import { Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { readVariables } from '../../../components/json-text.ts';
import { VariablesField } from '../../../components/variables-field.tsx';

/** Makes a new instance that goes on from a row of this one (docs/spec/forks.md#fork). `row`: 0 is the beginning; `step`: as time travel counts it. */
export function ForkDialog(props: {
  readonly instanceId: string;
  readonly row: number;
  readonly step: number | null;
  readonly onClose: () => void;
}) {
  const { instanceId, row, step, onClose } = props;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const fork = useAction(repairs.fork, () => 'A new instance goes on from there.', { showsRefusal: false });
  const { variables, error } = readVariables(text);
  return (
    <Dialog
      title="Fork the instance"
      action="Fork"
      isReady={error === undefined}
      isBusy={fork.isPending}
      refusal={fork.error?.message}
      onAction={() =>
        fork.mutate(
          { instanceId, step: row, ...(variables !== undefined && { variables }) },
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
        {step === null
          ? 'A new instance begins as this one did, with the variables that this one was started with.'
          : `A new instance goes on from the command of step ${step}, which you look at: tokens and variables are as they were after it.`}{' '}
        This instance stays as it is. Nothing that it has sent is sent again; what waits waits again.
      </Text>
      <VariablesField label="Variables to change (JSON object, optional)" value={text} onChange={setText} />
    </Dialog>
  );
}
