import { expect } from 'chai';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import type { ActivityInstanceOrdinal } from '../../../src/engine/ordinals.ts';
import type { InstanceState, InstanceStatus } from '../../../src/engine/state.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { Driver, type DriverOptions, type Stimulus } from '../given-when-then-driver.ts';
import { processOf } from '../process-builder.ts';
import { activeIn, rootVariablesOf, traceOf } from '../trace.ts';

/**
 * Runs of every element: `given(notation).when(command).then(trace)`, then what holds afterwards.
 * The trace has all signs of docs/contributing/spec/journal.md#journal-events, with `#n` for the iterations of a loop. Several commands in one `when` are one trace.
 */
export function given(model: ProcessModel | string, options: DriverOptions = {}): Scenario {
  return new Scenario(model, options);
}

/** One or several commands: a message reaches every subscription that waits for it. */
export type Occurrence = Stimulus | ((state: InstanceState) => readonly EngineCommand[]);

export class Scenario {
  private readonly driver: Driver;
  private events: readonly EngineEvent[] = [];

  constructor(model: ProcessModel | string, options: DriverOptions) {
    this.driver = new Driver(typeof model === 'string' ? processOf(model) : model, options);
  }

  when(...occurrences: readonly Occurrence[]): this {
    const from = this.driver.history.length;
    for (const occurrence of occurrences) {
      const made = typeof occurrence === 'function' ? occurrence(this.driver.state) : occurrence;
      for (const command of Array.isArray(made) ? (made as readonly EngineCommand[]) : [made as EngineCommand]) {
        const decision = this.driver.send(command);
        expect(decision.ok, `accepted: ${JSON.stringify(decision).slice(0, 200)}`).to.equal(true);
      }
    }
    this.events = this.driver.history.slice(from);
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: the grammar of these tests; it is never awaited
  then(trace: string): this {
    expect(traceOf(this.events, this.driver.history)).to.equal(trace.replace(/\s+/g, ' ').trim());
    return this;
  }

  /** The signs of these elements only, in their order; for runs whose other signs do not matter. */
  thenOf(elements: readonly string[], trace: string): this {
    const named = (sign: string) => elements.includes(sign.replace(/^[+\-~!@]/, '').replace(/[# ].*$/, ''));
    const signs = traceOf(this.events, this.driver.history).split(' ');
    expect(signs.filter(named).join(' ')).to.equal(trace);
    return this;
  }

  andVariables(expected: Variables): this {
    expect(rootVariablesOf(this.driver.state)).to.deep.equal(expected);
    return this;
  }

  andActive(...elements: readonly string[]): this {
    expect(activeIn(this.driver.state)).to.deep.equal(elements);
    return this;
  }

  andStatus(status: InstanceStatus): this {
    expect(this.driver.state.status).to.equal(status);
    return this;
  }

  /** How many subscriptions are open. */
  andWaits(count: number): this {
    expect(this.driver.state.subscriptions.size).to.equal(count);
    return this;
  }

  /** Reasons of the cancelled entries of an element, since the start. */
  andReasons(element: string, ...reasons: readonly string[]): this {
    const found = this.driver.history.flatMap((e) => (e.type === 'ElementCancelled' && e.element === element ? [e.reason] : []));
    expect(found).to.deep.equal(reasons);
    return this;
  }

  /** An event with these fields is among those of the last command. */
  andEvent(fields: Partial<EngineEvent>): this {
    const has = (event: EngineEvent) =>
      Object.entries(fields).every(
        ([name, value]) => JSON.stringify((event as unknown as Record<string, unknown>)[name]) === JSON.stringify(value),
      );
    expect(this.events.some(has), `${JSON.stringify(fields)} in ${JSON.stringify(this.events).slice(0, 600)}`).to.equal(true);
    return this;
  }

  /** Message of the failure of an element. */
  andFailure(element: string, message: RegExp): this {
    const found = this.driver.history.find((e) => e.type === 'ElementFailed' && e.element === element);
    expect(found?.type === 'ElementFailed' ? found.message : '').to.match(message);
    return this;
  }

  /** The last event of this type among those of the last command. */
  thrown(type: EngineEvent['type']): EngineEvent {
    const found = this.events.findLast((event) => event.type === type);
    if (found === undefined) throw new Error(`no ${type} in ${JSON.stringify(this.events).slice(0, 600)}`);
    return found;
  }

  get state(): InstanceState {
    return this.driver.state;
  }
}

/** The n-th open entry of an element, iterations only where it is a loop. */
function entryAt(state: InstanceState, element: string, at: number): ActivityInstanceOrdinal {
  const open = [...(state.byElement.get(element) ?? [])].filter((ordinal) => state.entries.get(ordinal)?.loop === null);
  return open[at] ?? 0;
}

function iteration(state: InstanceState, element: string, index: number): ActivityInstanceOrdinal {
  for (const entry of state.entries.values()) if (entry.element === element && entry.index === index) return entry.ordinal;
  return 0;
}

/** Completes the user task of one iteration; claims it first. */
export function completeIteration(element: string, index: number, variables: Variables = {}): Occurrence {
  return (state) => {
    const entry = iteration(state, element, index);
    return [
      { type: 'ClaimUserTask', entry, userId: 'ann', userGroups: [] },
      { type: 'CompleteUserTask', entry, userId: 'ann', variables },
    ];
  };
}

export function cancelIteration(element: string, index: number): Stimulus {
  return (state) => ({ type: 'CancelUserTask', entry: iteration(state, element, index), reason: 'by hand' });
}

export function failIteration(element: string, index: number, code: string): Stimulus {
  return (state) => ({ type: 'FailUserTask', entry: iteration(state, element, index), code, message: 'failed' });
}

/** A message for everything that waits for it now, oldest first. */
export function message(name: string, key = '', variables: Variables = {}): Occurrence {
  return (state) =>
    [...state.subscriptions.values()]
      .filter(({ subject }) => subject.kind === 'message' && subject.name === name && subject.key === key)
      .map(({ ordinal }) => ({ type: 'Deliver', subscription: ordinal, variables }));
}

/** A signal from outside for everything that waits for it now, oldest first. */
export function signal(name: string, variables: Variables = {}): Occurrence {
  return (state) =>
    [...state.subscriptions.values()]
      .filter(({ subject }) => subject.kind === 'signal' && subject.name === name)
      .map(({ ordinal }) => ({ type: 'Deliver', subscription: ordinal, variables }));
}

/** The oldest open timer of an element is due. */
export function timer(element: string): Stimulus {
  return (state) => {
    const open = [...state.subscriptions.values()].find((s) => s.subject.kind === 'timer' && s.element === element);
    return { type: 'FireTimer', subscription: open?.ordinal ?? 0 };
  };
}

export function completeJob(element: string, result: Variables = {}): Stimulus {
  return (state) => ({ type: 'CompleteJob', entry: entryAt(state, element, 0), result });
}

export function failJob(element: string, code: string): Stimulus {
  return (state) => ({ type: 'FailJob', entry: entryAt(state, element, 0), code, message: 'failed' });
}

export const CHILD = '00000000-0000-5000-8000-00000000000c';

/** Notices about the child of the n-th open call of an element. */
export function childStarted(element: string, at = 0): Stimulus {
  return (state) => ({
    type: 'ChildStarted',
    entry: entryAt(state, element, at),
    childInstanceId: `${CHILD}${at}`,
    key: 'child',
  });
}

export function childCompleted(element: string, variables: Variables = {}, at = 0): Stimulus {
  return (state) => ({ type: 'ChildCompleted', entry: entryAt(state, element, at), variables });
}

export function childFailed(element: string, code: string, at = 0, variables?: Variables): Stimulus {
  const more = variables === undefined ? {} : { variables };
  return (state) => ({ type: 'ChildFailed', entry: entryAt(state, element, at), code, message: 'child failed', ...more });
}

export function childCancelled(element: string, at = 0): Stimulus {
  return (state) => ({ type: 'ChildCancelled', entry: entryAt(state, element, at), reason: 'child cancelled' });
}

export function childEscalated(element: string, code: string, variables: Variables = {}, at = 0): Stimulus {
  return (state) => ({ type: 'ChildEscalated', entry: entryAt(state, element, at), code, variables });
}

export function cancelInstance(reason = 'Cancelled by operator'): EngineCommand {
  return { type: 'CancelInstance', reason };
}
