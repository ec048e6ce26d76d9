import { Alert, Button, Group, Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';

/**
 * A failure with the text of the page, and a button that tries again (docs/spec/pages.md#list-states). `asOf`: when what the page still shows was
 * read, ms since epoch; 0: it shows nothing.
 */
export function ErrorBar(props: { readonly text: string; readonly onRetry: () => void; readonly asOf?: number }) {
  const { text, onRetry, asOf = 0 } = props;
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      <Group justify="space-between" wrap="nowrap">
        <div>
          {text}
          {asOf > 0 && <Text size="sm">{texts.shared.shownAsOf(new Date(asOf).toISOString().slice(11, 16))}</Text>}
        </div>
        <Button size="xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}
