import { expect } from 'chai';
import { silentLog } from '../../../src/platform/log.ts';
import { handOver } from '../../../src/plugin-host/run-task.ts';
import type { CommandSender, SendOutcome } from '../../../src/queue/command-sender.ts';
import type { LockedTask } from '../../../src/store/custom-task-locks.ts';
import { eventPublisher } from '../../../src/worker/custom-tasks/event-publisher.ts';

const TASK = { taskId: '11111111-2222-4333-8444-555555555555', instanceId: '21111111-2222-4333-8444-555555555555', attempt: 1 };

/** Answers one sending after the other. */
function senderOf(...outcomes: readonly SendOutcome<never>['kind'][]): CommandSender & { readonly ids: string[] } {
  const ids: string[] = [];
  return {
    ids,
    async send({ id }) {
      const kind = outcomes[ids.length] ?? 'reply';
      ids.push(id);
      if (kind === 'reply') return { kind, replayed: false, reply: { ok: true, result: {} } } as never;
      return { kind } as never;
    },
    ping: async () => true,
    close: async () => {},
  };
}

describe('handing over a result', () => {
  const lost = new AbortController().signal;
  const result = { kind: 'completed', result: {} } as const;

  it('is repeated under one id when no one answers', async () => {
    const sender = senderOf('timeout', 'queue-unreachable');
    expect(await handOver(sender, TASK as LockedTask, result, { log: silentLog, lost })).to.deep.equal({ kind: 'taken' });
    expect(sender.ids).to.have.length(3);
    expect(new Set(sender.ids).size).to.equal(1);
  });

  it('ends and leaves the task to its next run when another command has its id', async () => {
    const sender = senderOf('conflict');
    expect(await handOver(sender, TASK as LockedTask, result, { log: silentLog, lost })).to.deep.equal({ kind: 'given-up' });
    expect(sender.ids).to.have.length(1);
  });

  it('fails the run of a plugin of the engine when another command has the id of its message', async () => {
    const gate = eventPublisher(senderOf('conflict'));
    const message = { name: 'n', correlationKey: '', variables: {}, businessId: null };
    const outcome = await gate.publishMessage(message, 'key', lost).catch((error: Error) => error.message);
    expect(outcome).to.equal('another command is on record under the id of this one');
  });
});
