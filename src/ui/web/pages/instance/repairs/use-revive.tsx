import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import { repairTexts } from '../../../texts/repairs.ts';

/** Restarts from the step before the end (docs/contributing/spec/forks.md#revive). Reports if a new instance continues instead. */
export function useRevive(onDone: () => void) {
  return useAction(
    async (request: Parameters<typeof repairs.revive>[0]) => {
      const answer = await repairs.revive(request);
      onDone();
      return answer;
    },
    ({ IsFork, WorkflowInstanceId: id }) => {
      if (!IsFork) return repairTexts.revive.done;
      const message = (
        <>
          {repairTexts.revive.another} <Anchor href={`/process-instance/${id}`}>{id.slice(0, 8)}…</Anchor>
        </>
      );
      notifications.show({ color: 'green', autoClose: 15_000, message });
      return undefined;
    },
    { showsRefusal: false },
  );
}
