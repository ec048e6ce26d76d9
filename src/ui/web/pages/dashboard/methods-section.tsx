import type { MethodView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { pageTexts } from '../../texts/dashboard.ts';
import { number } from '../../texts/numbers.ts';
import { Section } from '../home/section.tsx';

const COLUMNS: readonly Column<MethodView>[] = [
  { heading: pageTexts.methods.name, cell: ({ name }) => name },
  { heading: pageTexts.methods.calls, cell: ({ calls }) => calls, isNumber: true },
  { heading: pageTexts.methods.perMinute, cell: ({ callsPerMinute }) => number(callsPerMinute), isNumber: true },
  { heading: pageTexts.methods.failures, cell: ({ failures }) => failures, isNumber: true },
  { heading: pageTexts.methods.average, cell: ({ averageMs }) => number(averageMs), isNumber: true },
  { heading: pageTexts.methods.p99, cell: ({ p99Ms }) => number(p99Ms), isNumber: true },
];

export function MethodsSection({ methods }: { readonly methods: readonly MethodView[] }) {
  return (
    <Section
      folds
      part="methods"
      title={pageTexts.methods.title}
      columns={COLUMNS}
      rows={methods}
      rowKey={({ name }) => name}
      empty={pageTexts.methods.empty}
    />
  );
}
