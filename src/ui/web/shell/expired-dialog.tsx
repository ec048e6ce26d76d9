import { Button, Group, Modal, Text } from '@mantine/core';

/** What stands over the page when its data are refused with 401 (contract 7.5, rule 3). Signing in leads back to this address. */
export function ExpiredDialog() {
  const signIn = () => {
    const here = location.pathname + location.search;
    location.assign(`/Account/Login?returnUrl=${encodeURIComponent(here)}`);
  };
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title="Sign-in" centered>
      <Text mb="md">Your sign-in has expired.</Text>
      <Group justify="flex-end">
        <Button onClick={signIn} data-autofocus>
          Sign in
        </Button>
      </Group>
    </Modal>
  );
}
