import { expect } from 'chai';
import { parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import { READING_OF_BINDINGS, READING_OF_DIALECTS, READING_OF_SCOPES } from '../../src/bpmn/reading.ts';
import type { EngineCommand } from '../../src/engine/commands.ts';
import { decide } from '../../src/engine/decide.ts';
import { upcastEvents } from '../../src/engine/events/upcast.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import { apply } from '../../src/engine/state/apply.ts';
import { readSnapshot, writeSnapshot } from '../../src/engine/state/snapshot.ts';
import { type InstanceState, initialState, isTerminal } from '../../src/engine/state.ts';
import { applyRow, type InstanceProjection, newProjection } from '../../src/projector/subject-projection.ts';
import { HistoryReader } from '../../src/queries/history/history-reader.ts';
import { readingOf } from '../support/golden/replay.ts';
import { type EventSchema, readEventSchema } from '../support/history/event-schema.ts';
import { withoutNewMembers } from '../support/history/new-members.ts';
import { type RecordedInstance, type RecordedRow, recordedContext, recordedPoint } from '../support/history/recording.ts';

export const CHANGE_AN_EVENT = 'docs/contributing/extend.md#change-an-event says how';
export const PRESENT = readEventSchema(new URL('../../src/engine/', import.meta.url));
const SUBJECT = '0f8fad5b-d9cb-469f-a165-70867728950e';

/**
 * Where a later release decides otherwise than the one that was recorded: version, case and command (from 1), and which change of the
 * changelog it is. The journals themselves are applied all the same.
 */
const DECIDED_OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': { '60-mapping-fails, command 1': 'a failed text says which name nobody has' },
};

/** The tests of what a release has written of some instances. */
export function testRecorded(version: string, schema: EventSchema, instances: readonly RecordedInstance[]): void {
  for (const instance of instances) {
    it(`is applied to the state it had, and continues, when it is ${instance.name}`, () => goOn(version, schema, instance));
    it(`is projected when it is ${instance.name}`, () => project(instance));
  }
}

function eventsOf(row: RecordedRow): EngineEvent[] {
  return upcastEvents(row.events, { ...row, subjectId: SUBJECT }) as EngineEvent[];
}

function applyRecorded(state: InstanceState, row: RecordedRow): InstanceState {
  for (const event of eventsOf(row)) apply(state, event, row.at);
  return state;
}

/** Models by what they are read from, as the last release that is recorded has read them: most releases have recorded the same ones. */
const MODELS = new Map<string, ProcessModel>();

/** Readings of the releases that stored a later one than {@link READING_OF_BINDINGS}. */
const READINGS: ReadonlyMap<string, number> = new Map([
  ['0.4.0', READING_OF_DIALECTS],
  ['0.5.0', READING_OF_SCOPES],
]);

function modelOf(version: string, { name, bpmn, files = {}, process }: RecordedInstance): ProcessModel {
  const stored = READINGS.get(version);
  const reading =
    stored === undefined ? { isStored: true, reading: READING_OF_BINDINGS } : { reading: stored, ...readingOf(name) };
  const source = JSON.stringify([bpmn, files, process, reading]);
  const known = MODELS.get(source);
  if (known !== undefined) return known;
  const parsed = parseDefinitions(bpmn, { scripts: files, ...reading });
  const found = parsed.ok ? parsed.processes.find(({ model }) => model.key === process) : undefined;
  if (found === undefined) throw new Error(`the model of ${name} was deployed once and is refused now`);
  MODELS.set(source, found.model);
  return found.model;
}

/** A snapshot as a release stored it, read by the present one; its shape today is what is compared. */
function presentText(snapshot: string, otherwise: InstanceState): string {
  return writeSnapshot(readSnapshot(snapshot) ?? otherwise);
}

/** At every command: the journal so far and the snapshot give one state, and the command does to it what it did then. */
function goOn(of: string, schema: EventSchema, instance: RecordedInstance): void {
  const model = modelOf(of, instance);
  const state = initialState();
  let snapshot = writeSnapshot(state);
  instance.steps.forEach(({ at, command, row, snapshot: stored, rejection }, index) => {
    const where = `${instance.name}, command ${index + 1}`;
    const restored = (state.status === 'new' ? undefined : readSnapshot(snapshot)) ?? copyOf(instance, index);
    const decision = decide(
      model,
      restored,
      sentAgain(command, instance.steps.slice(0, index), model),
      recordedContext(at, instance),
    );
    if (DECIDED_OTHERWISE[of]?.[where] === undefined) {
      const told = (events: readonly EngineEvent[]) => withoutNewMembers(schema, PRESENT, events);
      const rejected = { ok: false, rejection };
      if (rejection !== undefined)
        expect(inTheWordsOf(rejected, decision), `${where}; ${CHANGE_AN_EVENT}`).to.deep.equal(rejected);
      else {
        const then = (row === undefined ? [] : told(eventsOf(row))) as readonly object[];
        const now = decision.ok ? inTheWordsOf(then, told(decision.events)) : decision;
        expect(now, `${where}; ${CHANGE_AN_EVENT}`).to.deep.equal(then);
      }
    }
    if (row === undefined || stored === undefined) return;
    applyRecorded(state, row);
    expect(presentText(stored, state), `snapshot after ${where}; ${CHANGE_AN_EVENT}`).to.equal(writeSnapshot(state));
    snapshot = stored;
  });
}

/** A revive was recorded without the state that it continues from, a migration without the model. */
function sentAgain(command: EngineCommand, before: RecordedInstance['steps'], model: ProcessModel): EngineCommand {
  if (command.type === 'MigrateInstance') return { ...command, before: model };
  return command.type === 'ReviveInstance' ? { ...command, point: recordedPoint(command.point.origin, before) } : command;
}

/** Messages that were reworded, with their new text: messages are for people, codes are for programs. */
const REWORDED: readonly (readonly [RegExp, string])[] = [
  [
    /all conditions evaluated to false and no default flow exists/,
    'no condition is true, and there is no default flow. Add a default flow or a condition for this case.',
  ],
  [/'([^']*)' is no activity of '([^']*)'/, "activity '$1' does not exist in ad-hoc sub-process '$2'"],
  [
    /step limit of (\d+) exceeded/,
    'more than $1 steps in one command (Engine:MaxStepsPerRun). Check the process for an endless loop.',
  ],
  [
    /gives no name that can be looked up/,
    'gives a name that is longer than 256 characters or contains a character that cannot be stored',
  ],
  [/only its job says what begins/, 'only its job chooses what starts'],
  [/ follow from each other/, ' triggered one another (Engine:MaxCausationDepth)'],
  [/ follow from one beginning/, ' have one root cause (Engine:MaxCausationSize)'],
];

/** Messages with the recorded text and more, or with the new wording of it, are replaced by the recorded ones. */
function inTheWordsOf(then: unknown, now: unknown): unknown {
  if (typeof then !== 'object' || typeof now !== 'object' || then === null || now === null) return now;
  if (Array.isArray(now)) return now.map((value, index) => inTheWordsOf((then as readonly unknown[])[index], value));
  const before = then as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [
      name,
      (name === 'message' || name === 'reason') && isSameMessage(String(before[name]), String(value))
        ? before[name]
        : inTheWordsOf(before[name], value),
    ]),
  );
}

function isSameMessage(then: string, now: string): boolean {
  const reworded = REWORDED.reduce((text, [old, next]) => text.replace(old, next), then);
  return now.includes(then) || now.includes(reworded);
}

/** The state of an instance before a command, from its journal alone. */
function copyOf({ steps }: RecordedInstance, before: number): InstanceState {
  const state = initialState();
  for (const { row } of steps.slice(0, before)) if (row !== undefined) applyRecorded(state, row);
  return state;
}

/** The projector takes every row; what it holds live is what the engine holds, and the history can be built. */
function project({ steps }: RecordedInstance): void {
  const projection = newProjection({ subjectId: SUBJECT, kind: 'i' }) as InstanceProjection;
  const reader = new HistoryReader(SUBJECT);
  const state = initialState();
  for (const { row } of steps) {
    if (row === undefined) continue;
    expect(applyRow(projection, { ...row, subjectId: SUBJECT, at: new Date(row.at), size: 0 })).to.equal(undefined);
    for (const fact of eventsOf(row).flatMap((event) => reader.read(event))) expect(fact.data()).to.be.an('object');
    applyRecorded(state, row);
    if (!isTerminal(state)) expect([...projection.live.entries.keys()]).to.have.members([...state.entries.keys()]);
  }
}
