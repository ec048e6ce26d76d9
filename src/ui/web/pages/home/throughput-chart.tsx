import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { HomeView } from '../../../wire/home.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { timeParts } from '../../texts/numbers.ts';
import { sinceLead } from './leads.ts';
import { ChartCard } from './section.tsx';

type Minutes = HomeView['throughput'];

/** Units of the SVG. */
const WIDTH = 640;
const HEIGHT = 170;
const LEFT = 36;
const BOTTOM = 22;
const TOP = 8;

/** Instances started and ended per minute over the last hour. */
export function ThroughputChart({ minutes }: { readonly minutes: Minutes }) {
  const most = niceCeiling(Math.max(1, ...minutes.flatMap(({ started, finished }) => [started, finished])));
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - 8)) / Math.max(1, minutes.length - 1);
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const line = (values: readonly number[]) =>
    values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const started = line(minutes.map((row) => row.started));
  const total = (name: 'started' | 'finished' | 'failed') => minutes.reduce((sum, row) => sum + row[name], 0);
  const summary = pageTexts.throughput.summary(total('started'), total('finished'));
  return (
    <ChartCard title={pageTexts.throughput.title}>
      <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line className="chart-grid" x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {Number.isInteger(value) ? value : ''}
            </text>
          </g>
        ))}
        {minutes.map(({ minute }, i) =>
          i % 15 === 0 ? (
            <text key={minute} x={x(i)} y={HEIGHT - 5} textAnchor="middle">
              {timeParts(minute)[1].slice(0, 5)}
            </text>
          ) : null,
        )}
        {minutes.length > 1 && (
          <path className="chart-started-area" d={`${started}L${x(minutes.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} />
        )}
        <path className="chart-started" d={started} />
        <path className="chart-finished" d={line(minutes.map((row) => row.finished))} />
        {total('failed') > 0 && <path className="chart-failed" d={line(minutes.map((row) => row.failed))} />}
      </svg>
      <Group gap="lg">
        <Legend className="legend-line" text={pageTexts.throughput.started(total('started'))} to={sinceLead('from', minutes)} />
        <Legend
          className="legend-line legend-line-finished"
          text={pageTexts.throughput.finished(total('finished'))}
          to={sinceLead('endedFrom', minutes)}
        />
        {total('failed') > 0 && (
          <Legend
            className="legend-line legend-line-failed"
            text={pageTexts.throughput.failed(total('failed'))}
            to={`${sinceLead('endedFrom', minutes)}&status=Failed`}
          />
        )}
      </Group>
    </ChartCard>
  );
}

function Legend({ className, text, to }: { readonly className: string; readonly text: string; readonly to: string }) {
  return (
    <Anchor component={Link} to={to} size="xs">
      <span className={className} aria-hidden="true" /> {text}
    </Anchor>
  );
}

/** The next of 1, 2, 4, 10, 20, 40, …: half of it is an integer, except for 1. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 10].find((step) => step * power >= value) ?? 10) * power;
}
