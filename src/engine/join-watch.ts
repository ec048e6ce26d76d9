import type { Step } from './agenda.ts';
import { getOrAdd } from './collections.ts';
import type { EngineEvent } from './events.ts';
import type { EntryOrdinal } from './ordinals.ts';
import type { InstanceState } from './state.ts';

/** A live token, as joins see it. */
export type LiveToken = EntryOrdinal | Step;

/**
 * Which waiting inclusive joins a run has to look at. A join that waits for a token goes on waiting while that token stays and no other one arrives at
 * the join, so it is looked at again only then; not at every step of a run in which many joins wait.
 */
export class JoinWatch {
  private readonly due = new Set<EntryOrdinal>();
  private readonly waiting = new Map<LiveToken, Set<EntryOrdinal>>();
  private knowsAll = false;
  /** the join that began to wait last: joins around it often wait for it for a long time */
  newest: EntryOrdinal | null = null;

  /** Joins to look at, oldest first: all that wait when the run begins. */
  dueOf({ inclusiveJoins }: InstanceState): EntryOrdinal[] {
    if (!this.knowsAll) for (const join of inclusiveJoins) this.due.add(join);
    this.knowsAll = true;
    return [...this.due].sort((a, b) => a - b);
  }

  /** It has been looked at. @param token that it waits for; undefined when it waits no more */
  settled(join: EntryOrdinal, token: LiveToken | undefined): void {
    this.due.delete(join);
    if (token !== undefined) getOrAdd(this.waiting, token, () => new Set<EntryOrdinal>()).add(join);
  }

  note(event: EngineEvent): void {
    switch (event.type) {
      case 'ElementActivated':
        if (event.isJoin === true && event.elementType === 'inclusiveGateway') this.arrived(event.entry);
        return;
      case 'TokenArrived':
        this.due.add(event.entry);
        return;
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled':
        this.gone(event.entry);
        return;
      default:
        return;
    }
  }

  /** A token has ended, or a step has been taken or dropped. */
  gone(token: LiveToken): void {
    const joins = this.waiting.get(token);
    if (joins === undefined) return;
    this.waiting.delete(token);
    for (const join of joins) this.due.add(join);
  }

  private arrived(join: EntryOrdinal): void {
    this.due.add(join);
    this.newest = join;
  }
}
