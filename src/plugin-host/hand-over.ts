import type { CommandOf } from '../messages/commands.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import type { CommandSender } from '../queue/command-sender.ts';
import type { LockedTask } from '../store/custom-task-locks.ts';
import { type Completed, type Failed, fatal } from './run-task.ts';

/** The engine's answer to a result. `late`: it is ignored. `retryAt`: ms since epoch. */
export type HandOverOutcome =
  | { readonly kind: 'taken' | 'late' | 'given-up' }
  | { readonly kind: 'retried'; readonly retryAt: number };

const BACKOFF = { firstDelayMs: 200, maxDelayMs: 5000 };

/**
 * Sends a result to the engine until it is answered. The command id is derived from the attempt, so a repeat changes nothing.
 * Ends without an answer when the lock is lost (`lost`).
 */
export async function handOver(
  sender: CommandSender,
  task: LockedTask,
  result: Completed | Failed,
  { log, lost }: { readonly log: Logger; readonly lost: AbortSignal },
): Promise<HandOverOutcome> {
  const command = commandOf(task, result);
  for (let attempt = 1; ; attempt++) {
    const outcome = await sender.send<'CompleteCustomTask' | 'FailCustomTask'>(command);
    if (outcome.kind === 'reply') {
      const { reply } = outcome;
      if (reply.ok) return taken(reply.result);
      if (reply.rejection.code === 'CUSTOM_TASK_NOT_LOCKED') return { kind: 'late' };
      // A result that the engine cannot take fails its activity; if even that is refused, the lock runs out.
      if (result.kind === 'failed') return { kind: 'given-up' };
      return handOver(sender, task, fatal('500', 'The result of the plugin could not be taken over'), { log, lost });
    }
    if (lost.aborted) return { kind: 'late' };
    // another command has this id: no repeat changes that, the next run has another id
    if (outcome.kind === 'conflict') return { kind: 'given-up' };
    log.event('plugin-result-not-handed-over', { Next: 'hand-over', Attempt: attempt });
    await pause(backoffMs(BACKOFF, attempt), lost);
  }
}

function commandOf(task: LockedTask, result: Completed | Failed): CommandOf<'CompleteCustomTask' | 'FailCustomTask'> {
  const { taskId, instanceId, attempt } = task;
  const lock = { taskId, instanceId, attempt };
  if (result.kind === 'completed') {
    return { kind: 'CompleteCustomTask', id: nameBasedId(taskId, `complete:${attempt}`), ...lock, result: result.result };
  }
  const { code, message, isRetryable, retryAfterMs } = result;
  const id = nameBasedId(taskId, `fail:${attempt}`);
  return { kind: 'FailCustomTask', id, ...lock, code, message, isRetryable, retryAfterMs };
}

function taken(result: object): HandOverOutcome {
  const retryAt = 'retryAt' in result ? result.retryAt : null;
  return typeof retryAt === 'string' ? { kind: 'retried', retryAt: Date.parse(retryAt) } : { kind: 'taken' };
}
