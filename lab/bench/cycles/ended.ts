import { countCompleted } from '../client.ts';
import type { Stack } from '../stack.ts';
import { CYCLE_MODELS } from './models.ts';

/** Completed instances of all keys, as the read side shows them. */
export async function completedCycles(stack: Stack): Promise<number> {
  let sum = 0;
  for (const key of Object.keys(CYCLE_MODELS)) sum += await countCompleted(stack, key);
  return sum;
}

/** Waits until that many have ended. @returns how many have; fewer when it took too long */
export async function untilEnded(ended: () => Promise<number>, count: number, limitMs: number): Promise<number> {
  const until = performance.now() + limitMs;
  for (;;) {
    const found = await ended();
    if (found >= count || performance.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
