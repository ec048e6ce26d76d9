import { Text } from '@mantine/core';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { Dialog } from '../../components/dialog.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';
import { calledOf } from './panes/title-of-task.ts';

const words = pageTexts.takeOver;

/** Asks before the claim of another user is replaced. `task`: as it was when the dialog was opened. */
export function TakeOverDialog(props: {
  readonly task: UserTaskView;
  readonly onTakeOver: (task: UserTaskView) => void;
  readonly onClose: () => void;
}) {
  const { task, onTakeOver, onClose } = props;
  const user = task.claimedBy ?? '';
  return (
    <Dialog
      title={words.title(calledOf(task), user)}
      action={pageTexts.acts.takeOver}
      isBusy={false}
      onAction={() => {
        onClose();
        onTakeOver(task);
      }}
      onClose={onClose}
    >
      <Text size="sm">{words.effect(user)}</Text>
    </Dialog>
  );
}
