import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { repairTexts } from '../../texts/repairs.ts';

/** See docs/contributing/spec/http/instances.md#cancel-an-instance. */
export function CancelInstanceDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const cancel = useAction(actions.cancelInstance, () => repairTexts.cancel.done, { showsRefusal: false });
  return (
    <Dialog
      title={repairTexts.cancel.title}
      action={repairTexts.cancel.title}
      dismiss={repairTexts.cancel.keep}
      isDangerous
      isBusy={cancel.isPending}
      refusal={cancel.error?.message}
      onAction={() => cancel.mutate({ instanceId, ...(reason.trim() !== '' && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label={repairTexts.reason}
        placeholder={repairTexts.cancel.placeholder}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
