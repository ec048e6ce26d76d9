import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { CASES, fileOfCase } from '../golden/replay.ts';
import { openWriteSide } from '../write-side.ts';
import type { RecordedProcess, RecordedRow } from './recording.ts';

const FIRST_TIME = Date.UTC(2026, 0, 31, 10, 20, 30);
/** The time of a deploy, as a definition id ends with it. */
const DEPLOY_TIME = /:\d{8}T\d{9}Z"/g;

interface StoredRow {
  readonly subject_id: string;
  readonly seq: number;
  readonly v: number;
  readonly events: string;
}

/**
 * Deploys the models of all golden cases in a database, switches each key off and on, deletes its first version, and reads the journals of the keys. Times are the
 * database's own and would differ with each recording: they are replaced.
 */
export async function recordProcesses(): Promise<RecordedProcess[]> {
  const side = await openWriteSide();
  try {
    for (const name of CASES) await side.deploy(fileOfCase(name, 'process.bpmn'));
    const keys = await side.sql<{ key: string }>('select key from process order by key');
    for (const kind of ['DisableProcess', 'EnableProcess', 'SuspendProcess', 'ResumeProcess'] as const)
      for (const { key } of keys) await side.run({ kind, id: newId(), key } as Command);
    for (const { key } of keys) await side.run({ kind: 'DeleteDefinition', id: newId(), key, version: 1 });
    const rows = await side.sql<StoredRow>(
      'select subject_id, seq, v, events::text as events from journal order by subject_id, seq',
    );
    const subjects = new Map<string, RecordedRow[]>();
    for (const row of rows) {
      const of = subjects.get(row.subject_id) ?? [];
      subjects.set(row.subject_id, of);
      of.push(recordedRow(row));
    }
    return [...subjects].map(([subjectId, of]) => ({ subjectId, rows: of }));
  } finally {
    await side.close();
  }
}

function recordedRow({ seq, v, events }: StoredRow): RecordedRow {
  const at = FIRST_TIME + seq * 1000;
  const time = new Date(FIRST_TIME).toISOString().replaceAll(/[-:.]/g, '');
  return { seq, v, at, events: JSON.parse(events.replaceAll(DEPLOY_TIME, `:${time}"`)) as object[] };
}
