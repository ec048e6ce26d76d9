import type { Connection } from '../../db/connection.ts';
import type { DecisionVersion } from '../../engine/model.ts';
import { type DeletableDecision, findDeletableDecision, lockDecisions } from '../../store/decisions.ts';
import { lockTexts } from '../../store/deletions.ts';
import type { Needs } from '../commands/command-handler.ts';
import type { LoadedRows } from '../unit-of-work/loaded-rows.ts';
import type { LoadContext } from './load-context.ts';

type LoadedDecisions = Pick<LoadedRows, 'decisions' | 'madeDecisions' | 'decisionDeletions'>;

/** Locks decisions after everything else, in key order. */
export async function loadDecisions(
  { connection, models }: LoadContext,
  needs: ReadonlyMap<string, Needs>,
): Promise<LoadedDecisions> {
  const madeDecisions = new Map<string, DecisionVersion>();
  for (const [id, { decision }] of needs) {
    if (decision === undefined) continue;
    const { key, version } = decision;
    const call = { key, binding: version === null ? 'latest' : 'version', value: String(version ?? '') } as const;
    const found = await models.decisions.get(connection, call);
    if (found !== undefined) madeDecisions.set(id, found);
  }
  for (const { calledDecisions = [] } of needs.values()) await models.decisions.bind(connection, calledDecisions);
  return { madeDecisions, ...(await lockAll(connection, needs)) };
}

async function lockAll(
  connection: Connection,
  needs: ReadonlyMap<string, Needs>,
): Promise<Omit<LoadedDecisions, 'madeDecisions'>> {
  const all = [...needs.values()];
  const deployed = all.flatMap(({ decisionKeys = [] }) => decisionKeys);
  const deleted = all.flatMap(({ decisionDeletion }) => decisionDeletion?.key ?? []);
  const rows = [
    ...(deleted.length === 0 ? [] : await lockDecisions(connection, deleted, false)),
    ...(deployed.length === 0 ? [] : await lockDecisions(connection, deployed, true)),
  ];
  const decisionDeletions = new Map<string, DeletableDecision>();
  for (const [id, { decisionDeletion: deletion }] of needs) {
    if (deletion === undefined) continue;
    const found = await findDeletableDecision(connection, deletion.key, deletion.version);
    if (found === undefined) continue;
    await lockTexts(connection, found.textHashes);
    decisionDeletions.set(id, found);
  }
  return { decisions: new Map(rows.map((row) => [row.key, row])), decisionDeletions };
}
