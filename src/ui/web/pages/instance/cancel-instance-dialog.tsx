import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';

/** Cancels a running instance, with a reason if there is one (docs/spec/http/instances.md#cancel-an-instance). */
export function CancelInstanceDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const cancel = useAction(actions.cancelInstance, () => 'Instance cancelled.', { showsRefusal: false });
  return (
    <Dialog
      title="Cancel instance"
      action="Cancel instance"
      dismiss="Keep it running"
      isDangerous
      isBusy={cancel.isPending}
      refusal={cancel.error?.message}
      onAction={() => cancel.mutate({ instanceId, ...(reason.trim() !== '' && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label="Reason (optional)"
        placeholder="Cancelled by operator"
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
