import type { PluginContext } from '../../plugin.ts';

/**
 * Does something in the engine once for all runs of a task. An earlier run may have reached the engine and its answer be lost, so a run asks
 * again under the keys of the runs before it: what was done is answered from the record, what found nobody is tried anew under its own key.
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

/** Earlier runs a run looks at; far more than retries of a model. */
const MAX_EARLIER_RUNS = 20;
