import type { ActivationView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { Section } from './section.tsx';

const COLUMNS: readonly Column<ActivationView>[] = [
  { heading: 'Kind', cell: ({ kind }) => kind },
  { heading: 'Process Name', cell: ({ processName }) => processName ?? 'all' },
  { heading: 'Count', cell: ({ count }) => count.toLocaleString('en'), isNumber: true },
];

/** What is going on, by kind and process. */
export function ActivationsSection({ activations }: { readonly activations: readonly ActivationView[] }) {
  return (
    <Section
      title="Activations"
      columns={COLUMNS}
      rows={activations}
      rowKey={({ kind, processName }) => `${kind} ${processName ?? ''}`}
      empty="Nothing is active."
    />
  );
}
