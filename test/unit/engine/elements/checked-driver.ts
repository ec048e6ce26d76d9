import { expect } from 'chai';
import type { EngineCommand } from '../../../../src/engine/commands.ts';
import type { Decision } from '../../../../src/engine/decide.ts';
import type { EngineEvent } from '../../../../src/engine/events.ts';
import type { ProcessModel } from '../../../../src/engine/model.ts';
import type { EngineContext } from '../../../../src/engine/run.ts';
import type { InstanceState } from '../../../../src/engine/state.ts';
import { timerReader } from '../../../../src/expressions/timers.ts';
import { type DriverOptions, ENGINE, type Stimulus } from '../../../support/given-when-then-driver.ts';
import { textOfState } from '../../../support/given-when-then-invariants.ts';
import { evaluator } from '../../../support/process-builder-texts.ts';
import { checkEndOf, checkLiveState } from './state-checks.ts';

const LIMITS = { maxIterations: 20_000, maxCallDepth: 64, maxSteps: 100_000, maxWriteSize: 1 << 20, maxVariablesSize: 8 << 20 };

/**
 * One instance that is restarted after every command: the command is decided again on what snapshot and journal give back, and both have to say the
 * same and end in the same state.
 */
export class CheckedDriver {
  readonly model: ProcessModel;
  readonly history: EngineEvent[] = [];
  state: InstanceState;
  private folded: InstanceState;
  private readonly options: DriverOptions;
  private now = 1_700_000_000_000;

  constructor(model: ProcessModel, options: DriverOptions = {}) {
    this.model = model;
    this.options = options;
    this.state = this.engine.initialState();
    this.folded = this.engine.initialState();
  }

  private get engine() {
    return this.options.engine ?? ENGINE;
  }

  send(stimulus: Stimulus): Decision {
    const command = typeof stimulus === 'function' ? stimulus(this.state) : stimulus;
    this.now += 1000;
    const restored = this.restored();
    const before = textOfState(this.state);
    const decision = this.engine.decide(this.model, this.state, command, this.context());
    const again = this.engine.decide(this.model, restored, command, this.context());
    expect(JSON.stringify(again), 'the same after a restart').to.equal(JSON.stringify(decision));
    if (decision.ok) this.keep(decision.events, restored);
    else expect(textOfState(this.state), 'a refused command changes nothing').to.equal(before);
    checkLiveState(this.model, this.state);
    if (this.endedByItself(command)) checkEndOf(this.state);
    return decision;
  }

  private keep(events: readonly EngineEvent[], restored: InstanceState): void {
    this.history.push(...events);
    for (const event of JSON.parse(JSON.stringify(events)) as EngineEvent[]) this.engine.apply(this.folded, event, this.now);
    const text = textOfState(this.state);
    expect(textOfState(this.folded) === text, 'the fold of the journal is the state').to.equal(true);
    if (this.state.status === 'running') expect(textOfState(restored) === text, 'the state after a restart').to.equal(true);
  }

  private endedByItself(command: EngineCommand): boolean {
    const { status } = this.state;
    return (status === 'completed' || status === 'cancelled') && command.type !== 'CancelInstance';
  }

  private restored(): InstanceState {
    if (this.state.status === 'new') return this.engine.initialState();
    const restored = this.engine.readSnapshot(this.engine.writeSnapshot(this.state)) as InstanceState;
    if (this.state.status === 'running')
      expect(textOfState(restored) === textOfState(this.state), 'a snapshot gives the state back').to.equal(true);
    return restored;
  }

  private context(): EngineContext {
    const guid = (instanceId: string, name: string) => `guid(${instanceId},${name})`;
    const { context } = this.options;
    const limits = { ...LIMITS, ...context?.limits };
    return { evaluator, timers: timerReader, guid, plainTasks: 'wait', ...context, limits, now: this.now };
  }
}
