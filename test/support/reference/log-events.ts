import { LOG_EVENTS } from '../../../src/platform/log-events.ts';
import { headText, tableText } from './table-text.ts';

/** docs/reference/log-events.md */
export function logEventsPage(): string {
  const events = Object.values(LOG_EVENTS);
  const thousands = [...new Set(events.map(({ id }) => Math.floor(id / 1000)))].sort((a, b) => a - b);
  const sections = thousands.map((thousand) => {
    const own = events.filter(({ id }) => Math.floor(id / 1000) === thousand).sort((a, b) => a.id - b.id);
    const rows = own.map(({ id, level, message, properties }) => [
      String(id),
      level,
      message,
      properties.map((name) => `\`${name}\``).join(', '),
    ]);
    return `## ${thousand}000 to ${thousand}999\n\n${tableText(['Id', 'Level', 'Text of the line', 'Properties'], rows)}`;
  });
  return `${headText('Log events', 'the catalogue of log events')}Every line of the log has an \`eventId\` of this list, whose meaning never changes. When each of them is written, and what its scope adds: [the rules](../spec/log-events.md). What to do about the important ones: [operations](../operations.md#logs).

${sections.join('\n\n')}
`;
}
