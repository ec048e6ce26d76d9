import { Button, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { NamedUser } from './acting.ts';

const words = pageTexts.acting;

/** User name if sign-in is off. A click asks for another. */
export function ActingUser({ named }: { readonly named: NamedUser }) {
  return (
    <>
      <Button variant="default" className="acting-user" onClick={named.ask}>
        {named.user === '' ? words.choose : words.as(named.user, named.groups)}
      </Button>
      {named.isAsking && <ActingDialog named={named} title={words.title} action={words.use} />}
    </>
  );
}

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
      <TextInput label={words.groups} value={groups} onChange={(event) => setGroups(event.currentTarget.value)} />
    </Dialog>
  );
}
