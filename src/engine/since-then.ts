import type { EngineEvent } from './events.ts';
import type { Repeat } from './incident-events.ts';
import { isWork } from './model-shape.ts';
import type { RestorePoint } from './restore-point.ts';

/**
 * What has happened behind a step that an instance is to go on from. `customTaskDone`: its work is done once more. The others cannot be taken back
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

/** One of them. `element`: null where the whole instance is meant. */
export interface SinceThen {
  readonly kind: SinceKind;
  readonly element: string | null;
}

/**
 * What a revive does once more. `element`: null for the process itself. `does`: see the retry of an incident; `job` for work that a worker had done.
 * `instanceId`: the called instance that does it; absent: the instance itself.
 */
export interface RepeatedPart {
  readonly element: string | null;
  readonly does: Repeat['kind'];
  readonly instanceId?: string;
}

/** What is done once more: what has failed, or the custom tasks that were done behind the step. */
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

/** What a fork does once more, if it takes the same way: work that waits at its step, and work that the instance has done behind it. Each element once. */
export class ForkedWork {
  private readonly work = new Map<string, Repeat['kind']>();

  constructor({ open }: RestorePoint) {
    for (const { element } of [...open.jobs.values(), ...open.ownJobs.values()]) this.work.set(element, 'job');
    for (const { element } of open.calls.values()) this.work.set(element, 'enter');
  }

  /** Follows the events behind the step, in order. */
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

/** What the events behind a step have done outside of the instance, in their order. */
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

/** What a retry can undo: work is done once more, and called instances continue. */
const UNDONE: ReadonlySet<SinceKind> = new Set<SinceKind>(['customTaskDone', 'calledInstanceCancelled', 'calledInstanceEnded']);

/** Whether an instance can go on as itself, as if nothing of it had happened. */
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

/** Where a fork continues. */
export interface RestoredInstance {
  readonly instanceId: string;
  readonly step: number;
}

/** `repeats`: what would run again; of a dry run only. */
export interface ForkedInstance extends RestoredInstance {
  readonly repeats?: readonly RepeatedPart[];
}

/** `instanceId`: the one that continues. `repeats`: what runs again; absent in replies of releases before 0.3. */
export interface RevivedInstance extends RestoredInstance {
  readonly isFork: boolean;
  readonly sinceThen: readonly SinceThen[];
  readonly repeats?: readonly RepeatedPart[];
}
