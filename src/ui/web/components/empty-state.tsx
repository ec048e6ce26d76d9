import { Button, Code, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/views.ts';
import { texts } from '../texts/texts.ts';
import { CopyButton } from './copy-button.tsx';
import { NothingFits, NothingWaits, NothingYet } from './illustrations.tsx';

/** Where people sign in, and where they would have to, the API asks for a token too (docs/contributing/spec/http/access.md#authentication). */
const TOKEN = '-H "Authorization: Bearer $TOKEN" ';

/** Variable of the command line for the address of the API. */
const UNKNOWN_API = '$SLUICE_URL';

/**
 * What a list shows when it holds nothing: its text (docs/contributing/spec/pages.md), why, and, where there is one, the command that fills it. `onClear`: takes
 * away the filters that leave nothing.
 */
export function EmptyState(props: {
  readonly text: string;
  readonly hint?: string | undefined;
  readonly command?: (apiUrl: string) => string;
  readonly onClear?: (() => void) | undefined;
}) {
  const { text, hint, command, onClear } = props;
  const { data: session } = useQuery(sessionQuery);
  const asksForToken = session !== undefined && (session.hasAuthentication || session.readOnly !== null);
  const Illustration = onClear !== undefined ? NothingFits : command !== undefined ? NothingYet : NothingWaits;
  const line = command?.(`${asksForToken ? TOKEN : ''}${session?.apiUrl ?? UNKNOWN_API}`);
  return (
    <Paper withBorder p="lg" ta="center">
      <Illustration />
      <Text>{text}</Text>
      {hint !== undefined && (
        <Text c="dimmed" size="sm" mt={4}>
          {hint}
        </Text>
      )}
      {onClear !== undefined && (
        <Button variant="subtle" size="xs" mt="xs" onClick={onClear}>
          {texts.shared.clearFilters}
        </Button>
      )}
      {line !== undefined && (
        <Group justify="center" wrap="nowrap" gap="xs" mt="sm">
          <Code block ta="left" tabIndex={0} aria-label={texts.shared.command} style={{ overflowX: 'auto' }}>
            {line}
          </Code>
          <CopyButton text={line} label={texts.shared.copyCommand} />
        </Group>
      )}
    </Paper>
  );
}
