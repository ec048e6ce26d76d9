import { BadCall, SluiceError } from './errors.ts';
import type { ApiMethods } from './generated/operations.ts';
import type { Schemas } from './generated/schemas.ts';
import { pause, pauseBehind } from './send-call.ts';
import { type AttemptRules, beginAttempt, giveBack, type RunningAttempt, reportAttemptFault } from './task-attempt.ts';
import type { TaskHandler, WorkOptions } from './task-handler.ts';

export interface Worker {
  /** number of running tasks */
  readonly running: number;
  /** Fetches no more tasks, waits for running ones, and releases those that do not end in time. */
  stop(options?: { readonly graceSeconds?: number | undefined }): Promise<void>;
  /** the worker has stopped */
  readonly ended: Promise<void>;
}

/** Wait of a stop for a response with tasks. Then the request is aborted: the service locks nothing for a closed connection. */
const LAST_ANSWER_MS = 1000;
const MOST_TASKS = 100;

export function work(api: ApiMethods, taskType: string, handler: TaskHandler, options: WorkOptions = {}): Worker {
  return new TaskWorker(api, taskType, handler, options);
}

class TaskWorker implements Worker {
  readonly ended: Promise<void>;
  private readonly rules: AttemptRules;
  private readonly taskType: string;
  private readonly concurrency: number;
  private readonly graceSeconds: number;
  private readonly request: Omit<Schemas['FetchAndLockRequest'], 'MaxTasks'>;
  private readonly attempts = new Set<RunningAttempt>();
  /** aborted: fetch no more tasks */
  private readonly stopping = new AbortController();
  /** aborted: do not wait for the last response */
  private readonly left = new AbortController();
  private readonly stopAfter: (graceSeconds: number) => void;
  private wake: () => void = () => undefined;

  constructor(api: ApiMethods, taskType: string, handler: TaskHandler, options: WorkOptions) {
    const { lockSeconds = 60, waitSeconds = 20, workerId = `worker-${crypto.randomUUID().slice(0, 13)}` } = options;
    this.taskType = taskType;
    this.concurrency = whole('concurrency', options.concurrency ?? 8, 1, 10_000);
    this.graceSeconds = options.graceSeconds ?? 30;
    this.request = {
      WorkerId: workerId,
      LockSeconds: whole('lockSeconds', lockSeconds, 3, 3600),
      WaitSeconds: whole('waitSeconds', waitSeconds, 0, 60),
    };
    const onFault = options.onFault ?? ((fault, task) => console.error(faultText(taskType, fault, task?.activityInstanceId)));
    this.rules = { api, handler, lockSeconds, onFault };
    const looping = this.loop();
    let begin: (graceSeconds: number) => void = () => undefined;
    const asked = new Promise<number>((resolve) => (begin = resolve));
    this.stopAfter = begin;
    this.ended = asked.then((graceSeconds) => this.finish(looping, graceSeconds));
  }

  get running(): number {
    return this.attempts.size;
  }

  stop({ graceSeconds = this.graceSeconds }: { readonly graceSeconds?: number | undefined } = {}): Promise<void> {
    this.stopping.abort();
    this.wake();
    this.stopAfter(graceSeconds);
    return this.ended;
  }

  private async loop(): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted; ) {
      if (this.attempts.size >= this.concurrency) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        continue;
      }
      try {
        const tasks = await this.fetchTasks();
        failures = 0;
        if (this.stopping.signal.aborted) await Promise.all(tasks.map((task) => giveBack(this.rules, task)));
        else for (const task of tasks) this.begin(task);
      } catch (fault) {
        if (this.stopping.signal.aborted) return;
        failures += 1;
        reportAttemptFault(this.rules, fault);
        const retryAfterMs = fault instanceof SluiceError ? fault.retryAfterMs : 0;
        await pause(pauseBehind(failures, retryAfterMs), this.stopping.signal);
      }
    }
  }

  /** No retries: the loop sends the next request, and a closed connection locks nothing. */
  private async fetchTasks(): Promise<readonly Schemas['LockedCustomTask'][]> {
    const request = { ...this.request, MaxTasks: Math.min(MOST_TASKS, this.concurrency - this.attempts.size) };
    const options = { attempts: 1, idempotencyKey: '', signal: this.left.signal };
    return (await this.rules.api.fetchAndLock(this.taskType, request, options)).tasks;
  }

  private begin(task: Schemas['LockedCustomTask']): void {
    const attempt = beginAttempt(this.rules, task);
    this.attempts.add(attempt);
    void attempt.ended.then(() => {
      this.attempts.delete(attempt);
      this.wake();
    });
  }

  private async finish(looping: Promise<void>, graceSeconds: number): Promise<void> {
    const done = new AbortController();
    const grace = pause(graceSeconds * 1000, done.signal);
    const late = setTimeout(() => this.left.abort(), LAST_ANSWER_MS);
    const all = looping.then(() => Promise.all([...this.attempts].map(({ ended }) => ended)));
    await Promise.race([all, grace]);
    done.abort();
    clearTimeout(late);
    this.left.abort();
    await Promise.all([looping, ...[...this.attempts].map((attempt) => attempt.abandon())]);
  }
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new BadCall(`${name} must be a whole number from ${least} to ${most}`);
}

function faultText(taskType: string, fault: unknown, taskId: string | undefined): string {
  const what = fault instanceof Error ? fault.message : String(fault);
  return `worker of ${taskType}${taskId === undefined ? '' : `, task ${taskId}`}: ${what}`;
}
