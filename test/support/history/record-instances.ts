import type { EngineCommand } from '../../../src/engine/commands.ts';
import { decide } from '../../../src/engine/decide.ts';
import { type EngineEvent, EVENT_VERSION } from '../../../src/engine/events.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import type { RestorePoint } from '../../../src/engine/state/restore-point.ts';
import { writeSnapshot } from '../../../src/engine/state/snapshot.ts';
import { isSuspended } from '../../../src/engine/state/suspension.ts';
import { type InstanceState, initialState } from '../../../src/engine/state.ts';
import type { Driver } from '../given-when-then-driver.ts';
import { CASES, fileOfCase, filesBeside, modelOf, scriptOf } from '../golden/replay.ts';
import { commandsOf } from '../golden/script.ts';
import { type RecordedInstance, type RecordedStep, recordedContext, recordedPoint } from './recording.ts';

const START_TIME = 1_700_000_000_000;
const PAUSE_MS = 1000;

/**
 * Plays every golden case and writes down what the journal and the row of the instance would hold after each command; one case of each element also
 * with runs that stop after every step.
 */
export function recordInstances(): RecordedInstance[] {
  const failing = failingCase();
  const firstOfElement = new Map([...CASES].reverse().map((name) => [name.split('/')[0], name]));
  return [
    ...CASES.map((name) => playCase(name)),
    ...[...firstOfElement.values()].reverse().map((name) => playCase(name, { pauses: true })),
    playCase(failing, { leavesIncidents: true }, (player) => {
      for (const incident of player.state.incidents.keys()) player.send({ type: 'RetryIncident', incident });
    }),
    playCase(failing, {}, (player) => player.revive()),
  ];
}

/** A case whose last command fails the instance. */
function failingCase(): string {
  return CASES.find((name) => failsWithItsLast(name)) ?? '';
}

function failsWithItsLast(name: string): boolean {
  const { steps } = playCase(name);
  const rows = steps.flatMap(({ row }) => row ?? []);
  const [last] = rows.slice(-1);
  return rows.length > 2 && ((last?.events ?? []) as readonly EngineEvent[]).some(({ type }) => type === 'InstanceFailed');
}

type Way = Pick<RecordedInstance, 'pauses' | 'leavesIncidents'>;

function playCase(name: string, way: Way = {}, goOn?: (player: Player) => void): RecordedInstance {
  const model = modelOf(name);
  const player = new Player(model, way);
  const sent: (readonly EngineCommand[])[] = [];
  for (const line of scriptOf(name).commands) {
    const due = commandsOf(line, player as Pick<Driver, 'state' | 'model' | 'wait'> as Driver, sent);
    sent.push(due);
    for (const command of due) player.send(command);
  }
  goOn?.(player);
  const bpmn = fileOfCase(name, 'process.bpmn');
  const files = filesBeside(name);
  const lived = { process: model.key, bpmn, ...(Object.keys(files).length > 0 && { files }), steps: player.steps };
  if (way.pauses) return { name: `${name}, paused`, pauses: true, ...lived };
  if (way.leavesIncidents) return { name: `${name}, with incidents`, leavesIncidents: true, ...lived };
  return { name: goOn === undefined ? name : `${name}, revived`, ...lived };
}

/** An instance that is only lived and written down: what it should do is the concern of other tests. */
class Player {
  readonly steps: RecordedStep[] = [];
  readonly state: InstanceState = initialState();
  readonly model: ProcessModel;
  readonly #way: Way;
  #now = START_TIME;
  #seq = 0;

  constructor(model: ProcessModel, way: Way) {
    this.model = model;
    this.#way = way;
  }

  /** As the driver of engine tests has it: the next command comes at this time. */
  wait(until: number): void {
    this.#now = Math.max(this.#now, until - PAUSE_MS);
  }

  send(command: EngineCommand): void {
    this.#now += PAUSE_MS;
    // the recording omits the model, because there is only one
    this.#decide(command, command.type === 'MigrateInstance' ? { before: undefined } : {});
    // a run that was paused in a suspended instance continues after the resume
    while (this.state.paused !== null && !isSuspended(this.state)) this.#decide({ type: 'ContinueRun' });
  }

  /** Continues from the row before the last one. */
  revive(): void {
    const origin = { instanceId: this.state.instanceId, seq: this.#seq - 1 };
    const point = recordedPoint(origin, this.steps);
    this.#now += PAUSE_MS;
    // the recording contains only the row number; the earlier rows contain the rest
    this.#decide({ type: 'ReviveInstance', point, variables: {} }, { point: { origin } as RestorePoint });
  }

  #decide(given: EngineCommand, shown: object = {}): void {
    const command = { ...given, ...shown };
    const at = this.#now;
    const decision = decide(this.model, this.state, given, recordedContext(at, this.#way));
    if (!decision.ok) this.steps.push({ at, command, rejection: decision.rejection });
    else if (decision.events.length === 0) this.steps.push({ at, command });
    else {
      this.#seq += 1;
      const row = { seq: this.#seq, v: EVENT_VERSION, at, events: decision.events };
      this.steps.push({ at, command, row, snapshot: writeSnapshot(this.state) });
    }
  }
}
