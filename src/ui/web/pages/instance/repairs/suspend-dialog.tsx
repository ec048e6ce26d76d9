import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { repairTexts } from '../../../texts/repairs.ts';

/** See docs/contributing/spec/suspension.md#suspend. */
export function SuspendDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const suspend = useAction(repairs.suspend, () => repairTexts.suspend.done, { showsRefusal: false });
  return (
    <Dialog
      title={repairTexts.suspend.title}
      action={repairTexts.acts.suspend}
      isBusy={suspend.isPending}
      refusal={suspend.error?.message}
      onAction={() => suspend.mutate({ instanceId, ...(reason.trim() !== '' && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{repairTexts.suspend.note}</Text>
      <TextInput
        label={repairTexts.reason}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
