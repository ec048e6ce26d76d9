import { Text } from '@mantine/core';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ReasonField, useReason } from '../../components/reason-field.tsx';
import { repairTexts } from '../../texts/repairs.ts';

/** See docs/contributing/spec/http/instances.md#cancel-an-instance. */
export function CancelInstanceDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const reason = useReason();
  const cancel = useAction(actions.cancelInstance, () => repairTexts.cancel.done, { showsRefusal: false });
  return (
    <Dialog
      title={repairTexts.cancel.title}
      action={repairTexts.cancel.title}
      dismiss={repairTexts.cancel.keep}
      isDangerous
      isReady={!reason.isMissing}
      isBusy={cancel.isPending}
      refusal={cancel.error?.message}
      onAction={() => cancel.mutate({ instanceId, ...reason.given }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{repairTexts.cancel.note}</Text>
      <ReasonField reason={reason} placeholder={repairTexts.cancel.placeholder} data-autofocus />
    </Dialog>
  );
}
