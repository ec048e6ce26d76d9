import { Text } from '@mantine/core';
import { Dialog } from '../../../components/dialog.tsx';
import { repairTexts } from '../../../texts/repairs.ts';
import { texts } from '../../../texts/texts.ts';
import { Repeats } from './repeats.tsx';
import { useRevive } from './use-revive.tsx';

/** Asks before an ended instance is restarted (docs/contributing/spec/forks.md#revive). */
export function ReviveDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const revive = useRevive(onClose);
  return (
    <Dialog
      title={repairTexts.revive.title}
      action={texts.shared.retry}
      isBusy={revive.isPending}
      refusal={revive.error?.message}
      onAction={() => revive.mutate({ instanceId })}
      onClose={onClose}
    >
      <Repeats instanceId={instanceId} />
      <Text size="sm">{repairTexts.revive.note}</Text>
    </Dialog>
  );
}
