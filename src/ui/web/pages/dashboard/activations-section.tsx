import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { ActivationView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { activationLead } from './leads.ts';
import { Section } from './section.tsx';

const COLUMNS: readonly Column<ActivationView>[] = [
  { heading: 'Kind', cell: ({ kind }) => kind },
  { heading: 'Process Name', cell: ({ processName }) => processName ?? 'all' },
  { heading: 'Count', cell: (row) => <Count {...row} />, isNumber: true },
];

function Count({ kind, count }: ActivationView) {
  const to = activationLead(kind);
  const text = count.toLocaleString('en');
  if (to === undefined || count === 0) return text;
  return (
    <Anchor component={Link} to={to} size="sm" aria-label={`${text} ${kind}`}>
      {text}
    </Anchor>
  );
}

/** What is going on, by kind and process. */
export function ActivationsSection({ activations }: { readonly activations: readonly ActivationView[] }) {
  return (
    <Section
      title="Activations"
      note="Entries are steps that run now: an instance can have several."
      columns={COLUMNS}
      rows={activations}
      rowKey={({ kind, processName }) => `${kind} ${processName ?? ''}`}
      empty="Nothing is active."
    />
  );
}
