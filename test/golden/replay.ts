import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { diagnosticOf, parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import type { Variables } from '../../src/engine/values.ts';
import * as commands from '../support/given-when-then.ts';
import { Driver, type EngineUnderTest, type Stimulus } from '../support/given-when-then-driver.ts';
import { endedIn, rootVariablesOf, traceOf } from '../support/trace.ts';

/**
 * Golden traces (bpmn.md 15): a case is a folder with process.bpmn (the model), script.json (the commands) and trace.jsonl (one line per command,
 * then one line with the end). Each is the behaviour of a release that instances in production rely on.
 */
const NEXT_STEP = [
  'a released trace never changes: running instances depend on it.',
  'If the engine broke a rule, repair the engine.',
  'If bpmn.md changed on purpose, keep this case for the old event version and add a new case folder beside it.',
].join(' ');

export interface Script {
  readonly title: string;
  /** what the trace follows from */
  readonly source: string;
  readonly commands: readonly Scripted[];
}
interface Scripted {
  readonly start?: Variables;
  readonly complete?: string;
  readonly claim?: string;
  readonly completeUserTask?: string;
  readonly failUserTask?: string;
  readonly cancelUserTask?: string;
  readonly user?: string;
  readonly code?: string;
  readonly reason?: string;
  readonly variables?: Variables;
}
interface End {
  readonly status: string;
  readonly variables: Variables;
  readonly ended?: readonly string[];
}

/** Folder names of all cases. */
export const CASES: readonly string[] = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

export function scriptOf(name: string): Script {
  return JSON.parse(fileOf(name, 'script.json')) as Script;
}

/** Replays a case and compares every command; throws on the first difference. */
export function replayCase(name: string, engine?: EngineUnderTest): void {
  const script = scriptOf(name);
  const lines = fileOf(name, 'trace.jsonl').trim().split('\n');
  const driver = new Driver(modelOf(name), engine === undefined ? {} : { engine });
  script.commands.forEach((scripted, index) => {
    const decision = driver.send(stimulusOf(scripted));
    const events: readonly EngineEvent[] = decision.ok ? decision.events : [];
    const { trace } = JSON.parse(lines[index] ?? '{}') as { trace?: string };
    expect(decision.ok, `${name}, command ${index + 1} is accepted; ${NEXT_STEP}`).to.equal(true);
    expect(traceOf(events), `${name}, command ${index + 1}; ${NEXT_STEP}`).to.equal(trace);
  });
  const end = JSON.parse(lines[script.commands.length] ?? '{}') as End;
  expect(driver.state.status, `${name}, status; ${NEXT_STEP}`).to.equal(end.status);
  expect(rootVariablesOf(driver.state), `${name}, root variables; ${NEXT_STEP}`).to.deep.equal(end.variables);
  if (end.ended !== undefined) expect(endedIn(driver.history), `${name}, ended entries; ${NEXT_STEP}`).to.deep.equal(end.ended);
}

const MODELS = new Map<string, ProcessModel>();

function modelOf(name: string): ProcessModel {
  const known = MODELS.get(name);
  if (known !== undefined) return known;
  const parsed = parseDefinitions(fileOf(name, 'process.bpmn'));
  if (!parsed.ok)
    throw new Error(`${name}/process.bpmn is refused: ${parsed.findings.map(diagnosticOf).join('; ')}; ${NEXT_STEP}`);
  const [first] = parsed.processes;
  if (first === undefined) throw new Error(`${name}/process.bpmn has no process`);
  MODELS.set(name, first.model);
  return first.model;
}

function stimulusOf(scripted: Scripted): Stimulus {
  const { start, complete, claim, completeUserTask, failUserTask, cancelUserTask, user, code, reason, variables } = scripted;
  if (start !== undefined) return commands.start(start);
  if (complete !== undefined) return commands.complete(complete, variables);
  if (claim !== undefined) return commands.claim(claim, user);
  if (completeUserTask !== undefined) return commands.completeUserTask(completeUserTask, variables, user);
  if (failUserTask !== undefined) return commands.failUserTask(failUserTask, code);
  if (cancelUserTask !== undefined) return commands.cancelUserTask(cancelUserTask, reason);
  throw new Error(`no command in ${JSON.stringify(scripted)}`);
}

function fileOf(name: string, file: string): string {
  return readFileSync(new URL(`${name}/${file}`, import.meta.url), 'utf8');
}
