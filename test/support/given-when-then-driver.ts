import { expect } from 'chai';
import type { EngineCommand } from '../../src/engine/commands.ts';
import { type Decision, decide } from '../../src/engine/decide.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { MigrationOrder } from '../../src/engine/migration/migrations.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import type { EngineContext, EngineLimits } from '../../src/engine/running/context.ts';
import { apply } from '../../src/engine/state/apply.ts';
import { readSnapshot, writeSnapshot } from '../../src/engine/state/snapshot.ts';
import { isSuspended } from '../../src/engine/state/suspension.ts';
import { type InstanceState, initialState, isTerminal } from '../../src/engine/state.ts';
import { timerReader } from '../../src/expressions/timers.ts';
import { checkState, textOfState } from './given-when-then-invariants.ts';
import { OrphansOracle } from './orphans-oracle.ts';
import { evaluator } from './process-builder-texts.ts';

/** The functions a test drives; a mutant brings its own. */
export interface EngineUnderTest {
  readonly decide: typeof decide;
  readonly apply: typeof apply;
  readonly initialState: typeof initialState;
  readonly readSnapshot: typeof readSnapshot;
  readonly writeSnapshot: typeof writeSnapshot;
}
export const ENGINE: EngineUnderTest = { decide, apply, initialState, readSnapshot, writeSnapshot };

/** A command, or how to make one from the state: user tasks are named by their element. */
export type Stimulus = EngineCommand | ((state: InstanceState) => EngineCommand);

/** Additional options of a test. */
export type ContextChange = Partial<Omit<EngineContext, 'limits'>> & { readonly limits?: Partial<EngineLimits> };

export interface DriverOptions {
  readonly engine?: EngineUnderTest;
  readonly context?: ContextChange;
  /** false: no checks beyond the decision itself; for runs with many thousand steps */
  readonly checked?: boolean;
  /** paused runs stay paused until a ContinueRun is sent, or another command */
  readonly leavesPaused?: boolean;
}

export const INSTANCE_ID = '00000000-0000-5000-8000-000000000001';
const START_TIME = 1_700_000_000_000;
const LIMITS: EngineLimits = {
  maxIterations: 20_000,
  maxCausationDepth: 100,
  maxCausationSize: 10_000,
  maxCalledInstances: 20_000,
  maxCallDepth: 64,
  maxSteps: 100_000,
  maxWriteSize: 1 << 20,
  maxVariablesSize: 8 << 20,
};

/** A paused run continues with the next command, unless it exceeded the step limit. */
function goesOnByItself(state: InstanceState): boolean {
  return state.paused !== null && state.paused.isStopped !== true && !isSuspended(state);
}

/**
 * One instance under test. Every command is decided twice, on the live state and on one that went through a snapshot; both have to give the same
 * bytes, applying all events has to give the same state, and the state has to be consistent; nothing outlives what it belongs to.
 */
export class Driver {
  /** of the version that the instance is in */
  model: ProcessModel;
  readonly history: EngineEvent[] = [];
  /** events of each accepted command */
  readonly batches: EngineEvent[][] = [];
  /** when each of them was sent, ms since epoch */
  private readonly times: number[] = [];
  state: InstanceState;
  private readonly engine: EngineUnderTest;
  private readonly context: ContextChange;
  private readonly checked: boolean;
  private readonly leavesPaused: boolean;
  private readonly orphans: OrphansOracle;
  private replayed: InstanceState;
  private now = START_TIME;

  constructor(model: ProcessModel, options: DriverOptions = {}) {
    this.model = model;
    this.engine = options.engine ?? ENGINE;
    this.context = options.context ?? {};
    this.checked = options.checked ?? true;
    this.leavesPaused = options.leavesPaused ?? false;
    this.orphans = new OrphansOracle(model);
    this.state = this.engine.initialState();
    this.replayed = this.engine.initialState();
  }

  /** The journal so far: a row for each accepted command that did something. */
  get rows(): { readonly seq: number; readonly at: number; readonly events: readonly EngineEvent[] }[] {
    return this.batches
      .map((events, index) => ({ events, at: this.times[index] as number }))
      .filter(({ events }) => events.length > 0)
      .map((row, index) => ({ seq: index + 1, ...row }));
  }

  /** The command comes at this time; without a call every command comes a second after the one before. Unit: ms since epoch. */
  wait(until: number): void {
    this.now = Math.max(this.now, until - 1000);
  }

  /** Applies a command in the same second as the one before. */
  sendAtOnce(command: EngineCommand): Decision {
    this.now -= 1000;
    return this.send(command);
  }

  /** Applies one command, and continues its run while it is paused, unless disabled. A refused command must change nothing. */
  send(stimulus: Stimulus): Decision {
    const command = typeof stimulus === 'function' ? stimulus(this.state) : stimulus;
    this.now += 1000;
    const decision = this.sendOne(command);
    if (!decision.ok || this.leavesPaused || !goesOnByItself(this.state)) return decision;
    const events = [...decision.events];
    while (goesOnByItself(this.state)) {
      const next = this.sendOne({ type: 'ContinueRun' });
      if (!next.ok) throw new Error('ContinueRun was refused');
      events.push(...next.events);
    }
    return { ok: true, events };
  }

  /** Migrates the instance to another version. If it is refused, the instance stays in its version. */
  migrate(model: ProcessModel, order: Partial<MigrationOrder> = {}, definitionId = 'other'): Decision {
    const before = this.model;
    this.model = model;
    const asked = { pairs: [], timers: 'keep', subscriptions: 'keep', ...order } as const;
    const decision = this.sendAtOnce({ type: 'MigrateInstance', definitionId, version: 2, before, order: asked });
    if (!decision.ok) this.model = before;
    return decision;
  }

  private sendOne(command: EngineCommand): Decision {
    if (!this.checked) return this.keep(this.engine.decide(this.model, this.state, command, this.contextNow()));
    const before = textOfState(this.state);
    const restored = this.restored();
    const decision = this.engine.decide(this.model, this.state, command, this.contextNow());
    if (!decision.ok) expect(textOfState(this.state), 'a refused command changes nothing').to.equal(before);
    const again = this.engine.decide(this.model, restored, command, this.contextNow());
    expect(JSON.stringify(again), 'the same command decided after a restart gives the same bytes').to.equal(
      JSON.stringify(decision),
    );
    this.keep(decision);
    if (!isTerminal(this.state)) expect(textOfState(restored), 'state after a restart').to.equal(textOfState(this.state));
    this.checkSnapshot(restored, 'after a restart');
    this.checkApplied(decision);
    checkState(!decision.ok && command.type === 'MigrateInstance' ? command.before : this.model, this.state);
    if (decision.ok) this.orphans.take(decision.events);
    return decision;
  }

  /**
   * Effect of a command at this point: decided on a state that has lived through the whole history, and on one that comes from its snapshot. Both
   * have to give the same bytes; the instance itself stays as it is.
   */
  probe(command: EngineCommand, limits: Partial<EngineLimits> = {}): void {
    const lived = this.engine.initialState();
    for (const [index, batch] of this.batches.entries())
      for (const event of batch) this.engine.apply(lived, event, this.times[index] as number);
    const restored = this.engine.readSnapshot(this.engine.writeSnapshot(lived)) as InstanceState;
    const context = this.contextNow();
    const [live, again] = [lived, restored].map((state) =>
      JSON.stringify(this.engine.decide(this.model, state, command, { ...context, limits: { ...context.limits, ...limits } })),
    );
    expect(again, `${JSON.stringify(command)} after a restart`).to.equal(live);
    expect(this.engine.writeSnapshot(restored), `snapshot after ${JSON.stringify(command)}`).to.equal(
      this.engine.writeSnapshot(lived),
    );
  }

  private keep(decision: Decision): Decision {
    if (decision.ok) {
      for (const event of decision.events) this.history.push(event);
      this.batches.push([...decision.events]);
      this.times.push(this.now);
    }
    return decision;
  }

  /** Folds what a journal would give back: the events after a round trip through JSON. */
  private checkApplied(decision: Decision): void {
    if (!decision.ok) return;
    for (const event of JSON.parse(JSON.stringify(decision.events)) as EngineEvent[])
      this.engine.apply(this.replayed, event, this.now);
    expect(textOfState(this.replayed), 'applying the events gives the state').to.equal(textOfState(this.state));
    this.checkSnapshot(this.replayed, 'of the applied events');
  }

  /** Checks that a state restored from a snapshot has a snapshot with the same bytes. */
  private checkSnapshot(state: InstanceState, what: string): void {
    const { writeSnapshot } = this.engine;
    expect(writeSnapshot(state), `snapshot ${what}`).to.equal(writeSnapshot(this.state));
  }

  private restored(): InstanceState {
    if (this.state.status === 'new') return this.engine.initialState();
    const restored = this.engine.readSnapshot(this.engine.writeSnapshot(this.state)) as InstanceState;
    if (!isTerminal(this.state))
      expect(textOfState(restored), 'a snapshot gives the state back').to.equal(textOfState(this.state));
    return restored;
  }

  private contextNow(): EngineContext {
    const guid = (instanceId: string, name: string) => `guid(${instanceId},${name})`;
    const limits = { ...LIMITS, ...this.context.limits };
    return {
      evaluator,
      timers: timerReader,
      guid,
      plainTasks: 'wait',
      branchVariables: 'auto',
      ...this.context,
      limits,
      now: this.now,
    };
  }
}
