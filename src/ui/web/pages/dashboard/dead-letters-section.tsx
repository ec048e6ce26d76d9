import type { DashboardView, DeadLetterView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatTime } from '../../components/format.ts';
import { ShortId } from '../../components/short-id.tsx';
import { Section } from './section.tsx';

const COLUMNS: readonly Column<DeadLetterView>[] = [
  { heading: 'At (UTC)', cell: ({ at }) => <span className="numbers">{formatTime(at)}</span> },
  { heading: 'Command', cell: ({ commandKind }) => commandKind },
  { heading: 'Command Id', cell: ({ commandId }) => <ShortId id={commandId} to={`/dead-letters?letter=${commandId}`} /> },
  { heading: 'Error', cell: ({ error }) => error },
];

/** Commands that a bug stopped and that wait for somebody to look at them. */
export function DeadLettersSection({ deadLetters: { total, items } }: { readonly deadLetters: DashboardView['deadLetters'] }) {
  return (
    <Section
      title="Dead letters"
      {...(total > 0 && { note: `Total: ${total}` })}
      columns={COLUMNS}
      rows={items}
      rowKey={({ commandId, at }) => `${commandId} ${at}`}
      empty="No command was stopped by a bug."
    />
  );
}
