import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { diagnosticOf, type ParseOptions, parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { READING_OF_BINDINGS } from '../../../src/bpmn/reading.ts';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { Decision } from '../../../src/engine/decide.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { type ContextChange, Driver, ENGINE, type EngineUnderTest } from '../given-when-then-driver.ts';
import { cancelledIn, endedIn, rootVariablesOf, traceOf } from '../trace.ts';
import { commandsOf, type Scripted } from './script.ts';

/**
 * Golden traces: a case is a folder with process.bpmn (the model), script.json (the commands) and trace.jsonl (one line per command,
 * then one line with the end). Each is the behaviour of a release that instances in production rely on (docs/contributing/spec/traces.md#traces).
 */
const NEXT_STEP = [
  'a released trace never changes: running instances depend on it.',
  'If the engine broke a rule, repair the engine.',
  'If a rule of docs/contributing/spec changed on purpose, keep this case for the old event version and add a new case folder beside it.',
].join(' ');

export interface Script {
  readonly title: string;
  /** source of the trace */
  readonly source: string;
  /** process of the file, absent = the first */
  readonly process?: string;
  readonly commands: readonly Scripted[];
}
/** Events that follow from one command. */
interface Line {
  readonly trace?: string;
  /** code of the rule that refuses it */
  readonly rejected?: string;
  /** elements that are active afterwards, oldest first */
  readonly active?: readonly string[];
  /** elements of the subscriptions that are open afterwards, in order of arming */
  readonly waiting?: readonly string[];
  /** call activities whose children were asked to cancel, in order */
  readonly childrenCancelled?: readonly string[];
}
interface End {
  readonly status: string;
  readonly variables: Variables;
  readonly ended?: readonly string[];
  /** elements that were cancelled and why, in order */
  readonly cancelled?: readonly (readonly [string, string])[];
}

const GOLDEN = new URL('../../golden/', import.meta.url);

/** All cases: the folder of the element, then the one of the situation, as in `boundary-event/timer-interrupting`. */
export const CASES: readonly string[] = foldersOf(GOLDEN)
  .flatMap((element) => foldersOf(new URL(`${element}/`, GOLDEN)).map((situation) => `${element}/${situation}`))
  .sort();

const TEXTS = new Map<string, string>();

/** The file `process.bpmn`, `script.json` or `trace.jsonl` of a case. */
export function fileOfCase(name: string, file: string): string {
  const path = `${name}/${file}`;
  const text = TEXTS.get(path) ?? readFileSync(new URL(path, GOLDEN), 'utf8');
  TEXTS.set(path, text);
  return text;
}

function foldersOf(url: URL): string[] {
  const entries = readdirSync(url, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

export function scriptOf(name: string): Script {
  return JSON.parse(fileOfCase(name, 'script.json')) as Script;
}

/** Notices that name what they belong to: void once that is closed (docs/contributing/spec/journal.md#command-once). */
const VOID_LATER: ReadonlySet<EngineCommand['type']> = new Set<EngineCommand['type']>([
  ...(['Deliver', 'FireTimer', 'CompleteJob', 'FailJob', 'ChildCompleted', 'ChildFailed', 'ChildCancelled'] as const),
]);

/** Replays a case with every notice coming again after every later command: nothing may follow from it. */
export function replayWithLateNotices(name: string): void {
  const driver = new Driver(modelOf(name));
  const sent: (readonly EngineCommand[])[] = [];
  for (const scripted of scriptOf(name).commands) {
    const batch = commandsOf(scripted, driver, sent);
    sent.push(batch);
    for (const command of batch) driver.send(command);
    for (const late of sent.flat().filter(({ type }) => VOID_LATER.has(type))) {
      const decision = driver.sendAtOnce(late);
      expect(decision, `${name}, ${JSON.stringify(late)} again`).to.deep.equal({ ok: true, events: [] });
    }
  }
}

/** Replays a case according to its script. @param look called after every line */
export function walkThrough(name: string, look: (driver: Driver) => void): void {
  const driver = new Driver(modelOf(name));
  const sent: (readonly EngineCommand[])[] = [];
  for (const scripted of scriptOf(name).commands) {
    const batch = commandsOf(scripted, driver, sent);
    sent.push(batch);
    for (const command of batch) driver.send(command);
    look(driver);
  }
}

/**
 * Replays a case and compares every command; throws on the first difference. `checked: false` leaves out what the driver checks around every
 * command alone, which takes most of the time.
 */
export function replayCase(name: string, engine: EngineUnderTest = ENGINE, checked = true, context: ContextChange = {}): void {
  const script = scriptOf(name);
  const lines = fileOfCase(name, 'trace.jsonl').trim().split('\n');
  const driver = new Driver(modelOf(name), { engine, checked, context });
  const sent: (readonly EngineCommand[])[] = [];
  script.commands.forEach((scripted, index) => {
    const batch = commandsOf(scripted, driver, sent);
    sent.push(batch);
    const decisions = batch.map((command) => driver.send(command));
    const line = JSON.parse(lines[index] ?? '{}') as Line;
    expectLine(`${name}, command ${index + 1}`, line, driver, decisions);
  });
  const end = JSON.parse(lines[script.commands.length] ?? '{}') as End;
  expect(driver.state.status, `${name}, status; ${NEXT_STEP}`).to.equal(end.status);
  expect(rootVariablesOf(driver.state), `${name}, root variables; ${NEXT_STEP}`).to.deep.equal(end.variables);
  if (end.ended !== undefined) expect(endedIn(driver.history), `${name}, ended entries; ${NEXT_STEP}`).to.deep.equal(end.ended);
  if (end.cancelled !== undefined)
    expect(cancelledIn(driver.history), `${name}, reasons; ${NEXT_STEP}`).to.deep.equal(end.cancelled);
}

function expectLine(where: string, line: Line, driver: Driver, decisions: readonly Decision[]): void {
  const refused = decisions.find((decision) => !decision.ok);
  expect(refused?.ok === false ? refused.rejection.code : undefined, `${where}, refused; ${NEXT_STEP}`).to.equal(line.rejected);
  const events = decisions.flatMap((decision) => (decision.ok ? decision.events : []));
  expect(traceOf(events, driver.history), `${where}; ${NEXT_STEP}`).to.equal(line.trace ?? '');
  if (line.childrenCancelled !== undefined) {
    const asked = events.flatMap((event) => (event.type === 'ChildCancelRequested' ? [event.element] : []));
    expect(asked, `${where}, children; ${NEXT_STEP}`).to.deep.equal(line.childrenCancelled);
  }
  const { entries, subscriptions } = driver.state;
  const elements = (of: ReadonlyMap<number, { readonly element: string }>) => [...of.values()].map(({ element }) => element);
  if (line.active !== undefined) expect(elements(entries), `${where}, active; ${NEXT_STEP}`).to.deep.equal(line.active);
  if (line.waiting !== undefined) expect(elements(subscriptions), `${where}, waiting; ${NEXT_STEP}`).to.deep.equal(line.waiting);
}

/** Files that are deployed with the model of a case: all others of its folder. */
export function filesBeside(name: string): Record<string, string> {
  const known = ['process.bpmn', 'script.json', 'trace.jsonl'];
  const further = readdirSync(new URL(`${name}/`, GOLDEN)).filter((file) => !known.includes(file));
  return Object.fromEntries(further.map((file) => [file, fileOfCase(name, file)]));
}

/** Cases whose texts mean something else in new files: they are replayed as versions that an earlier release stored. */
const READ_AS_BEFORE: ReadonlySet<string> = new Set([
  ...['multi-instance/listeners', 'parallel-gateway/listeners-of-a-join', 'process/listeners', 'sub-process/listeners'],
  ...['process/a-polling-loop-ends-with-shared-variables', 'process/escalations-count-in-shared-variables'],
  ...['process/event-sub-processes-count-in-shared-variables', 'process/paths-are-isolated-by-attribute'],
  ...['process/paths-share-variables', 'sequence-flow/take-listener-jobs', 'service-task/end-listener-fails'],
  ...['service-task/start-listener-fails', 'user-task/complete-listener-fails', 'user-task/entry-and-exit-scripts'],
  ...['user-task/listeners', 'user-task/skipped', 'user-task/update-listener'],
]);

/** How the model of a case is read. */
export function readingOf(name: string): Pick<ParseOptions, 'isStored' | 'reading'> {
  return READ_AS_BEFORE.has(name) ? { isStored: true, reading: READING_OF_BINDINGS } : {};
}

const MODELS = new Map<string, ProcessModel>();

/** The model of a case. */
export function modelOf(name: string): ProcessModel {
  const known = MODELS.get(name);
  if (known !== undefined) return known;
  const parsed = parseDefinitions(fileOfCase(name, 'process.bpmn'), { scripts: filesBeside(name), ...readingOf(name) });
  if (!parsed.ok)
    throw new Error(`${name}/process.bpmn is refused: ${parsed.findings.map(diagnosticOf).join('; ')}; ${NEXT_STEP}`);
  const { process } = scriptOf(name);
  const first = parsed.processes.find(({ model }) => process === undefined || model.key === process);
  if (first === undefined) throw new Error(`${name}/process.bpmn has no process`);
  MODELS.set(name, first.model);
  return first.model;
}
