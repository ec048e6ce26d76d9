import { getOrAdd } from '../collections.ts';
import type { EngineEvent } from '../events.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import type { FlowSet } from '../policies/flow-set.ts';
import type { InstanceState } from '../state.ts';
import type { Step } from './agenda.ts';

/** Activity instance or queued step. */
export type LiveToken = ActivityInstanceOrdinal | Step;

/** Inclusive joins to check. A join that waits for a token cannot fire while that token exists and no other arrives, so not every step checks it. */
export class JoinWatch {
  private readonly due = new Set<ActivityInstanceOrdinal>();
  private readonly waiting = new Map<LiveToken, Set<ActivityInstanceOrdinal>>();
  /** flows with a token, by checked join */
  private readonly held = new Map<ActivityInstanceOrdinal, FlowSet>();
  private hasAll = false;
  /** surrounding joins often wait for it */
  newest: ActivityInstanceOrdinal | null = null;
  /** reached by the last further token; often waits long, and others wait for it */
  latest: ActivityInstanceOrdinal | null = null;

  /** Joins to check, oldest first. At the first call of a run all waiting joins. */
  dueOf({ inclusiveJoins }: InstanceState): ActivityInstanceOrdinal[] {
    if (!this.hasAll) for (const join of inclusiveJoins) this.due.add(join);
    this.hasAll = true;
    return [...this.due].sort((a, b) => a - b);
  }

  /** @param token awaited by the join */
  noteChecked(join: ActivityInstanceOrdinal, token: LiveToken | undefined): void {
    this.due.delete(join);
    if (token !== undefined) getOrAdd(this.waiting, token, () => new Set<ActivityInstanceOrdinal>()).add(join);
  }

  /** @param read from the state, at the first check of a run */
  heldFlows(join: ActivityInstanceOrdinal, read: () => FlowSet): FlowSet {
    return getOrAdd(this.held, join, read);
  }

  /** Call it with each event of the run, after it is applied. */
  note(event: EngineEvent): void {
    switch (event.type) {
      case 'ElementActivated':
        if (event.isJoin === true && event.elementType === 'inclusiveGateway') this.arrived(event.entry);
        return;
      case 'TokenArrived':
        this.due.add(event.entry);
        this.held.get(event.entry)?.add(event.flow);
        this.latest = event.entry;
        return;
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled':
        this.noteEnd(event.entry);
        return;
      default:
        return;
    }
  }

  /** Records that the token ended, or that a step was taken or discarded. */
  noteEnd(token: LiveToken): void {
    const joins = this.waiting.get(token);
    if (joins === undefined) return;
    this.waiting.delete(token);
    for (const join of joins) this.due.add(join);
  }

  private arrived(join: ActivityInstanceOrdinal): void {
    this.due.add(join);
    this.newest = join;
  }
}
