import { Anchor, Text } from '@mantine/core';
import { pageTexts } from '../texts/dialogs.ts';

/** Listed instances of a notification. */
const SHOWN = 5;

/** Links for a notification. It is outside of the router, so the caller passes the function to navigate. */
export function InstanceLinks(props: {
  /** ends with a colon */
  readonly text: string;
  readonly instanceIds: readonly string[];
  readonly onOpen: (path: string) => void;
}) {
  const { text, instanceIds, onOpen } = props;
  const more = instanceIds.length - SHOWN;
  return (
    <Text size="sm">
      {text}{' '}
      {instanceIds.slice(0, SHOWN).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <InstanceLink instanceId={id} onOpen={onOpen} />
        </span>
      ))}
      {more > 0 && ` ${pageTexts.batch.more(more)}`}.
    </Text>
  );
}

export function InstanceLink(props: {
  readonly instanceId: string;
  /** default: the id */
  readonly text?: string;
  readonly onOpen: (path: string) => void;
}) {
  const { instanceId, text = instanceId, onOpen } = props;
  const path = `/process-instance/${instanceId}`;
  return (
    <Anchor
      size="sm"
      href={path}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(path);
      }}
    >
      {text}
    </Anchor>
  );
}
