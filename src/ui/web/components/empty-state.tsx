import { Code, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/views.ts';
import { CopyButton } from './copy-button.tsx';

/** Where people sign in, and where they would have to, the API asks for a token too (docs/spec/http/access.md#authentication). */
const TOKEN = '-H "Authorization: Bearer $TOKEN" ';

/** What a list shows when it holds nothing: its text (docs/spec/pages.md) and, where there is one, the command that fills it. */
export function EmptyState({ text, command }: { readonly text: string; readonly command?: (apiUrl: string) => string }) {
  const { data: session } = useQuery(sessionQuery);
  const asksForToken = session !== undefined && (session.hasAuthentication || session.readOnly !== null);
  const line = command?.(`${asksForToken ? TOKEN : ''}${session?.apiUrl ?? 'http://localhost:8080'}`);
  return (
    <Paper withBorder p="lg" ta="center">
      <Text c="dimmed" mb={line === undefined ? 0 : 'sm'}>
        {text}
      </Text>
      {line !== undefined && (
        <Group justify="center" wrap="nowrap" gap="xs">
          <Code block ta="left" tabIndex={0} aria-label="Command" style={{ overflowX: 'auto' }}>
            {line}
          </Code>
          <CopyButton text={line} label="Copy the command" />
        </Group>
      )}
    </Paper>
  );
}
