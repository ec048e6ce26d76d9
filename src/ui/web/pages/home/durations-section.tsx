import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { DurationsView, HomeView } from '../../../wire/home.ts';
import type { Column } from '../../components/data-grid.tsx';
import { spanText } from '../../components/format.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { number } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { completedLead } from './leads.ts';
import { Section } from './section.tsx';

function columns(minutes: HomeView['throughput']): readonly Column<DurationsView>[] {
  return [
    {
      heading: texts.names.process,
      cell: ({ key }) => (
        <Anchor component={Link} size="sm" className="any-text" to={`/process-instances/${encodeURIComponent(key)}`}>
          {key}
        </Anchor>
      ),
    },
    {
      heading: pageTexts.durations.completed,
      isNumber: true,
      cell: ({ key, count }) => (
        <Anchor
          component={Link}
          size="sm"
          to={completedLead(key, minutes)}
          aria-label={pageTexts.durations.completedOf(count, key)}
        >
          {number(count)}
        </Anchor>
      ),
    },
    { heading: pageTexts.durations.half, isNumber: true, cell: ({ medianMs }) => spanText(medianMs) },
    { heading: pageTexts.durations.most, isNumber: true, cell: ({ p95Ms }) => spanText(p95Ms) },
  ];
}

/** Times from start to end of instances. */
export function DurationsSection(props: {
  readonly durations: readonly DurationsView[];
  readonly minutes: HomeView['throughput'];
}) {
  return (
    <Section
      part="durations-in-the-last-hour"
      title={pageTexts.durations.title}
      columns={columns(props.minutes)}
      rows={props.durations}
      rowKey={({ key }) => key}
      empty={pageTexts.durations.empty}
    />
  );
}
