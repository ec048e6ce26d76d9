import { Alert, Button, Group } from '@mantine/core';

/** A failure with the text of the page, and a button that tries again (docs/spec/pages.md#list-states). */
export function ErrorBar({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      <Group justify="space-between" wrap="nowrap">
        {text}
        <Button size="xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}
