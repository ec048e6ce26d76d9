import { readFile } from 'node:fs/promises';
import type { TestCase, TestFile, World, WorldSettings } from '../api.ts';
import { meant } from '../refusals.ts';
import { TestWorld } from '../test-world.ts';
import { ACTIONS, type ReadStep, type TestStep } from './actions.ts';
import { ASSERTIONS } from './assertions.ts';
import { TestMembers, UnreadableTest } from './members.ts';

const INSTRUCTIONS: Readonly<Record<string, ReadStep>> = { ...ACTIONS, ...ASSERTIONS };

/** Instructions without an equivalent here. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  ASSERT_VARIABLE: 'no judge is asked; use ASSERT_VARIABLES',
  CONDITIONAL_BEHAVIOR: 'write what happens where it happens',
  RELEASE_JOB: 'jobs are not held back; mock their workers',
  STUB_CALL_ACTIVITY_COMPLETE: 'use MOCK_CHILD_PROCESS',
  STUB_CALL_ACTIVITY_THROW_ERROR: 'use MOCK_CHILD_PROCESS, or stub the process in JavaScript',
  RUN_CALLED_PROCESS: 'processes that are not mocked run automatically',
};

/** docs/contributing/spec/process-tests.md @throws UnreadableTest with file and place */
export async function readTestFile(path: string): Promise<TestFile> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UnreadableTest(`${path}: ${error.message}`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadableTest(`${path}: ${(error as Error).message}`);
  }
  return testFileOf(content, path);
}

/** Decides by its shape. */
export function holdsTestCases(content: unknown): boolean {
  return typeof content === 'object' && content !== null && Array.isArray((content as { testCases?: unknown }).testCases);
}

/** Reads parsed JSON. `path`: for error messages. */
export function testFileOf(content: unknown, path: string): TestFile {
  const members = new TestMembers(content, path);
  const files = members.textsOr('files', undefined);
  const now = members.textOr('now', undefined);
  const settings = settingsOf(members.objectOr('settings'));
  const testCases = members.objects('testCases').map((one, at) => testCaseOf(one, `${path}: test case ${at + 1}`));
  return { path, testCases, ...(files && { files }), ...(now !== undefined && { now }), ...(settings && { settings }) };
}

function settingsOf(members: TestMembers | undefined): WorldSettings | undefined {
  if (members === undefined) return undefined;
  const settings = {
    plainTasks: members.oneOfOr('plainTasks', ['wait', 'pass']),
    onFailure: members.oneOfOr('onFailure', ['fail', 'incident']),
    branchVariables: members.oneOfOr('branchVariables', ['auto', 'isolated', 'shared']),
    maxSteps: members.count('maxSteps'),
    attempts: members.count('attempts'),
  };
  members.end();
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function testCaseOf(members: TestMembers, place: string): TestCase {
  const name = members.textOr('name', place);
  const instructions = members.objects('instructions').map((one, at) => {
    const type = one.text('type');
    const at1 = `instruction ${at + 1} (${type})`;
    return { at: at1, run: instructionOf(new TestMembers(one.raw, `${place} '${name}', ${at1}`), type) };
  });
  return {
    name,
    description: members.textOr('description', null),
    run: async (world) => {
      for (const { at, run } of instructions) await within(at, run, world);
    },
  };
}

function instructionOf(members: TestMembers, type: string): TestStep {
  const read = Object.hasOwn(INSTRUCTIONS, type) ? INSTRUCTIONS[type] : undefined;
  if (read === undefined) {
    const known = Object.keys(INSTRUCTIONS);
    const why = Object.hasOwn(UNSUPPORTED, type)
      ? `: ${UNSUPPORTED[type]}`
      : meant(type, known) || `; known: ${known.join(', ')}`;
    throw new UnreadableTest(`${members.place}: instruction '${type}' is not supported${why}`);
  }
  const instruction = read(members.ignore('type'));
  members.end();
  return instruction;
}

/** Adds the instruction to error messages. */
async function within(at: string, run: TestStep, world: World): Promise<void> {
  if (!(world instanceof TestWorld)) throw new TypeError('a test case runs in a world of openWorld');
  try {
    await run(world);
  } catch (error) {
    if (error instanceof Error) error.message = `${at}: ${error.message}`;
    throw error;
  }
}
