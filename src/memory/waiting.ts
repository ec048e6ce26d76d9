import { entityId } from '../platform/ids.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import type { WaitedChild } from '../waits/wait.ts';
import { type CustomTaskFact, NO_FACTS, type WaitFacts } from '../waits/wait-facts.ts';
import type { KeptTask, KeptTimer, MemoryTables } from './memory-tables.ts';

/** Due at a time of the clock. */
export type DueThing = { readonly at: number } & (
  | { readonly kind: 'timer'; readonly timer: KeptTimer }
  | { readonly kind: 'start'; readonly trigger: StartTriggerRow }
  | { readonly kind: 'task'; readonly task: KeptTask }
);

/** Next due event. At the same time: timers of instances in order of creation, then starts, then attempts at stubbed tasks. */
export function dueNext(tables: MemoryTables, isStubbed: (typeKey: string) => boolean): DueThing | undefined {
  let first: DueThing | undefined;
  const offer = (due: DueThing) => {
    if (first === undefined || due.at < first.at) first = due;
  };
  for (const timer of tables.timers.values()) if (!timer.isHeld) offer({ kind: 'timer', at: timer.dueAt, timer });
  for (const trigger of tables.startTriggers)
    if (trigger.schedule !== null) offer({ kind: 'start', at: trigger.schedule.dueAt, trigger });
  for (const task of tables.customTasks.values())
    if (!task.isHeld && !task.isLocked && isStubbed(task.typeKey)) offer({ kind: 'task', at: task.availableAt, task });
  return first;
}

/** Text for users. */
export function dueText(due: DueThing, { instances }: MemoryTables): string {
  if (due.kind === 'start') return `timer start '${due.trigger.element}' of process '${due.trigger.key}'`;
  if (due.kind === 'task') return `custom task '${due.task.activityId}' of process '${due.task.processKey}'`;
  return `timer '${due.timer.element}' of process '${instances.get(due.timer.instanceId)?.state.key ?? ''}'`;
}

/** Facts that are not in the state of the instance; for texts about waits. */
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
