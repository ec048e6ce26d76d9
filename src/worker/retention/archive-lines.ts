import type { ArchivedInstance, ArchivedRow } from '../../store/archived-rows.ts';

/** Version of the lines. It is raised when a reader of the one before would misread them; a member more is no reason. */
export const ARCHIVE_FORMAT = 1;

/** The first line of an instance: what it was, and its state at the end. */
export function headLine(instance: ArchivedInstance): string {
  const { id, key, version, definitionId, rootId, businessId, seq, endedAt, state } = instance;
  const head = {
    type: 'instance',
    format: ARCHIVE_FORMAT,
    instanceId: id,
    processKey: key,
    version,
    definitionId,
    rootInstanceId: rootId,
    businessId,
    endedAt: endedAt.toISOString(),
    journalRows: seq,
  };
  return `${JSON.stringify(head).slice(0, -1)},"state":${oneLine(state)}}\n`;
}

/** One row of its journal. */
export function rowLine({ subjectId, seq, commandId, at, v, actor, events }: ArchivedRow): string {
  const head = { type: 'row', instanceId: subjectId, sequence: seq, commandId, at: at.toISOString(), v, actor };
  return `${JSON.stringify(head).slice(0, -1)},"events":${oneLine(events)}}\n`;
}

/** The last line of an instance: without it the instance was not written to its end, and not deleted. */
export function endLine({ id }: Pick<ArchivedInstance, 'id'>, rows: number): string {
  return `${JSON.stringify({ type: 'end', instanceId: id, rows })}\n`;
}

/** Between two tokens JSON may be broken into lines; inside of texts it never is. */
function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ');
}
