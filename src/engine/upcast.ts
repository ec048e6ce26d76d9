import { EVENT_VERSION } from './events.ts';
import type { JournalEvent } from './journal-events.ts';

/** An event or a snapshot as it was stored, perhaps by an older release: JSON whose members only the step of its version knows. */
export type Stored = Readonly<Record<string, unknown>>;

/** What becomes of the events of one version in the next, by type: as many events as now say the same. A type without a row stays as it is. */
export type EventStep = Readonly<Record<string, (event: Stored) => readonly Stored[]>>;

/** Step `n` (from 1) turns the events of version n into those of version n + 1. Released steps stay: journals are never rewritten. */
export const EVENT_STEPS: readonly EventStep[] = [
  // 1 → 2: RunPaused, RunResumed, JobOpened, JobClosed, VariablesEdited, InstanceModified, InstanceMigrated are new; older rows mean what they meant
  {},
];

/** A stored row that a newer release has written: this process must not guess what it says. */
export class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';

  /** @param what which stored thing, with its ids */
  constructor(what: string, version: number, known: number) {
    super(`${what} has version ${version}; this release knows versions up to ${known}: a newer release has written it`);
  }
}

/** Whether this release can read the events of a journal row. */
export function knowsEvents(version: number): boolean {
  return Number.isInteger(version) && version >= 1 && version <= EVENT_VERSION;
}

/**
 * The events of a journal row as this release writes them.
 * @param row says which one it is when it cannot be read
 * @throws UnknownVersion
 */
export function upcastEvents(
  events: readonly unknown[],
  { v, seq, subjectId }: { readonly v: number; readonly seq: number; readonly subjectId: string },
): readonly JournalEvent[] {
  if (v === EVENT_VERSION) return events as readonly JournalEvent[];
  if (!knowsEvents(v)) throw new UnknownVersion(`row ${seq} of the journal of ${subjectId}`, v, EVENT_VERSION);
  return walkEvents(EVENT_STEPS.slice(v - 1), events as readonly Stored[]) as readonly unknown[] as readonly JournalEvent[];
}

/** Takes events through steps, in order. */
export function walkEvents(steps: readonly EventStep[], events: readonly Stored[]): readonly Stored[] {
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

/** By version: what turns a snapshot of it into one of the next. A version without a row is folded anew, from the journal. */
export const SNAPSHOT_STEPS: Readonly<Record<number, (snapshot: Stored) => Stored>> = {
  // 2 → 3: `paused` is new; no run was paused before
  2: (snapshot) => ({ ...snapshot, v: 3 }),
};

/**
 * A snapshot as this release writes it; undefined when no way leads from its version to the present one, or a newer release has written it: then
 * the journal has to tell.
 */
export function upcastSnapshot(snapshot: Stored, present: number, steps = SNAPSHOT_STEPS): Stored | undefined {
  if (snapshot['v'] === present) return snapshot;
  const version = Number(snapshot['v']);
  if (!Number.isInteger(version) || version > present) return undefined;
  let current: Stored | undefined = snapshot;
  for (let from = version; from < present && current !== undefined; from += 1) current = steps[from]?.(current);
  return current;
}
