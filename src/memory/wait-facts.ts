import { entityId } from '../platform/ids.ts';
import type { WaitedChild } from '../waits/wait.ts';
import { type CustomTaskFact, NO_FACTS, type WaitFacts } from '../waits/wait-facts.ts';
import type { MemoryTables } from './memory-tables.ts';

/** Facts for the texts about waits, besides the state of an instance. */
export function factsOf(instanceId: string, { customTasks, instances }: MemoryTables, now: Date): WaitFacts {
  const facts = new Map<number, CustomTaskFact>();
  for (const task of customTasks.values()) {
    if (task.instanceId !== instanceId || task.taskId !== entityId(instanceId, task.entry)) continue;
    const { taskType, typeKey, failures, retry, isLocked, availableAt } = task;
    const lockedBy = isLocked ? 'a test' : null;
    const attempts = retry?.attempts ?? null;
    facts.set(task.entry, { taskType, typeKey, failures, attempts, lockedBy, availableAt, createdAt: availableAt });
  }
  const children = new Map<string, WaitedChild>();
  for (const { id, state } of instances.values())
    if (state.caller?.instanceId === instanceId)
      children.set(id, {
        instanceId: id,
        key: state.key,
        version: state.version,
        businessId: state.businessId,
        status: state.status,
      });
  return { ...NO_FACTS, now: now.getTime(), customTasks: facts, children };
}
