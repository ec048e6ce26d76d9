import type { MethodView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { Section } from './section.tsx';

const COLUMNS: readonly Column<MethodView>[] = [
  { heading: 'Command or query', cell: ({ name }) => name },
  { heading: 'Calls', cell: ({ calls }) => calls, isNumber: true },
  { heading: 'Calls per minute', cell: ({ callsPerMinute }) => callsPerMinute, isNumber: true },
  { heading: 'Failures', cell: ({ failures }) => failures, isNumber: true },
  { heading: 'Average ms', cell: ({ averageMs }) => averageMs, isNumber: true },
  { heading: 'p99 ms', cell: ({ p99Ms }) => p99Ms, isNumber: true },
];

/** Calls by command and query. */
export function MethodsSection({ methods }: { readonly methods: readonly MethodView[] }) {
  return (
    <Section
      title="Methods"
      columns={COLUMNS}
      rows={methods}
      rowKey={({ name }) => name}
      empty="No calls in the last 5 minutes."
    />
  );
}
