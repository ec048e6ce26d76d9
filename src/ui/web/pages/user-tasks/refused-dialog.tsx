import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { ErrorMessage } from '../../components/error-message.tsx';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { RefusedClaim, useActing } from './acting.ts';
import { ActingDialog } from './acting-dialog.tsx';
import { titleOfTask } from './panes/title-of-task.ts';

const words = pageTexts.refusedClaim;

/** Shows who may claim the task. If sign-in is off, asks for another user and repeats the action. */
export function RefusedDialog(props: { readonly refused: RefusedClaim; readonly acting: ReturnType<typeof useActing> }) {
  const { refused, acting } = props;
  const { named, dismiss } = acting;
  const title = words.title(titleOfTask(refused.task));
  if (named === null) return <Explained title={title} refused={refused} groups={acting.groups} onClose={dismiss} />;
  return (
    <ActingDialog named={named} title={title} action={words.tryAgain}>
      <Candidates refused={refused} />
    </ActingDialog>
  );
}

function Explained(props: {
  readonly title: string;
  readonly refused: RefusedClaim;
  readonly groups: readonly string[];
  readonly onClose: () => void;
}) {
  const { title, refused, groups, onClose } = props;
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={title} size="md" closeButtonProps={{ 'aria-label': texts.shared.close }}>
      <Candidates refused={refused} />
      <Text size="sm" mt="sm">
        {groups.length === 0 ? words.noGroups : words.yourGroups(groups.join(', '))}
      </Text>
      <Group justify="flex-end" mt="md" className="dialog-foot">
        <Button onClick={onClose} data-autofocus>
          {texts.shared.close}
        </Button>
      </Group>
    </Modal>
  );
}

/** Assignee and candidates (docs/contributing/spec/http/user-tasks.md#who-may-claim). */
function Candidates({ refused: { task, why } }: { readonly refused: RefusedClaim }) {
  const { assignee, candidateUsers, candidateGroups } = task;
  const users = [...new Set([...(assignee === null ? [] : [assignee]), ...candidateUsers])];
  return (
    <div>
      <Alert color="red" variant="light" role="alert" mb="sm">
        <ErrorMessage text={why} />
      </Alert>
      <Text size="sm">{words.mayClaim}</Text>
      <ul className="any-text">
        {users.length > 0 && <li>{words.users(users.join(', '))}</li>}
        {candidateGroups.length > 0 && <li>{words.groups(candidateGroups.join(', '))}</li>}
      </ul>
    </div>
  );
}
