import { expect } from 'chai';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { Decision } from '../../../src/engine/decide.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import { RestorePoint } from '../../../src/engine/state/restore-point.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { numbersFrom, possibleCommands } from '../../golden/random-walk.ts';
import * as commands from '../../support/given-when-then.ts';
import { type ContextChange, Driver, INSTANCE_ID } from '../../support/given-when-then-driver.ts';
import { modelOf, scriptOf } from '../../support/golden/replay.ts';
import { caseOfRun, RUNS } from './golden-sample.ts';

/** Walks through the models of golden cases; see caseOfRun. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 1);
const STEPS = 20;
const FORK_ID = '00000000-0000-5000-8000-00000000000f';

/** A walk with what was sent. `row`: of the journal after it. `at`: when, ms since epoch. */
interface Walk {
  readonly driver: Driver;
  readonly sent: readonly {
    readonly command: EngineCommand;
    readonly decision: Decision;
    readonly row: number;
    readonly at: number;
  }[];
}

function walk(model: ProcessModel, variables: Variables, random: () => number, context: ContextChange): Walk {
  const driver = new Driver(model, { context, checked: false });
  const sent: { command: EngineCommand; decision: Decision; row: number; at: number }[] = [];
  const send = (command: EngineCommand) => {
    const decision = driver.send(command);
    const { rows } = driver;
    sent.push({ command, decision, row: rows.length, at: (rows[0]?.at ?? 0) + 1000 * sent.length });
  };
  send(commands.start(variables));
  for (let step = 0; step < STEPS && !isTerminal(driver.state); step++) {
    const possible = possibleCommands(driver.state);
    const command = possible[Math.floor(random() * possible.length)];
    if (command === undefined) break;
    send(command);
  }
  return { driver, sent };
}

function pointOf({ rows }: Driver, seq: number): RestorePoint {
  const point = new RestorePoint({ instanceId: INSTANCE_ID, seq });
  for (const row of rows.slice(0, point.lastRow)) point.add(JSON.parse(JSON.stringify(row)) as typeof row);
  return point;
}

interface Fork {
  readonly fork: Driver;
  readonly first: Decision;
  /** a claim that was done again has called a listener, whose job was over; or how often a timer fires depends on when it does */
  readonly isElsewhere: boolean;
}

/** A driver of a fork, at the time of the row from which it continues. What people and called instances did to what is open is done again. */
function forkAt(model: ProcessModel, { driver }: Walk, seq: number, context: ContextChange): Fork {
  const point = pointOf(driver, seq);
  const { definitionId, version } = point.started;
  const fork = new Driver(model, { context });
  fork.wait(point.at);
  const first = fork.send({
    type: 'ForkInstance',
    point,
    before: model,
    instanceId: FORK_ID,
    definitionId,
    version,
    variables: {},
  });
  let isElsewhere = [...point.state.subscriptions.values()].some(
    ({ subject }) => subject.kind === 'timer' && subject.schedule.every?.until !== undefined,
  );
  for (const { ordinal: entry, userTask, childInstanceId } of point.state.entries.values()) {
    if (userTask !== null && userTask.claimedBy !== null) {
      const claim = fork.sendAtOnce({ type: 'ClaimUserTask', entry, userId: userTask.claimedBy, userGroups: [] });
      if (eventsOf(claim).length !== 1) isElsewhere = true;
    }
    if (childInstanceId !== null) {
      // a call that is over, and whose result could not be stored, keeps the child of the old instance out of the fork
      const child = fork.sendAtOnce({ type: 'ChildStarted', entry, childInstanceId, key: 'child' });
      if (eventsOf(child).length !== 1) isElsewhere = true;
    }
  }
  return { fork, first, isElsewhere };
}

/** Events without the ids of their instance, and without when timers are due: those of a fork start again. */
function told(events: readonly EngineEvent[]): string[] {
  return events.map((event) =>
    JSON.stringify(event, (name, value: unknown) => {
      if (name === 'schedule' || name === 'origin') return undefined;
      if (name === 'since' && event.type.startsWith('Instance')) return undefined;
      return typeof value === 'string'
        ? value
            .replaceAll(INSTANCE_ID, 'id')
            .replaceAll(FORK_ID, 'id')
            .replaceAll(/guid\([^)]*\)/g, 'guid')
        : value;
    }),
  );
}

function eventsOf(decision: Decision): readonly EngineEvent[] {
  return decision.ok ? decision.events : [];
}

function compare(name: string, model: ProcessModel, of: Walk, seq: number, context: ContextChange): void {
  const { fork, first, isElsewhere } = forkAt(model, of, seq, context);
  if (isElsewhere) {
    compare(name, model, of, seq - 1, context);
    return;
  }
  expect(first, `${name}, fork at ${seq}`).to.have.property('ok', true);
  const rest = of.sent.filter(({ row }) => row > seq);
  if (seq === 0) {
    const [start] = rest.splice(0, 1);
    expect(told(eventsOf(first)), `${name}, from the beginning`).to.deep.equal(
      told(start === undefined ? [] : eventsOf(start.decision)),
    );
  }
  for (const { command, decision, row, at } of rest) {
    fork.wait(at);
    const again = fork.send(command);
    const what = `${name}, fork at ${seq}, row ${row}: ${JSON.stringify(command)}`;
    expect(again.ok, what).to.equal(decision.ok);
    expect(told(eventsOf(again)), what).to.deep.equal(told(eventsOf(decision)));
  }
  expect(fork.state.status, `${name}, fork at ${seq}`).to.equal(of.driver.state.status);
}

describe('a fork at a random step', () => {
  for (const onFailure of ['fail', 'incident'] as const) {
    // slow: random graphs, each run twice
    it(`has the same rest of the journal when it gets the same commands, and failures mean ${onFailure}`, function () {
      this.timeout(600_000);
      for (let run = 0; run < RUNS / 2; run++) {
        const name = caseOfRun(run, RUNS / 2);
        const random = numbersFrom(SEED + run * 7);
        const start = scriptOf(name).commands[0]?.start ?? {};
        const of = walk(modelOf(name), start, random, { onFailure });
        // from an instance that is over it cannot continue after its last row
        const rows = of.driver.rows.length - (isTerminal(of.driver.state) ? 1 : 0);
        compare(name, modelOf(name), of, Math.floor(random() * (rows + 1)), { onFailure });
      }
    });
  }

  it('can be forked again when it is a fork itself', function () {
    this.timeout(600_000);
    for (let run = 0; run < RUNS / 2; run++) {
      const name = caseOfRun(run, RUNS / 2);
      const random = numbersFrom(SEED + run);
      const model = modelOf(name);
      const of = walk(model, scriptOf(name).commands[0]?.start ?? {}, random, {});
      const rows = of.driver.rows.length - (isTerminal(of.driver.state) ? 1 : 0);
      if (rows === 0) continue;
      const { fork } = forkAt(model, of, rows, {});
      const last = fork.rows.length - (isTerminal(fork.state) ? 1 : 0);
      if (last === 0) continue;
      const { fork: second } = forkAt(model, { driver: fork, sent: [] }, last, {});
      expect([...second.state.entries.keys()], name).to.deep.equal([...fork.state.entries.keys()]);
      expect([...second.state.subscriptions.keys()], name).to.deep.equal([...fork.state.subscriptions.keys()]);
    }
  });
});

describe('an instance that is revived', () => {
  it('keeps every state consistent when it has failed or was cancelled at random', function () {
    this.timeout(600_000);
    for (let run = 0; run < RUNS; run++) {
      const name = caseOfRun(run, RUNS);
      const random = numbersFrom(SEED + run * 3);
      const model = modelOf(name);
      const driver = new Driver(model);
      driver.send(commands.start(scriptOf(name).commands[0]?.start ?? {}));
      for (let step = 0; step < STEPS; step++) {
        if (isTerminal(driver.state)) {
          if (driver.state.status === 'completed') break;
          revive(driver, random() < 0.5 ? {} : { n: step });
          continue;
        }
        const possible = possibleCommands(driver.state);
        if (random() < 0.2) possible.splice(0, possible.length, { type: 'CancelInstance', reason: 'no' });
        const command = possible[Math.floor(random() * possible.length)];
        if (command === undefined) break;
        driver.send(command);
      }
    }
  });
});

/** Continues from the row before the end, or from where it was restored in that row. */
function revive(driver: Driver, variables: Variables): void {
  const { rows } = driver;
  const restored = rows.at(-1)?.events.find((event) => event.type === 'InstanceRestored');
  const point = pointOf(driver, restored?.from.seq ?? rows.length - 1);
  const { counter } = driver.state;
  const decision = driver.send({ type: 'ReviveInstance', point, variables });
  if (decision.ok) expect(driver.state.counter, 'no number is given twice').to.be.at.least(counter);
  else throw new Error(`${decision.rejection.code} ${JSON.stringify(decision.rejection)}`);
}
