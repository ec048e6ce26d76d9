import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../components/format.ts';
import { Badge } from '../../components/status-badge.tsx';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import { texts } from '../../texts/texts.ts';
import { DRAFT_LIMIT, type Draft, forgetDraft, titleOf } from './drafts.ts';
import type { ModelingSession } from './session.ts';

/** Opens or deletes drafts of this browser. */
export function DraftsDialog(props: {
  readonly session: ModelingSession;
  readonly onOpen: (draft: Draft) => void;
  readonly onClose: () => void;
}) {
  const { session, onOpen, onClose } = props;
  const [drafts, setDrafts] = useState(() => session.others());
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={modelerTexts.tools.drafts}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.shared.close }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {modelerTexts.drafts.kept(DRAFT_LIMIT)}
        </Text>
        {drafts.length === 0 && <Text size="sm">{modelerTexts.drafts.none}</Text>}
        <Stack component="ul" gap="xs" className="drafts" aria-label={modelerTexts.tools.drafts}>
          {drafts.map((draft) => (
            <DraftRow
              key={draft.id}
              draft={draft}
              onOpen={() => onOpen(draft)}
              onDelete={() => {
                forgetDraft(draft.id);
                setDrafts(session.others());
              }}
            />
          ))}
        </Stack>
      </Stack>
    </Modal>
  );
}

function DraftRow(props: { readonly draft: Draft; readonly onOpen: () => void; readonly onDelete: () => void }) {
  const { draft, onOpen, onDelete } = props;
  const [isAsked, setAsked] = useState(false);
  const number = / \((\d+)\)$/.exec(draft.id)?.[0] ?? '';
  const title = `${titleOf(draft.origin)}${draft.origin.kind === 'new' ? '' : number}`;
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div className="draft-title">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {modelerTexts.drafts.changedAt(formatTime(new Date(draft.changedAt).toISOString()))}
        </Text>
      </div>
      <Group gap="xs">
        {draft.isUnsaved && <Badge tone="stop">{modelerTexts.drafts.unsaved}</Badge>}
        <Button size="xs" variant="default" aria-label={modelerTexts.drafts.openOf(title)} onClick={onOpen}>
          {modelerTexts.drafts.open}
        </Button>
        <Button
          size="xs"
          variant={isAsked ? 'filled' : 'light'}
          color="red"
          aria-label={isAsked ? modelerTexts.drafts.reallyDeleteOf(title) : modelerTexts.drafts.deleteOf(title)}
          onClick={() => (isAsked ? onDelete() : setAsked(true))}
          onBlur={() => setAsked(false)}
        >
          {isAsked ? modelerTexts.drafts.reallyDelete : modelerTexts.drafts.delete}
        </Button>
      </Group>
    </Group>
  );
}
