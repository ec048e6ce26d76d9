import { Text } from '@mantine/core';
import { actions, useAction } from '../../api/actions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { pageTexts } from '../../texts/workflows.ts';

/** Asks before a key is disabled (docs/contributing/spec/pages.md#workflows). */
export function DisableDialog({ workflowKey, onClose }: { readonly workflowKey: string; readonly onClose: () => void }) {
  const disable = useAction(actions.disable, (_, key) => pageTexts.isDisabled(key), { showsRefusal: false });
  return (
    <Dialog
      title={pageTexts.askDisable(workflowKey)}
      action={pageTexts.disable}
      isDangerous
      isBusy={disable.isPending}
      refusal={disable.error?.message}
      onAction={() => disable.mutate(workflowKey, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{pageTexts.disableNote}</Text>
    </Dialog>
  );
}
