import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';

/** Cancels a task, with a reason if there is one (docs/spec/http/user-tasks.md#cancel-raises). */
export function CancelTaskDialog(props: {
  readonly task: UserTaskView;
  /** it is done, before the page shows it */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { task, onDone, onClose } = props;
  const [reason, setReason] = useState('');
  const cancel = useAction(
    actions.cancelTask,
    () => {
      onDone?.();
      return 'Task cancelled.';
    },
    { showsRefusal: false },
  );
  return (
    <Dialog
      title={`Cancel '${task.activityId}'`}
      action="Cancel task"
      dismiss="Keep it"
      isDangerous
      isBusy={cancel.isPending}
      refusal={cancel.error?.message}
      onAction={() => cancel.mutate({ taskId: task.taskId, ...(reason.trim() !== '' && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label="Reason (optional)"
        placeholder="User task cancelled by operator"
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
