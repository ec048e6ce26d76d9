import type { Repeat } from '../events/incident-events.ts';
import type { EngineEvent } from '../events.ts';
import { isWork } from '../model/model-shape.ts';
import type { RestorePoint } from './restore-point.ts';

/**
 * Effects since the step from which an instance continues. `customTaskDone`: repeated. Others cannot be undone
 * (docs/contributing/spec/forks.md#in-place-or-as-a-fork).
 */
export type SinceKind =
  | 'messageSent'
  | 'signalSent'
  | 'escalationSent'
  | 'calledInstanceStarted'
  | 'calledInstanceCancelled'
  | 'calledInstanceEnded'
  | 'callerTold'
  | 'customTaskDone';

/** `element`: null for the whole instance. */
export interface SinceThen {
  readonly kind: SinceKind;
  readonly element: string | null;
}

/**
 * Part that a restart repeats. `element`: null for the process itself. `does`: as for the retry of an incident; `job` for completed work of a worker.
 * `instanceId`: called instance that repeats it; absent: this one.
 */
export interface RepeatedPart {
  readonly element: string | null;
  readonly does: Repeat['kind'];
  readonly instanceId?: string;
}

/** Parts to repeat: failed ones, and custom tasks completed after the step. */
export function repeatedBy({ unfinished }: RestorePoint, happened: readonly SinceThen[]): RepeatedPart[] {
  const again = happened
    .filter(({ kind }) => kind === 'customTaskDone')
    .map(({ element }) => ({ element, does: 'job' as const }));
  const failed = (unfinished?.failed ?? []).map(({ entry, element, repeat }) => ({
    element: entry === null ? null : element,
    does: repeat.kind,
  }));
  return [...failed, ...again];
}

/** Parts that a fork on the same path repeats: open work at its step, and work done after it. Each element once. */
export class ForkedWork {
  private readonly work = new Map<string, Repeat['kind']>();

  constructor({ open }: RestorePoint) {
    for (const { element } of [...open.jobs.values(), ...open.ownJobs.values()]) this.work.set(element, 'job');
    for (const { element } of open.calls.values()) this.work.set(element, 'enter');
  }

  /** Takes all events after the step, in order. */
  note(event: EngineEvent): void {
    const element = workIn(event);
    if (element !== undefined && !this.work.has(element)) this.work.set(element, 'enter');
  }

  get parts(): readonly RepeatedPart[] {
    return [...this.work].map(([element, does]) => ({ element, does }));
  }
}

function workIn(event: EngineEvent): string | undefined {
  switch (event.type) {
    case 'ElementCompleted':
    case 'ElementFailed':
      return isWork(event.elementType) ? event.element : undefined;
    case 'MessagePublished':
    case 'SignalThrown':
      return event.element;
    default:
      return undefined;
  }
}

/** External effects of events, in order. */
export function sinceThen(point: RestorePoint, events: readonly EngineEvent[]): SinceThen[] {
  const { calls } = point.open;
  const hasCaller = point.started.caller !== undefined;
  const cancelled = new Set(events.flatMap((event) => (event.type === 'ChildCancelRequested' ? [event.entry] : [])));
  const ended = [...calls.values()].filter(({ entry }) => !cancelled.has(entry));
  return [
    ...ended.map(({ element }) => ({ kind: 'calledInstanceEnded', element }) as const),
    ...events.flatMap((event) => {
      const kind = kindOf(point, event, hasCaller);
      return kind === undefined ? [] : [{ kind, element: 'element' in event ? event.element : null }];
    }),
    ...(hasCaller ? [{ kind: 'callerTold', element: null } as const] : []),
  ];
}

/** Undone by a retry: work is repeated, called instances continue. */
const UNDONE: ReadonlySet<SinceKind> = new Set<SinceKind>(['customTaskDone', 'calledInstanceCancelled', 'calledInstanceEnded']);

/** True if the instance can continue without a fork. */
export function canBeTakenBack(happened: readonly SinceThen[]): boolean {
  return happened.every(({ kind }) => UNDONE.has(kind));
}

function kindOf({ open }: RestorePoint, event: EngineEvent, hasCaller: boolean): SinceKind | undefined {
  switch (event.type) {
    case 'MessagePublished':
      return 'messageSent';
    case 'SignalThrown':
      return 'signalSent';
    case 'EscalationThrown':
      return hasCaller && !event.caught ? 'escalationSent' : undefined;
    case 'ChildStartRequested':
      return 'calledInstanceStarted';
    case 'ChildCancelRequested':
      return 'calledInstanceCancelled';
    case 'ElementCompleted':
      return open.jobs.has(event.entry) && event.cause === undefined ? 'customTaskDone' : undefined;
    case 'JobClosed':
      return event.outcome === 'completed' && open.ownJobs.has(event.job) ? 'customTaskDone' : undefined;
    default:
      return undefined;
  }
}

export interface RestoredInstance {
  readonly instanceId: string;
  readonly step: number;
}

/** `repeats`: only in a dry run. */
export interface ForkedInstance extends RestoredInstance {
  readonly repeats?: readonly RepeatedPart[];
}

/** `instanceId`: the instance that continues. `repeats`: parts that run again; absent before 0.3. */
export interface RevivedInstance extends RestoredInstance {
  readonly isFork: boolean;
  readonly sinceThen: readonly SinceThen[];
  readonly repeats?: readonly RepeatedPart[];
}
