import { Alert, Button, Group, Text } from '@mantine/core';
import { timeParts, zoneMark } from '../texts/numbers.ts';
import { texts } from '../texts/texts.ts';
import { ErrorMessage } from './error-message.tsx';

/** See docs/contributing/spec/pages.md#list-states. `asOf`: time of the shown data, ms since epoch; 0: none. */
export function ErrorBar(props: { readonly text: string; readonly onRetry: () => void; readonly asOf?: number }) {
  const { text, onRetry, asOf = 0 } = props;
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <ErrorMessage text={text} />
          {asOf > 0 && <Text size="sm">{texts.shared.shownAsOf(`${timeParts(asOf)[1].slice(0, 5)}${zoneMark()}`)}</Text>}
        </div>
        <Button size="xs" variant="default" style={{ flexShrink: 0 }} onClick={onRetry}>
          {texts.shared.retry}
        </Button>
      </Group>
    </Alert>
  );
}
