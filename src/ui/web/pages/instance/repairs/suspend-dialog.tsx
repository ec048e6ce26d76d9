import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import { Dialog } from '../../../components/dialog.tsx';

/** Holds an instance, with a reason if there is one (docs/spec/suspension.md#suspend). */
export function SuspendDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const suspend = useAction(repairs.suspend, () => 'Instance suspended.', { showsRefusal: false });
  return (
    <Dialog
      title="Suspend the instance?"
      action="Suspend"
      isBusy={suspend.isPending}
      refusal={suspend.error?.message}
      onAction={() => suspend.mutate({ instanceId, ...(reason.trim() !== '' && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        Nothing of it moves until it is resumed, and what comes for it waits: messages, timers, results of tasks. The instances
        that it has called are suspended too.
      </Text>
      <TextInput
        label="Reason (optional)"
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
