import type { SubscriptionSubject } from '../../engine/events/records.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { MigrationPlan } from '../../engine/opening/migration-plan.ts';
import type { MovedSubscription } from '../../engine/opening/moved-waits.ts';
import type { InstanceState } from '../../engine/state.ts';
import type { MigrationReport } from '../../messages/instance-changes.ts';

const MAX_ITEMS = 1000;

/** Converts to the form of the API. Lists end after 1,000 items; `isCut`: one was longer. */
export function reportOf(plan: MigrationPlan, before: ProcessModel, state: InstanceState): MigrationReport {
  const { map, waits, joins, faults, userTasks } = plan;
  const described = new Set(userTasks.map(({ entry }) => entry));
  const lengths = [before.elements.size, state.entries.size, waits.length, joins.length, faults.length];
  return {
    elements: first(before.elements.keys()).map((from) => ({
      from,
      to: map.elementOf(from) ?? null,
      isGiven: map.isMapped(from),
    })),
    entries: first(state.entries.values()).map(({ ordinal: entry, element: from }) => ({
      entry,
      from,
      to: map.elementOf(from) ?? null,
      isDescribedAnew: described.has(entry),
    })),
    waits: waits.slice(0, MAX_ITEMS).map((wait) => waitOf(plan, wait)),
    joins: joins.slice(0, MAX_ITEMS).map(({ entry, missing, isRechecked }) => ({
      entry,
      element: state.entries.get(entry)?.element ?? '',
      missing,
      goesOn: isRechecked,
    })),
    faults: faults.slice(0, MAX_ITEMS),
    isCut: lengths.some((length) => length > MAX_ITEMS),
  };
}

function first<T>(items: Iterable<T>): T[] {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length === MAX_ITEMS) break;
    taken.push(item);
  }
  return taken;
}

function waitOf({ map }: MigrationPlan, wait: MovedSubscription): MigrationReport['waits'][number] {
  const { becomes } = wait;
  if (becomes === 'armed')
    return { entry: wait.owner.entry, from: null, to: wait.owner.element, becomes, ...describedBy(wait.subject) };
  const { entry, element: from, subject } = wait.subscription;
  const to = becomes === 'disarmed' ? null : (map.elementOf(from) ?? null);
  return { entry, from, to, becomes, ...describedBy(becomes === 'renewed' ? wait.subject : subject) };
}

function describedBy(subject: SubscriptionSubject) {
  const { kind } = subject;
  return {
    kind,
    name: kind === 'message' || kind === 'signal' ? subject.name : null,
    key: kind === 'message' && subject.key !== '' ? subject.key : null,
    dueAt: kind === 'timer' ? subject.schedule.dueAt : null,
  };
}
