import type { SuspendedBy } from '../engine/events/scope-events.ts';
import type { ActivityInstanceOrdinal } from '../engine/ordinals.ts';
import type { IterationItem } from '../engine/state/iteration-item.ts';

/** See docs/contributing/spec/http/instances.md#kinds. A new reason to wait is a new kind here. */
export type WaitKind =
  | 'UserTask'
  | 'CustomTask'
  | 'Completion'
  | 'Event'
  | 'Call'
  | 'Join'
  | 'Tokens'
  | 'Body'
  | 'Loop'
  | 'Compensation'
  | 'EventSubProcess'
  | 'Incident'
  | 'PausedRun'
  | 'Suspension'
  | 'DeadLetter'
  | 'Other';

/** `text`: one sentence for users. Members of other kinds are absent. Times: ms since epoch. */
export interface Wait {
  readonly kind: WaitKind;
  readonly text: string;
  /** null: the instance as a whole */
  readonly element: string | null;
  readonly elementName: string | null;
  /** `activityType` on the wire */
  readonly activityType: string | null;
  /** like `activityType`, also for a loop; null: the instance as a whole */
  readonly elementType: string | null;
  readonly entry: ActivityInstanceOrdinal | null;
  readonly since: number | null;
  readonly userTask?: WaitedUserTask;
  readonly customTask?: WaitedCustomTask;
  readonly child?: WaitedChild;
  /** events that can happen to the activity instance, or in its scope */
  readonly events?: readonly WaitedEvent[];
  /** all events of the activity instance itself must occur, not only the first */
  readonly needsAllEvents?: boolean;
  readonly race?: WaitedRace;
  readonly join?: WaitedJoin;
  readonly loop?: WaitedLoop;
  /** elements that are active inside, or that have to be compensated */
  readonly inside?: readonly string[];
  /** activities that are not compensated yet */
  readonly leftCount?: number;
  /** steps of a long run before its pause */
  readonly stepsTaken?: number;
  readonly deadLetter?: WaitedDeadLetter;
  readonly incident?: WaitedIncident;
  readonly suspendedBy?: readonly SuspendedBy[];
  /** iteration of a loop that is or contains the activity instance */
  readonly item?: IterationItem;
}

/** Waits for an operator. `firstAt`: ms since epoch. */
export interface WaitedIncident {
  /** the process key if the process itself failed */
  readonly element: string;
  readonly ordinal: number;
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly firstAt: number;
}

export interface WaitedUserTask {
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
}

/** Work for a plugin host or an external worker. */
export interface WaitedCustomTask {
  readonly ordinal: number;
  readonly taskType: string;
  /** the job of a listener, or one that leads an ad-hoc body; null: the work of the element */
  readonly listensTo: string | null;
  /** failed attempts; all attempts, null: from the configuration */
  readonly failures: number;
  readonly attempts: number | null;
  /** holder and end of the lock; null: free */
  readonly lockedBy: string | null;
  readonly lockedUntil: number | null;
  /** time from which a worker may take it; null: immediately */
  readonly availableAt: number | null;
  /** plugin hosts that offer the type now */
  readonly hosts: readonly string[];
}

/** `instanceId` null: it is not started yet. */
export interface WaitedChild {
  readonly instanceId: string | null;
  readonly key: string | null;
  readonly version: number | null;
  readonly businessId: string | null;
  readonly status: string | null;
  /** name of the process; absent: not known */
  readonly processName?: string | null;
  /** latest open incident of it, or of an instance that it calls; absent: none */
  readonly incident?: WaitedCalledIncident;
}

/** Incident in a called instance at any depth. `instanceId`: the instance with the incident. */
export interface WaitedCalledIncident {
  readonly incidentId: string;
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly processName: string | null;
  readonly activityId: string;
  /** absent: not known */
  readonly activityName?: string | null;
  readonly code: string;
  readonly message: string;
  readonly count: number;
  /** latest failure; absent: not known */
  readonly lastAt?: Date;
  /** open incidents of the called instance and of those that it calls */
  readonly openIncidents: number;
}

export interface WaitedEvent {
  readonly kind: 'Message' | 'Signal' | 'Timer' | 'Condition';
  /** activity instance itself, its boundary event, or an event sub-process of its scope */
  readonly role: 'Catch' | 'Boundary' | 'EventSubProcess';
  readonly element: string;
  readonly name: string | null;
  /** correlation key of a message; empty: none */
  readonly correlationKey: string | null;
  readonly dueAt: number | null;
  readonly condition: string | null;
  readonly isInterrupting: boolean;
}

/** The first of several events after an event-based gateway. */
export interface WaitedRace {
  readonly gateway: string | null;
  readonly others: readonly string[];
}

export interface WaitedJoin {
  readonly flows: readonly WaitedFlow[];
  /** tokens that are there, and that are needed */
  readonly arrived: number;
  readonly needed: number;
  /** only tokens that can still come are awaited */
  readonly isInclusive: boolean;
  /** complex gateway that waits for late tokens */
  readonly hasFired: boolean;
  /** activation condition of a complex gateway */
  readonly condition: string | null;
}

/** Flow into a join. `from`: active elements whose tokens can still come over it. */
export interface WaitedFlow {
  readonly flow: string;
  readonly source: string;
  readonly hasToken: boolean;
  /** the join waits for it */
  readonly isMissing: boolean;
  readonly from: readonly string[];
}

export interface WaitedLoop {
  /** null: not known beforehand */
  readonly total: number | null;
  readonly completed: number;
  readonly active: number;
}

export interface WaitedDeadLetter {
  readonly letterId: string;
  readonly commandKind: string;
  readonly message: string;
  readonly attempts: number;
  readonly parkedAt: number;
}
