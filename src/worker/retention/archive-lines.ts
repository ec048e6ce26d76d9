import type { ArchivedInstance, ArchivedRow } from '../../store/archived-rows.ts';

/** Version of the line format. Raise it when readers of the previous one would misread lines; an additional property does not need that. */
export const ARCHIVE_FORMAT = 1;

/** First line of an instance: its properties and its final state. */
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

/** Line of one row of the event history. */
export function rowLine({ subjectId, seq, commandId, at, v, actor, events }: ArchivedRow): string {
  const head = { type: 'row', instanceId: subjectId, sequence: seq, commandId, at: at.toISOString(), v, actor };
  return `${JSON.stringify(head).slice(0, -1)},"events":${oneLine(events)}}\n`;
}

/** Last line of an instance: without it, the instance is incomplete and was not deleted. */
export function endLine({ id }: Pick<ArchivedInstance, 'id'>, rows: number): string {
  return `${JSON.stringify({ type: 'end', instanceId: id, rows })}\n`;
}

/** Removes line breaks between JSON tokens; JSON strings contain no line breaks. */
function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ');
}
