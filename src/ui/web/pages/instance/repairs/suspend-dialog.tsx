import { Text } from '@mantine/core';
import { useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ReasonField, useReason } from '../../../components/reason-field.tsx';
import { repairTexts } from '../../../texts/repairs.ts';

/** See docs/contributing/spec/suspension.md#suspend. */
export function SuspendDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const reason = useReason();
  const suspend = useAction(repairs.suspend, () => repairTexts.suspend.done, { showsRefusal: false });
  return (
    <Dialog
      title={repairTexts.suspend.title}
      action={repairTexts.acts.suspend}
      isReady={!reason.isMissing}
      isBusy={suspend.isPending}
      refusal={suspend.error?.message}
      onAction={() => suspend.mutate({ instanceId, ...reason.given }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{repairTexts.suspend.note}</Text>
      <ReasonField reason={reason} data-autofocus />
    </Dialog>
  );
}
