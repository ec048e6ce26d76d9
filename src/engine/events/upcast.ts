import { EVENT_VERSION } from '../events.ts';
import type { JournalEvent } from './journal-events.ts';

/** Event or snapshot as stored, possibly by an older release. Only the step of its version depends on the fields. */
export type Stored = Readonly<Record<string, unknown>>;

/** Types without a function do not change. */
export type EventStep = Readonly<Record<string, (event: Stored) => readonly Stored[]>>;

/** Element n − 1 converts version n to n + 1. Permanent, because event histories are never rewritten. */
export const EVENT_STEPS: readonly EventStep[] = [
  // 1 → 2: RunPaused, RunResumed, JobOpened, JobClosed, VariablesEdited, InstanceModified, InstanceMigrated are new
  {},
  // 2 → 3: UserTaskEdited is new
  {},
];

/** A newer release wrote the row: this process cannot read it. */
export class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';

  /** @param what stored object, with ids */
  constructor(what: string, version: number, known: number) {
    super(`${what} has version ${version}; this release knows versions up to ${known}: a newer release has written it`);
  }
}

export function knowsEvents(version: number): boolean {
  return Number.isInteger(version) && version >= 1 && version <= EVENT_VERSION;
}

/** @param row for the error @throws UnknownVersion */
export function upcastEvents(
  events: readonly unknown[],
  { v, seq, subjectId }: { readonly v: number; readonly seq: number; readonly subjectId: string },
): readonly JournalEvent[] {
  if (v === EVENT_VERSION) return events as readonly JournalEvent[];
  if (!knowsEvents(v)) throw new UnknownVersion(`row ${seq} of the journal of ${subjectId}`, v, EVENT_VERSION);
  return applyEventSteps(EVENT_STEPS.slice(v - 1), events as readonly Stored[]) as readonly unknown[] as readonly JournalEvent[];
}

export function applyEventSteps(steps: readonly EventStep[], events: readonly Stored[]): readonly Stored[] {
  return steps.reduce<readonly Stored[]>(
    (before, step) =>
      before.flatMap((event) => {
        const type = String(event['type']);
        const change = Object.hasOwn(step, type) ? step[type] : undefined;
        return change?.(event) ?? [event];
      }),
    events,
  );
}

/** Converts to the next version. For a missing version the state is rebuilt from the event history. */
export const SNAPSHOT_STEPS: Readonly<Record<number, (snapshot: Stored) => Stored>> = {
  // 2 → 3: `paused` is new; no run was paused before
  2: (snapshot) => ({ ...snapshot, v: 3 }),
};

/** Returns undefined if there is no conversion, or a newer release has written it: rebuild the state from the event history. */
export function upcastSnapshot(snapshot: Stored, present: number, steps = SNAPSHOT_STEPS): Stored | undefined {
  if (snapshot['v'] === present) return snapshot;
  const version = Number(snapshot['v']);
  if (!Number.isInteger(version) || version > present) return undefined;
  let current: Stored | undefined = snapshot;
  for (let from = version; from < present && current !== undefined; from += 1) current = steps[from]?.(current);
  return current;
}
