import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatTime } from '../../components/format.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import { type Draft, titleOf } from './drafts.ts';
import type { SessionState } from './session.ts';

/** The drawing is a draft, or an earlier draft exists; `children`: actions for the first. */
export function RestoredNote(props: {
  readonly state: SessionState;
  readonly onOpenDraft: (draft: Draft) => void;
  readonly children?: ReactNode;
}) {
  const { restored, other } = props.state;
  const draft = restored ?? other;
  if (draft === null) return null;
  const time = formatTime(new Date(draft.changedAt).toISOString());
  return (
    <Alert color="blue" variant="light" p="xs" role="status" flex={1}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" className="draft-title">
          {restored === null
            ? modelerTexts.drafts.earlier(titleOf(draft.origin), time)
            : modelerTexts.drafts.restored(titleOf(draft.origin), time)}
        </Text>
        {restored === null ? (
          <Button size="xs" variant="default" onClick={() => props.onOpenDraft(draft)}>
            {modelerTexts.drafts.openDraft}
          </Button>
        ) : (
          props.children
        )}
      </Group>
    </Alert>
  );
}
