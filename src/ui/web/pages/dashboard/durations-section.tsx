import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { DurationsView, HomeView } from '../../../wire/home.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatDuration } from '../../components/format.ts';
import { completedLead } from './leads.ts';
import { Section } from './section.tsx';

function columns(minutes: HomeView['throughput']): readonly Column<DurationsView>[] {
  return [
    {
      heading: 'Process',
      cell: ({ key }) => (
        <Anchor component={Link} size="sm" className="any-text" to={`/process-instances/${encodeURIComponent(key)}`}>
          {key}
        </Anchor>
      ),
    },
    {
      heading: 'Completed',
      isNumber: true,
      cell: ({ key, count }) => (
        <Anchor component={Link} size="sm" to={completedLead(key, minutes)} aria-label={`${count} completed instances of ${key}`}>
          {count.toLocaleString('en')}
        </Anchor>
      ),
    },
    { heading: 'Half took at most', isNumber: true, cell: ({ medianMs }) => formatDuration(0, medianMs) },
    { heading: '95 of 100 took at most', isNumber: true, cell: ({ p95Ms }) => formatDuration(0, p95Ms) },
  ];
}

/** How long instances took from their start to their end. */
export function DurationsSection(props: {
  readonly durations: readonly DurationsView[];
  readonly minutes: HomeView['throughput'];
}) {
  return (
    <Section
      title="Durations in the last hour"
      columns={columns(props.minutes)}
      rows={props.durations}
      rowKey={({ key }) => key}
      empty="No instance completed in the last hour."
    />
  );
}
