import { Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { onSignInExpired } from '../api/client.ts';
import { texts } from '../texts/texts.ts';

/**
 * Dialog for 401 (docs/contributing/spec/http/access.md#expired-sign-in). Signing in returns to this address. Uses the browser's dialog, because no
 * code can be loaded at that time.
 */
export function ExpiredSignIn() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => onSignInExpired(() => dialog.current?.open === false && dialog.current.showModal()), []);
  const signIn = () => {
    const here = location.pathname + location.search;
    location.assign(`/Account/Login?returnUrl=${encodeURIComponent(here)}`);
  };
  return (
    <dialog ref={dialog} className="expired" aria-labelledby="expired-title" onCancel={(event) => event.preventDefault()}>
      <Title order={2} size="h4" mb="sm" id="expired-title">
        {texts.signIn.title}
      </Title>
      <Text mb="md">{texts.signIn.expired}</Text>
      <Group justify="flex-end">
        <Button onClick={signIn} autoFocus>
          {texts.signIn.signIn}
        </Button>
      </Group>
    </dialog>
  );
}
