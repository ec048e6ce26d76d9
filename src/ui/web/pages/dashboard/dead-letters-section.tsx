import type { DashboardView, DeadLetterView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatTime } from '../../components/format.ts';
import { ShortId } from '../../components/short-id.tsx';
import { pageTexts } from '../../texts/dashboard.ts';
import { texts } from '../../texts/texts.ts';
import { Section } from '../home/section.tsx';

const COLUMNS: readonly Column<DeadLetterView>[] = [
  { heading: pageTexts.letters.at, cell: ({ at }) => <span className="numbers">{formatTime(at)}</span> },
  { heading: pageTexts.letters.command, cell: ({ commandKind }) => commandKind },
  {
    heading: pageTexts.letters.commandId,
    cell: ({ commandId }) => <ShortId id={commandId} to={`/dead-letters?letter=${commandId}`} />,
  },
  { heading: texts.names.error, cell: ({ error }) => error },
];

/** Commands with an internal error, which need an operator. */
export function DeadLettersSection({ deadLetters: { total, items } }: { readonly deadLetters: DashboardView['deadLetters'] }) {
  return (
    <Section
      folds
      part="dead-letters"
      title={pageTexts.letters.title}
      {...(total > 0 && { note: pageTexts.letters.total(total) })}
      columns={COLUMNS}
      rows={items}
      rowKey={({ commandId, at }) => `${commandId} ${at}`}
      empty={pageTexts.letters.empty}
    />
  );
}
