import type { EngineCommand } from '../../../src/engine/commands.ts';
import { decide } from '../../../src/engine/decide.ts';
import { EVENT_VERSION } from '../../../src/engine/events.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import { writeSnapshot } from '../../../src/engine/snapshot.ts';
import { type InstanceState, initialState } from '../../../src/engine/state.ts';
import type { Driver } from '../given-when-then-driver.ts';
import { CASES, fileOfCase, filesBeside, modelOf, scriptOf } from '../golden/replay.ts';
import { commandsOf } from '../golden/script.ts';
import { type RecordedInstance, type RecordedStep, recordedContext } from './recording.ts';

const START_TIME = 1_700_000_000_000;
const PAUSE_MS = 1000;

/**
 * Plays every golden case and writes down what the journal and the row of the instance would hold after each command; one case of each element also
 * with runs that stop after every step.
 */
export function recordInstances(): RecordedInstance[] {
  const firstOfElement = new Map([...CASES].reverse().map((name) => [name.split('/')[0], name]));
  return [...CASES.map((name) => playCase(name)), ...[...firstOfElement.values()].reverse().map((name) => playCase(name, true))];
}

function playCase(name: string, pauses?: true): RecordedInstance {
  const model = modelOf(name);
  const player = new Player(model, pauses);
  const sent: (readonly EngineCommand[])[] = [];
  for (const line of scriptOf(name).commands) {
    const due = commandsOf(line, player as Pick<Driver, 'state' | 'wait'> as Driver, sent);
    sent.push(due);
    for (const command of due) player.send(command);
  }
  const bpmn = fileOfCase(name, 'process.bpmn');
  const files = filesBeside(name);
  const lived = { process: model.key, bpmn, ...(Object.keys(files).length > 0 && { files }), steps: player.steps };
  return pauses === undefined ? { name, ...lived } : { name: `${name}, paused`, pauses, ...lived };
}

/** An instance that is only lived and written down: what it should do is the concern of other tests. */
class Player {
  readonly steps: RecordedStep[] = [];
  readonly state: InstanceState = initialState();
  readonly #model: ProcessModel;
  readonly #pauses: true | undefined;
  #now = START_TIME;
  #seq = 0;

  constructor(model: ProcessModel, pauses: true | undefined) {
    this.#model = model;
    this.#pauses = pauses;
  }

  /** As the driver of engine tests has it: the next command comes at this time. */
  wait(until: number): void {
    this.#now = Math.max(this.#now, until - PAUSE_MS);
  }

  send(command: EngineCommand): void {
    this.#now += PAUSE_MS;
    this.#decide(command);
    while (this.state.paused !== null) this.#decide({ type: 'ContinueRun' });
  }

  #decide(command: EngineCommand): void {
    const at = this.#now;
    const context = recordedContext(at, this.#pauses === undefined ? {} : { pauses: this.#pauses });
    const decision = decide(this.#model, this.state, command, context);
    if (!decision.ok) this.steps.push({ at, command, rejection: decision.rejection });
    else if (decision.events.length === 0) this.steps.push({ at, command });
    else {
      this.#seq += 1;
      const row = { seq: this.#seq, v: EVENT_VERSION, at, events: decision.events };
      this.steps.push({ at, command, row, snapshot: writeSnapshot(this.state) });
    }
  }
}
