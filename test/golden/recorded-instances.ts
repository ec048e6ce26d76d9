import { expect } from 'chai';
import { parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import { READING_OF_BINDINGS } from '../../src/bpmn/reading.ts';
import { apply } from '../../src/engine/apply.ts';
import type { EngineCommand } from '../../src/engine/commands.ts';
import { decide } from '../../src/engine/decide.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import { readSnapshot, writeSnapshot } from '../../src/engine/snapshot.ts';
import { type InstanceState, initialState, isTerminal } from '../../src/engine/state.ts';
import { upcastEvents } from '../../src/engine/upcast.ts';
import { foldRow, type InstanceFold, newFold } from '../../src/projector/subject-fold.ts';
import { HistoryReader } from '../../src/queries/history/history-reader.ts';
import { readingOf } from '../support/golden/replay.ts';
import { type EventSchema, readEventSchema } from '../support/history/event-schema.ts';
import { withoutNewMembers } from '../support/history/new-members.ts';
import { type RecordedInstance, type RecordedRow, recordedContext, recordedPoint } from '../support/history/recording.ts';

export const CHANGE_AN_EVENT = 'docs/contributing/change-an-event.md says how';
export const PRESENT = readEventSchema(new URL('../../src/engine/', import.meta.url));
const SUBJECT = '0f8fad5b-d9cb-469f-a165-70867728950e';

/**
 * Where a later release decides otherwise than the one that was recorded: version, case and command (from 1), and which change of the
 * changelog it is. The journals themselves are folded all the same.
 */
const DECIDED_OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': { '60-mapping-fails, command 1': 'a failed text says which name nobody has' },
};

/** The tests of what a release has written of some instances. */
export function testRecorded(version: string, schema: EventSchema, instances: readonly RecordedInstance[]): void {
  for (const instance of instances) {
    it(`is folded to the state it had, and goes on, when it is ${instance.name}`, () => goOn(version, schema, instance));
    it(`is projected when it is ${instance.name}`, () => project(instance));
  }
}

function eventsOf(row: RecordedRow): EngineEvent[] {
  return upcastEvents(row.events, { ...row, subjectId: SUBJECT }) as EngineEvent[];
}

function fold(state: InstanceState, row: RecordedRow): InstanceState {
  for (const event of eventsOf(row)) apply(state, event, row.at);
  return state;
}

/** Models by what they are read from, as the last release that is recorded has read them: most releases have recorded the same ones. */
const MODELS = new Map<string, ProcessModel>();

/** Releases whose versions follow the rules of the engine that the file was made for. */
const FOLLOWS_DIALECTS: ReadonlySet<string> = new Set(['0.3.0']);

function modelOf(version: string, { name, bpmn, files = {}, process }: RecordedInstance): ProcessModel {
  const reading = FOLLOWS_DIALECTS.has(version) ? readingOf(name) : { isStored: true, reading: READING_OF_BINDINGS };
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
      if (rejection !== undefined) expect(decision, `${where}; ${CHANGE_AN_EVENT}`).to.deep.equal({ ok: false, rejection });
      else {
        const then = (row === undefined ? [] : told(eventsOf(row))) as readonly object[];
        const now = decision.ok ? inTheWordsOf(then, told(decision.events) as readonly object[]) : decision;
        expect(now, `${where}; ${CHANGE_AN_EVENT}`).to.deep.equal(then);
      }
    }
    if (row === undefined || stored === undefined) return;
    fold(state, row);
    expect(presentText(stored, state), `snapshot after ${where}; ${CHANGE_AN_EVENT}`).to.equal(writeSnapshot(state));
    snapshot = stored;
  });
}

/** A revive was recorded without the state that it continues from, a migration without the model. */
function sentAgain(command: EngineCommand, before: RecordedInstance['steps'], model: ProcessModel): EngineCommand {
  if (command.type === 'MigrateInstance') return { ...command, before: model };
  return command.type === 'ReviveInstance' ? { ...command, point: recordedPoint(command.point.origin, before) } : command;
}

/** A message that says what it said, and more, counts as the same: messages are for people, codes are for programs. */
function inTheWordsOf(then: readonly object[], now: readonly object[]): readonly object[] {
  return now.map((event, index) => {
    const before = then[index];
    if (before === undefined || !('message' in event) || !('message' in before)) return event;
    return String(event.message).includes(String(before.message)) ? { ...event, message: before.message } : event;
  });
}

/** The state of an instance before a command, from its journal alone. */
function copyOf({ steps }: RecordedInstance, before: number): InstanceState {
  const state = initialState();
  for (const { row } of steps.slice(0, before)) if (row !== undefined) fold(state, row);
  return state;
}

/** The projector takes every row; what it holds live is what the engine holds, and the history can be told. */
function project({ steps }: RecordedInstance): void {
  const folded = newFold({ subjectId: SUBJECT, kind: 'i' }) as InstanceFold;
  const reader = new HistoryReader(SUBJECT);
  const state = initialState();
  for (const { row } of steps) {
    if (row === undefined) continue;
    expect(foldRow(folded, { ...row, subjectId: SUBJECT, at: new Date(row.at), size: 0 })).to.equal(undefined);
    for (const fact of eventsOf(row).flatMap((event) => reader.read(event))) expect(fact.data()).to.be.an('object');
    fold(state, row);
    if (!isTerminal(state)) expect([...folded.live.entries.keys()]).to.have.members([...state.entries.keys()]);
  }
}
