import type { FileFinding } from '../bpmn/check-file.ts';
import { FIRST_READING } from '../bpmn/reading.ts';
import { type CalledDecision, readCalledDecision, readDecisionFiles } from '../queries/decision-list.ts';
import { holdsUnstorableText } from '../requests/request-texts.ts';
import type { StoredDecision } from '../simulation/protocol.ts';
import type { ApiPorts } from './ports.ts';

type Call = NonNullable<FileFinding['unless']>;

/** References of one request that are looked up. */
const MOST = 200;

/** Findings except the ones about decisions that are stored: a deploy omits them too. */
export async function withoutStoredDecisions(
  { db }: Pick<ApiPorts, 'db'>,
  findings: readonly FileFinding[],
): Promise<readonly FileFinding[]> {
  const stored = new Set<string>();
  for (const call of distinctCalls(findings)) if ((await find(db, call)) !== undefined) stored.add(callText(call));
  return findings.filter(({ unless }) => unless === undefined || !stored.has(callText(unless)));
}

/** Decisions that the models call, with all required ones. Omits decisions that were never deployed. */
export async function storedDecisionsOf(
  { db, reader }: Pick<ApiPorts, 'db' | 'reader'>,
  models: readonly string[],
): Promise<readonly StoredDecision[]> {
  const stored = new Map<string, StoredDecision>();
  for (const model of models) {
    const { findings } = await reader.validate(model, { level: 'executable' });
    for (const call of distinctCalls(findings)) {
      const text = callText(call);
      if (stored.has(text) || stored.size >= MOST) continue;
      const found = await find(db, call);
      if (found !== undefined) stored.set(text, { call, version: await readVersion({ db, reader }, found) });
      else if (call.binding !== 'latest' && (await find(db, { key: call.key, binding: 'latest', value: '' })))
        stored.set(text, { call, version: 'missing' });
    }
  }
  return [...stored.values()];
}

function callText({ key, binding, value }: Call): string {
  return JSON.stringify([key, binding, value]);
}

function distinctCalls(findings: readonly FileFinding[]): readonly Call[] {
  const calls = findings.flatMap(({ unless }) => unless ?? []);
  return [...new Map(calls.map((call) => [callText(call), call])).values()].slice(0, MOST);
}

function find(db: ApiPorts['db'], call: Call): Promise<CalledDecision | undefined> {
  return [call.key, call.value].some(holdsUnstorableText) ? Promise.resolve(undefined) : readCalledDecision(db, call);
}

async function readVersion(
  { db, reader }: Pick<ApiPorts, 'db' | 'reader'>,
  { key, version, fileId, reading }: CalledDecision,
): Promise<StoredDecision['version']> {
  const { decisions } = await reader.readDecision(await readDecisionFiles(db, fileId), key, reading ?? FIRST_READING);
  return { key, version, decisions };
}
