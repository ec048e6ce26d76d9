import { Text } from '@mantine/core';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';

/** Asks before a key is disabled (docs/spec/pages.md#workflows). */
export function DisableDialog({ workflowKey, onClose }: { readonly workflowKey: string; readonly onClose: () => void }) {
  const disable = useAction(actions.disable, (_, key) => `Disabled '${key}'.`, { showsRefusal: false });
  return (
    <Dialog
      title={`Disable '${workflowKey}'?`}
      action="Disable"
      isDangerous
      isBusy={disable.isPending}
      refusal={disable.error?.message}
      onAction={() => disable.mutate(workflowKey, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">No new instances can be started and no event starts one. Running instances go on.</Text>
    </Dialog>
  );
}
