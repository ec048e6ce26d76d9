import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import { calledOf, refusalOf } from './panes/title-of-task.ts';

/** See docs/contributing/spec/http/user-tasks.md#cancel-raises. */
export function CancelTaskDialog(props: {
  readonly task: UserTaskView;
  /** called after success, before the data are read again */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { task, onDone, onClose } = props;
  const [reason, setReason] = useState('');
  const cancel = useAction(
    actions.cancelTask,
    () => {
      onDone?.();
      return pageTexts.cancelled;
    },
    { showsRefusal: false },
  );
  return (
    <Dialog
      title={pageTexts.cancelOf(calledOf(task))}
      action={pageTexts.cancelTask}
      dismiss={texts.shared.keep}
      isDangerous
      isBusy={cancel.isPending}
      refusal={refusalOf(task, cancel.error)}
      onAction={() => cancel.mutate({ taskId: task.taskId, ...(reason.trim() !== '' && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{pageTexts.effects.cancel}</Text>
      <TextInput
        label={pageTexts.reason}
        placeholder={pageTexts.reasonExample}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
