import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { ActivationView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { pageTexts } from '../../texts/dashboard.ts';
import { number } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { activationLead } from '../home/leads.ts';
import { Section } from '../home/section.tsx';

const COLUMNS: readonly Column<ActivationView>[] = [
  { heading: texts.names.kind, cell: ({ kind }) => kindWord(kind) },
  { heading: pageTexts.cluster.processName, cell: ({ processName }) => processName ?? pageTexts.activations.all },
  { heading: pageTexts.activations.count, cell: (row) => <Count {...row} />, isNumber: true },
];

function Count({ kind, count }: ActivationView) {
  const to = activationLead(kind);
  const text = number(count);
  if (to === undefined || count === 0) return text;
  return (
    <Anchor component={Link} to={to} size="sm" aria-label={`${text} ${kindWord(kind)}`}>
      {text}
    </Anchor>
  );
}

function kindWord(kind: string): string {
  const { kinds } = pageTexts.activations;
  return Object.hasOwn(kinds, kind) ? (kinds[kind] ?? kind) : kind;
}

/** Active elements and jobs. */
export function ActivationsSection({ activations }: { readonly activations: readonly ActivationView[] }) {
  return (
    <Section
      folds
      part="activations"
      title={pageTexts.activations.title}
      note={pageTexts.activations.note}
      columns={COLUMNS}
      rows={activations}
      rowKey={({ kind, processName }) => `${kind} ${processName ?? ''}`}
      empty={pageTexts.activations.empty}
    />
  );
}
