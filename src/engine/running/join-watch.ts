import { getOrAdd } from '../collections.ts';
import type { EngineEvent } from '../events.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import type { FlowSet } from '../policies/flow-set.ts';
import type { InstanceState } from '../state.ts';
import type { Step } from './agenda.ts';

/** An active token: an activity instance or a queued step. */
export type LiveToken = ActivityInstanceOrdinal | Step;

/**
 * Finds the waiting inclusive joins that a run has to check. A join that waits for a token cannot fire while that token exists
 * and no other arrives, so it is not checked at every step.
 */
export class JoinWatch {
  private readonly due = new Set<ActivityInstanceOrdinal>();
  private readonly waiting = new Map<LiveToken, Set<ActivityInstanceOrdinal>>();
  /** flows with a token, by checked join */
  private readonly held = new Map<ActivityInstanceOrdinal, FlowSet>();
  private hasAll = false;
  /** the newest waiting join; surrounding joins often wait for it */
  newest: ActivityInstanceOrdinal | null = null;
  /** the join that the last further token reached; it often waits long, and other joins wait for it */
  latest: ActivityInstanceOrdinal | null = null;

  /** Returns joins to check, oldest first. Includes all waiting joins at the first call of a run. */
  dueOf({ inclusiveJoins }: InstanceState): ActivityInstanceOrdinal[] {
    if (!this.hasAll) for (const join of inclusiveJoins) this.due.add(join);
    this.hasAll = true;
    return [...this.due].sort((a, b) => a - b);
  }

  /** Records a check. @param token token that the join waits for; undefined: none */
  noteChecked(join: ActivityInstanceOrdinal, token: LiveToken | undefined): void {
    this.due.delete(join);
    if (token !== undefined) getOrAdd(this.waiting, token, () => new Set<ActivityInstanceOrdinal>()).add(join);
  }

  /** Returns the flows of a waiting join that have a token. @param read reads them from the state, at the first check of a run */
  heldFlows(join: ActivityInstanceOrdinal, read: () => FlowSet): FlowSet {
    return getOrAdd(this.held, join, read);
  }

  /** Must be called with each event of the run, after it is applied. */
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

  /** Records that a token ended, or that a step was taken or discarded. */
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
