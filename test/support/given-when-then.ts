import { expect } from 'chai';
import type { EngineCommand, Rejection } from '../../src/engine/commands.ts';
import type { Decision } from '../../src/engine/decide.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { ProcessModel, UserTaskEdit } from '../../src/engine/model.ts';
import type { InstanceState } from '../../src/engine/state.ts';
import type { Variables } from '../../src/engine/values.ts';
import { Driver, type DriverOptions, INSTANCE_ID, type Stimulus } from './given-when-then-driver.ts';
import { processOf } from './process-builder.ts';
import { activeIn, endedIn, rootVariablesOf, traceOf } from './trace.ts';

/**
 * The one grammar of engine tests: `given(model, …commands).when(command).then(…expectations)`.
 * The given commands have to be accepted; `when` may be followed by `then` and another `when`.
 * @param model the model, or its notation (process-builder.ts)
 */
export function given(model: ProcessModel | string, ...commands: readonly Stimulus[]): Given {
  return givenWith({}, model, ...commands);
}

/** `given` with another context (limits, plain tasks) or without the checks around every command. */
export function givenWith(options: DriverOptions, model: ProcessModel | string, ...commands: readonly Stimulus[]): Given {
  const driver = new Driver(typeof model === 'string' ? processOf(model) : model, options);
  for (const command of commands) {
    const decision = driver.send(command);
    expect(decision.ok, `given command is accepted: ${JSON.stringify(decision)}`).to.equal(true);
  }
  return new Given(driver);
}

/** Expectations of `then`: signs of the trace, an event (some of its fields), or a rejection. */
export type Expectation = string | Partial<EngineEvent> | Rejected;
export interface Rejected {
  readonly rejection: Rejection;
}

/** The rules refuse the command. */
export function rejected(rejection: Rejection): Rejected {
  return { rejection };
}

export class Given {
  private readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  when(command: Stimulus): When {
    return new When(this.driver, this.driver.send(command));
  }
}

export class When {
  private readonly driver: Driver;
  readonly decision: Decision;

  constructor(driver: Driver, decision: Decision) {
    this.driver = driver;
    this.decision = decision;
  }

  /** Texts together are the whole trace of the command. Events must occur in this order; others may be between them. */
  // biome-ignore lint/suspicious/noThenProperty: the grammar of these tests; it is never awaited
  then(...expected: readonly Expectation[]): this {
    const refusal = expected.find((e): e is Rejected => typeof e === 'object' && 'rejection' in e);
    if (refusal !== undefined) {
      expect(this.decision).to.deep.equal({ ok: false, rejection: refusal.rejection });
      return this;
    }
    expect(this.decision.ok, `accepted: ${JSON.stringify(this.decision)}`).to.equal(true);
    const signs = expected.filter((e) => typeof e === 'string');
    if (signs.length > 0) expect(traceOf(this.events, this.history)).to.equal(signs.join(' ').replace(/\s+/g, ' ').trim());
    this.expectEvents(expected.filter((e): e is Partial<EngineEvent> => typeof e === 'object'));
    return this;
  }

  /** Values of the root scope, all of them. */
  andVariables(expected: Variables): this {
    expect(rootVariablesOf(this.state)).to.deep.equal(expected);
    return this;
  }

  /** Elements that are active now, oldest first. */
  andActive(...elements: readonly string[]): this {
    expect(activeIn(this.state)).to.deep.equal(elements);
    return this;
  }

  /** Elements that ended since the start of the instance, in order. */
  andEnded(...elements: readonly string[]): this {
    expect(endedIn(this.driver.history)).to.deep.equal(elements);
    return this;
  }

  when(command: Stimulus): When {
    return new When(this.driver, this.driver.send(command));
  }

  get events(): readonly EngineEvent[] {
    return this.decision.ok ? this.decision.events : [];
  }

  get history(): readonly EngineEvent[] {
    return this.driver.history;
  }

  get state(): InstanceState {
    return this.driver.state;
  }

  private expectEvents(expected: readonly Partial<EngineEvent>[]): void {
    let from = 0;
    for (const fields of expected) {
      const at = this.events.findIndex((event, index) => index >= from && holds(event, fields));
      expect(at, `event ${JSON.stringify(fields)} in ${JSON.stringify(this.events)}`).to.be.at.least(0);
      from = at + 1;
    }
  }
}

function holds(event: EngineEvent, fields: Partial<EngineEvent>): boolean {
  const actual = event as unknown as Record<string, unknown>;
  return Object.entries(fields).every(([name, value]) => JSON.stringify(actual[name]) === JSON.stringify(value));
}

/** Starts the instance. */
export function start(variables: Variables = {}, businessId: string | null = null): EngineCommand {
  return { type: 'StartInstance', instanceId: INSTANCE_ID, definitionId: 'definition', version: 1, businessId, variables };
}

/** Completes a plain or manual task. */
export function complete(activityId: string, variables: Variables = {}): EngineCommand {
  return { type: 'CompleteActivity', activityId, variables };
}

/** Claims the oldest open user task of an element. */
export function claim(element: string, userId = 'ann', ...userGroups: readonly string[]): Stimulus {
  return (state) => ({ type: 'ClaimUserTask', entry: entryOf(state, element), userId, userGroups });
}

export function unclaim(element: string): Stimulus {
  return (state) => ({ type: 'UnclaimUserTask', entry: entryOf(state, element) });
}

export function editUserTask(element: string, edit: UserTaskEdit): Stimulus {
  return (state) => ({ type: 'EditUserTask', entry: entryOf(state, element), edit });
}

export function completeUserTask(element: string, variables: Variables = {}, userId = 'ann'): Stimulus {
  return (state) => ({ type: 'CompleteUserTask', entry: entryOf(state, element), userId, variables });
}

export function failUserTask(element: string, code = '500', message = 'failed'): Stimulus {
  return (state) => ({ type: 'FailUserTask', entry: entryOf(state, element), code, message });
}

export function cancelUserTask(element: string, reason = 'User task cancelled by operator'): Stimulus {
  return (state) => ({ type: 'CancelUserTask', entry: entryOf(state, element), reason });
}

/** Ordinal of the oldest active entry of an element, or of one iteration (`ask#2`); 0, which names no entry, when none exists. */
export function entryOf(state: InstanceState, name: string): number {
  const [element = '', index] = name.split('#');
  for (const entry of state.byElement.get(element) ?? []) {
    if (index === undefined || state.entries.get(entry)?.index === Number(index)) return entry;
  }
  return 0;
}
