import '@mantine/core/styles/List.css';
import { Alert, List } from '@mantine/core';
import type { ModelNote } from '../../components/diagram/model-notes.ts';
import { decisionsTexts } from '../../texts/decisions.ts';

const MOST = 20;

/** Lists parts that saving would lose. */
export function RefusedFile({ losses }: { readonly losses: readonly ModelNote[] }) {
  const words = decisionsTexts.editor;
  return (
    <Alert color="yellow" variant="light" role="alert" title={words.refused} mb="sm">
      <List size="sm">
        {losses.slice(0, MOST).map(({ text, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two losses can have the same text
          <List.Item key={`${index} ${text}`}>{line === undefined ? text : words.atLine(line, text)}</List.Item>
        ))}
      </List>
      {losses.length > MOST && words.moreLosses(losses.length - MOST)}
    </Alert>
  );
}
