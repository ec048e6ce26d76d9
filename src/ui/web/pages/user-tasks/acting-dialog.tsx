import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { Dialog } from '../../components/dialog.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';
import { groupsOf, type NamedUser } from './acting.ts';

const words = pageTexts.acting;

/** `children`: text above the fields. */
export function ActingDialog(props: {
  readonly named: NamedUser;
  readonly title: string;
  readonly action: string;
  readonly children?: ReactNode;
}) {
  const { named, title, action, children } = props;
  const [user, setUser] = useState(named.user);
  const [groups, setGroups] = useState(named.groups);
  const offered = named.task?.candidateGroups ?? [];
  return (
    <Dialog
      title={title}
      action={action}
      isReady={user.trim() !== ''}
      isBusy={false}
      onAction={() => named.name(user.trim(), groups)}
      onClose={named.dismiss}
    >
      {children}
      <Text size="sm">{words.reason}</Text>
      <TextInput
        label={words.user}
        data-autofocus
        required
        autoComplete="username"
        value={user}
        onChange={(event) => setUser(event.currentTarget.value)}
      />
      {offered.length > 0 && <Offered offered={offered} groups={groupsOf(groups)} onGroups={setGroups} />}
      <TextInput label={words.groups} value={groups} onChange={(event) => setGroups(event.currentTarget.value)} />
      {named.task !== undefined && isFree(named.task) && <Text size="sm">{words.needsNone}</Text>}
    </Dialog>
  );
}

/** Candidate groups of the task, one of which its user needs. */
function Offered(props: {
  readonly offered: readonly string[];
  readonly groups: readonly string[];
  readonly onGroups: (groups: string) => void;
}) {
  const { offered, groups, onGroups } = props;
  const others = (group: string) => groups.filter((name) => name !== group);
  return (
    <Checkbox.Group
      label={words.offered}
      value={[...groups]}
      onChange={(chosen) => {
        const changed = offered.find((group) => chosen.includes(group) !== groups.includes(group));
        if (changed !== undefined) onGroups([...others(changed), ...(chosen.includes(changed) ? [changed] : [])].join(', '));
      }}
    >
      <Group mt={4}>
        {offered.map((group) => (
          <Checkbox key={group} value={group} label={group} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Whether each user may claim the task. */
function isFree({ assignee, candidateUsers, candidateGroups }: UserTaskView): boolean {
  return assignee === null && candidateUsers.length + candidateGroups.length === 0;
}
