import type { Variables } from '../engine/values.ts';
import type { CommandOf } from '../messages/commands.ts';
import { cutText } from '../platform/cut-text.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { redactText } from '../platform/redact.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import { isTaskFailure, type PluginContext, type Values } from '../plugins/plugin.ts';
import type { RegisteredPlugin } from '../plugins/registry.ts';
import type { CommandSender } from '../queue/command-sender.ts';
import { type LockedTask, MAX_LOSSES } from '../store/custom-task-locks.ts';
import type { Secrets } from './secrets/open-secrets.ts';
import { type Hiding, putSecrets } from './secrets/put-secrets.ts';

/** `interrupted`: the run threw after its signal was aborted. */
export type AttemptResult = Completed | Failed | { readonly kind: 'interrupted' };
export interface Completed {
  readonly kind: 'completed';
  readonly result: Variables;
}
export interface Failed {
  readonly kind: 'failed';
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | null;
}

/** Size of a plugin result, in characters of JSON. Values that become variables have the smaller limit of the engine. */
const MAX_RESULT = 16_777_216;
/** Lengths of code and message of a failure; longer texts are cut. Unit: characters. */
const MAX_CODE = 256;
const MAX_MESSAGE = 2000;
/** A longer delay that a plugin requests is cut to it. */
const MAX_RETRY_AFTER_MS = 30 * 24 * 3_600_000;

/** See docs/contributing/spec/http/custom-tasks.md#outcome-of-a-run. Never throws: everything that goes wrong is a result. */
export async function runTask(
  { plugin, checkInput }: RegisteredPlugin,
  task: LockedTask,
  contextFor: (hiding: Hiding) => PluginContext,
  signal: AbortSignal,
  secrets: Secrets,
): Promise<AttemptResult> {
  if (task.losses >= MAX_LOSSES) return fatal('500', `${task.losses} hosts vanished while they ran this task`);
  if (plugin.takesSecrets === false && task.secrets !== null) {
    const [input] = Object.keys(task.secrets);
    return fatal('SECRET_UNAVAILABLE', `Input '${input}' names a secret, but '${plugin.taskType}' takes none`);
  }
  const filled = await putSecrets(task.input, { named: task.secrets, processKey: task.processKey }, secrets);
  if (!filled.ok) return { ...fatal('SECRET_UNAVAILABLE', filled.message), isRetryable: filled.isRetryable };
  const { hiding } = filled;
  const checked = checkInput(filled.input as Values);
  if (!checked.ok) return fatal('400', hiding.text(checked.message));
  try {
    const result = await plugin.execute(checked.input, contextFor(hiding), signal);
    return completed(result ?? {}, hiding);
  } catch (thrown) {
    return signal.aborted ? { kind: 'interrupted' } : failureOf(thrown, hiding);
  }
}

/** Failure that is not retryable. */
export function fatal(code: string, message: string): Failed {
  return { kind: 'failed', code, message, isRetryable: false, retryAfterMs: null };
}

function completed(result: unknown, hiding: Hiding): Completed | Failed {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    return fatal('500', 'The plugin must return an object of names and JSON values');
  }
  let text: string;
  try {
    text = JSON.stringify(result);
  } catch (error) {
    return fatal('500', `The result of the plugin is not JSON: ${redactText(hiding.text(rawMessage(error)))}`);
  }
  if (text.length > MAX_RESULT) return fatal('500', `The result of the plugin is larger than ${MAX_RESULT} characters`);
  return { kind: 'completed', result: hiding.values(JSON.parse(text) as Variables) };
}

/** Keeps the message: the search for secrets needs the original text. */
function rawMessage(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(rawMessage).join('; ');
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Hides secrets before it cuts the text: a part of a secret would not be found. */
function failureOf(thrown: unknown, hiding: Hiding): Failed {
  const message = cutText(redactText(hiding.text(rawMessage(thrown))), MAX_MESSAGE);
  if (!isTaskFailure(thrown)) return { kind: 'failed', code: '500', message, isRetryable: true, retryAfterMs: null };
  const { code, isRetryable, retryAfterMs } = thrown;
  return {
    kind: 'failed',
    code: cutText(hiding.text(String(code)), MAX_CODE),
    message,
    isRetryable: isRetryable !== false,
    retryAfterMs: Number.isFinite(retryAfterMs) ? Math.min(Math.max(0, retryAfterMs as number), MAX_RETRY_AFTER_MS) : null,
  };
}

/**
 * - `taken`: the engine has accepted the result. `retried`: the failure is retried at `retryAt` (ms since epoch).
 * - `late`: the attempt does not hold the lock, so the engine ignores the result.
 * - `given-up`: the engine rejects the result, and also the failure that replaces it; the lock expires.
 */
export type HandOverOutcome =
  | { readonly kind: 'taken' | 'late' | 'given-up' }
  | { readonly kind: 'retried'; readonly retryAt: number };

const BACKOFF = { firstDelayMs: 200, maxDelayMs: 5000 };

/**
 * Sends a result until a reply arrives. The command id is derived from the attempt, so a repeat has no second effect. If the engine rejects the result, sends
 * a failure of the activity instead. Ends without a reply if the lock is lost.
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
      // a rejected result fails its activity; if the engine rejects the failure too, the lock expires
      if (result.kind === 'failed') return { kind: 'given-up' };
      return handOver(sender, task, fatal('500', 'The result of the plugin could not be taken over'), { log, lost });
    }
    if (lost.aborted) return { kind: 'late' };
    // another command has this id: a repeat has the same conflict, the next attempt has another id
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
