import type { PluginContext } from '../../plugin.ts';

/**
 * Runs an engine operation once for all runs of a task. The response of an earlier run may be lost, so a run first repeats the keys of
 * earlier runs: a completed operation returns its recorded result. An operation without recipients is tried with the key of this run.
 */
export async function onceForAllRuns(
  { idempotencyKey, attempt }: Pick<PluginContext, 'idempotencyKey' | 'attempt'>,
  ask: (key: string) => Promise<readonly string[] | undefined>,
): Promise<readonly string[] | undefined> {
  for (let run = Math.max(1, attempt - MAX_EARLIER_RUNS); run <= attempt; run += 1) {
    const instanceIds = await ask(`${idempotencyKey}:${run}`);
    if (instanceIds !== undefined) return instanceIds;
  }
  return undefined;
}

/** Most earlier runs that are checked; far more than the retries of a model. */
const MAX_EARLIER_RUNS = 20;
