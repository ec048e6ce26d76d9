import { Text } from '@mantine/core';
import type { ElementOutline } from '../../../components/diagram/element-outline.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { repairTexts } from '../../../texts/repairs.ts';
import { texts } from '../../../texts/texts.ts';
import { Repeats } from './repeats.tsx';
import { useRevive } from './use-revive.tsx';

/** Restarts an ended instance (docs/contributing/spec/forks.md#revive). */
export function ReviveDialog(props: {
  readonly instanceId: string;
  readonly outline: ReadonlyMap<string, ElementOutline>;
  readonly onClose: () => void;
}) {
  const { instanceId, outline, onClose } = props;
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
      <Repeats instanceId={instanceId} outline={outline} />
      <Text size="sm">{repairTexts.revive.note}</Text>
    </Dialog>
  );
}
