import { Text } from '@mantine/core';
import { Dialog } from '../../../components/dialog.tsx';
import { useRevive } from './use-revive.tsx';

/** Asks before an instance that has ended goes on (docs/spec/forks.md#revive). */
export function ReviveDialog({ instanceId, onClose }: { readonly instanceId: string; readonly onClose: () => void }) {
  const revive = useRevive(onClose);
  return (
    <Dialog
      title="Let the instance go on?"
      action="Retry"
      isBusy={revive.isPending}
      refusal={revive.error?.message}
      onAction={() => revive.mutate({ instanceId })}
      onClose={onClose}
    >
      <Text>It goes on from the step before it ended, with the variables as they are now.</Text>
      <Text size="sm">
        Work of that step is done once more. Where others already know of the end, such as its caller, a new instance goes on in
        its place.
      </Text>
    </Dialog>
  );
}
