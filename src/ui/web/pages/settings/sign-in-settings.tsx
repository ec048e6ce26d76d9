import '@mantine/core/styles/Fieldset.css';
import { Button, Fieldset, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dropDraftsOfOthers } from '../../api/draft-owner.ts';
import { sessionQuery } from '../../api/views.ts';
import { pageTexts } from '../../texts/settings.ts';

/** Ends all sessions of the user (docs/contributing/spec/pages.md#sign-out-everywhere). */
export function SignInSettings() {
  const { data: session } = useQuery(sessionQuery);
  if (session?.user == null) return null;
  return (
    <Fieldset legend={pageTexts.signIn} maw={640} mt="md">
      <form method="post" action="/Account/Logout" onSubmit={dropDraftsOfOthers}>
        <input type="hidden" name="csrfToken" value={session.csrfToken} />
        <input type="hidden" name="everywhere" value="true" />
        <Stack align="flex-start" gap="xs">
          <Button type="submit" variant="default" size="xs">
            {pageTexts.signOutEverywhere}
          </Button>
          <Text size="xs" c="dimmed">
            {pageTexts.signOutEverywhereHint}
          </Text>
        </Stack>
      </form>
    </Fieldset>
  );
}
