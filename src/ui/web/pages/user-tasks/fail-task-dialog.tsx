import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import { calledOf, refusalOf } from './panes/title-of-task.ts';

/** Message, and code that error boundaries match (docs/contributing/spec/http/user-tasks.md#fail-raises). */
export function FailTaskDialog(props: {
  readonly task: UserTaskView;
  /** called after success, before the data are read again */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { task, onDone, onClose } = props;
  const [errorMessage, setMessage] = useState('');
  const [errorCode, setCode] = useState('500');
  const fail = useAction(
    actions.fail,
    () => {
      onDone?.();
      return pageTexts.hasFailed;
    },
    { showsRefusal: false },
  );
  const submit = () =>
    fail.mutate({ taskId: task.taskId, errorMessage, ...(errorCode.trim() !== '' && { errorCode }) }, { onSuccess: onClose });
  return (
    <Dialog
      title={pageTexts.failOf(calledOf(task))}
      action={pageTexts.failTask}
      dismiss={texts.shared.keep}
      isDangerous
      isReady={errorMessage.trim() !== ''}
      isBusy={fail.isPending}
      refusal={refusalOf(task, fail.error)}
      onAction={submit}
      onClose={onClose}
    >
      <Text size="sm">{pageTexts.effects.fail}</Text>
      <TextInput
        label={texts.names.errorMessage}
        required
        data-autofocus
        value={errorMessage}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <TextInput label={texts.names.errorCode} value={errorCode} onChange={(event) => setCode(event.currentTarget.value)} />
    </Dialog>
  );
}
