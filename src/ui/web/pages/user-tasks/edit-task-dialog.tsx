import { Alert, Text, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { useAction } from '../../api/actions.ts';
import { editUserTask, readUserTask } from '../../api/user-task.ts';
import { Dialog } from '../../components/dialog.tsx';
import { zoneMark } from '../../texts/numbers.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import { changedMembers, type EditedFields, type EditedMember, fieldsOf, NO_TIME, requestOf } from './edited-fields.ts';
import { calledOf } from './panes/title-of-task.ts';

const words = pageTexts.edit;

const LABELS: Readonly<Record<EditedMember, string>> = {
  Assignee: pageTexts.assignee,
  CandidateUsers: pageTexts.candidateUsers,
  CandidateGroups: pageTexts.candidateGroups,
  DueDate: pageTexts.due,
  FollowUpDate: pageTexts.followUpAt,
  Priority: pageTexts.priority,
};

/**
 * Changes attributes of a task (docs/contributing/spec/pages.md#edit-task). Sends only changed ones. If another user has changed one of them since the
 * dialog was opened, it shows the new value and asks again.
 */
export function EditTaskDialog({ task, onClose }: { readonly task: UserTaskView; readonly onClose: () => void }) {
  const [before, setBefore] = useState(() => fieldsOf(task));
  const [fields, setFields] = useState(before);
  const [overtaken, setOvertaken] = useState<readonly EditedMember[]>([]);
  const changed = changedMembers(before, fields);
  const { request, faulty } = requestOf(changed, fields);
  const edit = useAction(
    async () => {
      const now = fieldsOf(await readUserTask(task.taskId));
      const others = changedMembers(before, now).filter((member) => changed.includes(member));
      if (others.length > 0) return { now, others };
      await editUserTask(task.taskId, request);
      return undefined;
    },
    (conflict) => (conflict === undefined ? words.done : undefined),
    { showsRefusal: false },
  );
  const submit = () =>
    edit.mutate(undefined, {
      onSuccess: (conflict) => {
        if (conflict === undefined) return onClose();
        const { now, others } = conflict;
        setFields({ ...now, ...Object.fromEntries(changed.map((member) => [member, fields[member]])) });
        setBefore(now);
        setOvertaken(others);
      },
    });
  return (
    <Dialog
      title={words.title(calledOf(task))}
      action={words.save}
      isReady={changed.length > 0 && faulty.length === 0}
      isBusy={edit.isPending}
      refusal={edit.error?.message}
      onAction={submit}
      onClose={onClose}
    >
      <Fields fields={fields} faulty={faulty} onChange={(change) => setFields({ ...fields, ...change })} />
      {changed.includes('Assignee') && task.claimedBy !== null && task.claimedBy !== fields.Assignee.trim() && (
        <Text size="sm">{words.releases(task.claimedBy)}</Text>
      )}
      {overtaken.length > 0 && (
        <Alert color="gray" variant="light" role="status">
          {words.overtaken}
          <ul className="any-text">
            {overtaken.map((member) => (
              <li key={member}>{words.now(LABELS[member], shownValue(before[member]))}</li>
            ))}
          </ul>
        </Alert>
      )}
    </Dialog>
  );
}

function shownValue(text: string): string {
  return text === '' ? '—' : text.replaceAll('\n', ', ');
}

function Fields(props: {
  readonly fields: EditedFields;
  readonly faulty: readonly EditedMember[];
  readonly onChange: (change: Partial<EditedFields>) => void;
}) {
  const { fields, faulty, onChange } = props;
  const common = (member: EditedMember, fault: string) => ({
    label: LABELS[member],
    value: fields[member],
    error: faulty.includes(member) && fault,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [member]: event.currentTarget.value }),
  });
  const list = { description: words.onePerLine, autosize: true, minRows: 1, maxRows: 6 };
  return (
    <>
      <TextInput {...common('Assignee', '')} data-autofocus />
      <Textarea {...common('CandidateUsers', '')} {...list} />
      <Textarea {...common('CandidateGroups', '')} {...list} />
      <TimeField {...common('DueDate', words.noTime)} onText={(DueDate) => onChange({ DueDate })} />
      <TimeField {...common('FollowUpDate', words.noTime)} onText={(FollowUpDate) => onChange({ FollowUpDate })} />
      <TextInput {...common('Priority', words.noPriority)} inputMode="numeric" />
    </>
  );
}

/** Checks the validity too: in browsers, an incomplete time has the same value as an empty field. */
function TimeField(props: {
  readonly label: string;
  readonly value: string;
  readonly error: string | false;
  readonly onText: (text: string) => void;
}) {
  const { label, value, error, onText } = props;
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const text = currentTarget.validity.badInput ? NO_TIME : currentTarget.value;
    if (text !== value) onText(text);
  };
  return (
    <TextInput
      type="datetime-local"
      max="9999-12-31T23:59:59"
      label={zoneMark() === '' ? label : `${label} (UTC)`}
      value={value === NO_TIME ? '' : value}
      error={error}
      onChange={read}
      onBlur={read}
    />
  );
}
