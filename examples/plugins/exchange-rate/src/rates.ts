import { readFile } from 'node:fs/promises';
import { TaskFailure } from 'sluice/plugin';

/** Euros for one unit of each currency, from the file next to this module. */
export async function readRates(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  try {
    const text = await readFile(new URL('../rates.json', import.meta.url), { encoding: 'utf8', signal });
    return new Map(Object.entries(JSON.parse(text) as Record<string, number>));
  } catch (cause) {
    // The file may be there next time: the runs that the model allows are used up before the activity fails.
    throw new TaskFailure('RATES_NOT_READABLE', 'The rates cannot be read', { retryAfterMs: 2000, cause });
  }
}
