import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { modelerTexts } from '../../texts/modeler.ts';
import { titleOf } from './drafts.ts';
import type { ModelingSession } from './session.ts';
import { NO_ROOM, reportKept } from './use-session.ts';

/** Dialog before another model or page replaces unsaved changes. */
export function LeaveDialog(props: {
  readonly session: ModelingSession;
  readonly onGo: () => void;
  readonly onCancel: () => void;
}) {
  const { session, onGo, onCancel } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const keep = async () => {
    setBusy(true);
    const kept = await session.keep();
    setBusy(false);
    if (kept !== undefined) reportKept(kept);
    if (kept?.isKept === false) setProblem(NO_ROOM);
    else onGo();
  };
  const discard = () => {
    session.discard();
    onGo();
  };
  return (
    <Dialog
      title={modelerTexts.tools.unsaved}
      action={modelerTexts.drafts.keep}
      other={
        <Button color="red" variant="light" onClick={discard}>
          {modelerTexts.drafts.discard}
        </Button>
      }
      isBusy={isBusy}
      refusal={problem}
      onAction={() => void keep()}
      onClose={onCancel}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {modelerTexts.drafts.hasChanges(session.state === null ? '' : titleOf(session.state.origin))}
      </Text>
    </Dialog>
  );
}
