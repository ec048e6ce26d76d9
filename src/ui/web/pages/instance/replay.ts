import type { Decided } from '../../../../engine/decisions/decided.ts';
import type { EngineEvent } from '../../../../engine/events.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../../../../engine/ordinals.ts';
import { apply } from '../../../../engine/state/apply.ts';
import { itemText } from '../../../../engine/state/item-text.ts';
import { type InstanceState, initialState } from '../../../../engine/state.ts';
import type { Json } from '../../../../engine/values.ts';
import type { JournalRowView } from '../../../wire/instances.ts';
import { shownReason } from '../../texts/cancel-reasons.ts';

/** Event with its position and time. */
export interface Frame {
  /** number in the whole history, from 1 */
  readonly number: number;
  /** row of the event history, with all events of a command */
  readonly seq: number;
  /** ms since 1970 */
  readonly at: number;
  readonly event: EngineEvent;
}

/** An activity instance with those inside. Times: ms since 1970. */
export interface ElementExecution {
  readonly ordinal: ActivityInstanceOrdinal;
  /** id; a migration updates it while the activity instance is active */
  element: string;
  readonly elementType: string;
  /** multi-instance iteration, from 0; null: none */
  readonly index: number | null;
  /** short text of the item of the iteration; undefined: none */
  readonly itemText?: string | undefined;
  readonly startedAt: number;
  endedAt: number | null;
  /** time between the end and a revive that undid it; ms */
  pausedMs: number;
  outcome: 'active' | 'completed' | 'failed' | 'cancelled';
  /** code and message of a failure, or reason of a cancellation */
  note: string | null;
  childInstanceId: string | null;
  /** failed, and replaced by another activity instance */
  isRepeated: boolean;
  readonly inside: ElementExecution[];
}

/** State after one frame; `frame` null: before the first. `state`: computed by the engine. */
export interface Moment {
  readonly frame: Frame | null;
  readonly state: InstanceState;
  /** top level, oldest first */
  readonly executions: readonly ElementExecution[];
  readonly takenFlows: ReadonlySet<string>;
  /** up to this frame, oldest first */
  readonly decisions: readonly DecidedAt[];
}

/** Decision with rules and values. */
export interface DecidedAt {
  readonly entry: ActivityInstanceOrdinal;
  readonly element: string;
  readonly decided: Decided;
}

/** `before`: number of frames before the rows. */
export function* framesOf(rows: readonly JournalRowView[], before = 0): Generator<Frame> {
  let number = before;
  for (const { seq, at: time, events } of rows) {
    const at = Date.parse(time);
    for (const event of events) {
      number += 1;
      yield { number, seq, at, event: event as EngineEvent };
    }
  }
}

/** Computes the state at any frame. A backward move applies all events again. */
export class Replay {
  readonly #frames: readonly Frame[];
  #state: InstanceState = initialState();
  #history = new History();
  #position = 0;

  constructor(frames: readonly Frame[]) {
    this.#frames = frames;
  }

  /** State after `position` frames. Valid until the next call, because moments share data. */
  at(position: number): Moment {
    if (position < this.#position) {
      this.#state = initialState();
      this.#history = new History();
      this.#position = 0;
    }
    for (const last = Math.min(position, this.#frames.length); this.#position < last; this.#position += 1) {
      const frame = this.#frames[this.#position] as Frame;
      apply(this.#state, frame.event, frame.at);
      this.#history.add(frame);
    }
    const { roots, takenFlows, decisions } = this.#history;
    return { frame: this.#frames[this.#position - 1] ?? null, state: this.#state, executions: roots, takenFlows, decisions };
  }
}

/** Data that the live state drops: ended activity instances, nesting, taken flows. */
class History {
  readonly roots: ElementExecution[] = [];
  readonly takenFlows = new Set<string>();
  readonly decisions: DecidedAt[] = [];
  readonly #executions = new Map<ActivityInstanceOrdinal, ElementExecution>();
  /** as they were before the last retry of the instance */
  readonly #endedBefore = new Map<ActivityInstanceOrdinal, Partial<ElementExecution>>();
  readonly #hosts = new Map<ScopeOrdinal, ActivityInstanceOrdinal>();
  /** of the collections of loops */
  readonly #items = new Map<ActivityInstanceOrdinal, readonly Json[] | undefined>();

  add({ event, at }: Frame): void {
    switch (event.type) {
      case 'InstanceMigrated':
        this.#rename(event.elements ?? []);
        return;
      case 'InstanceRestored':
        this.#restore(event, at);
        return;
      case 'ScopeOpened':
        this.#hosts.set(event.scope, event.host);
        return;
      case 'LoopOpened':
        this.#items.set(event.entry, event.items);
        return;
      case 'ElementActivated':
        this.#begin(event, at);
        return;
      case 'ElementCompleted':
        this.#end(event.entry, at, 'completed', null);
        this.#decide(event);
        return;
      case 'ElementFailed':
        if (event.isRecorded === true) Object.assign(this.#executions.get(event.entry) ?? {}, this.#endedBefore.get(event.entry));
        else this.#end(event.entry, at, 'failed', `[${event.code}] ${event.message}`);
        return;
      case 'ElementCancelled':
        this.#end(event.entry, at, 'cancelled', shownReason(event.reason));
        return;
      case 'IncidentRaised':
        this.#note(event.entry, `[${event.code}] ${event.message}`);
        return;
      case 'IncidentEnded':
        this.#note(event.entry, null);
        return;
      case 'ChildStarted': {
        const execution = this.#executions.get(event.entry);
        if (execution !== undefined) execution.childInstanceId = event.childInstanceId;
        return;
      }
      case 'FlowTaken':
        this.takenFlows.add(event.flow);
        return;
      default:
        return;
    }
  }

  /** The restored state, of another instance or an earlier step, contains only active activity instances. */
  #restore({ state }: Extract<EngineEvent, { type: 'InstanceRestored' }>, at: number): void {
    for (const { n, host } of state.scopes) if (host !== null) this.#hosts.set(n, host);
    for (const { n: entry, element, type: elementType, scope, vars: variableScope, since, index, loop } of state.entries) {
      const known = this.#executions.get(entry);
      if (loop?.items != null) this.#items.set(entry, loop.items);
      if (known !== undefined) {
        if (known.endedAt !== null) this.#endedBefore.set(entry, { ...known });
        known.pausedMs += known.endedAt === null ? 0 : at - known.endedAt;
        Object.assign(known, { endedAt: null, outcome: 'active', note: null, childInstanceId: null });
      } else
        this.#begin(
          {
            type: 'ElementActivated',
            entry,
            element,
            elementType,
            scope,
            variableScope,
            ...(index === undefined ? {} : { index }),
            ...(loop === undefined ? {} : { loop: loop.kind }),
          },
          since,
        );
    }
  }

  #begin(event: Extract<EngineEvent, { type: 'ElementActivated' }>, at: number): void {
    const host = this.#hosts.get(event.scope);
    const items = host === undefined || event.index === undefined ? undefined : this.#items.get(host);
    const execution: ElementExecution = {
      ordinal: event.entry,
      element: event.element,
      elementType: event.loop === 'multiInstance' ? 'multiInstance' : event.elementType,
      index: event.index ?? null,
      itemText: itemText(items?.[event.index ?? 0]),
      startedAt: at,
      endedAt: null,
      pausedMs: 0,
      outcome: 'active',
      note: null,
      childInstanceId: null,
      isRepeated: false,
      inside: [],
    };
    this.#executions.set(event.entry, execution);
    const outer = host === undefined ? undefined : this.#executions.get(host);
    const siblings = outer?.inside ?? this.roots;
    if (event.again !== undefined) {
      const { element, index } = execution;
      const before = siblings.findLast((one) => one.outcome === 'failed' && one.element === element && one.index === index);
      if (before !== undefined) before.isRepeated = true;
    }
    siblings.push(execution);
  }

  #rename(pairs: readonly (readonly [string, string])[]): void {
    const renamed = new Map(pairs);
    for (const execution of this.#executions.values())
      if (execution.endedAt === null) execution.element = renamed.get(execution.element) ?? execution.element;
  }

  /** An activity instance with an incident stays active. */
  #note(entry: ActivityInstanceOrdinal | null, note: string | null): void {
    const execution = entry === null ? undefined : this.#executions.get(entry);
    if (execution !== undefined && execution.endedAt === null) execution.note = note;
  }

  #decide({ entry, element, decided }: Extract<EngineEvent, { type: 'ElementCompleted' }>): void {
    if (decided !== undefined) this.decisions.push({ entry, element: this.#executions.get(entry)?.element ?? element, decided });
  }

  #end(entry: ActivityInstanceOrdinal, at: number, outcome: ElementExecution['outcome'], note: string | null): void {
    const execution = this.#executions.get(entry);
    if (execution !== undefined) Object.assign(execution, { endedAt: at, outcome, note });
  }
}
