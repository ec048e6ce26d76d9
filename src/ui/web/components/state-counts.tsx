import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { InstanceCounts } from '../../wire/workflows.ts';
import { texts } from '../texts/texts.ts';
import { stateWord, type Tone } from './status-badge.tsx';
import { Tooltip } from './tooltip.tsx';

const STATES: readonly { readonly name: keyof InstanceCounts; readonly status: string; readonly tone: Tone }[] = [
  { name: 'running', status: 'Running', tone: 'run' },
  { name: 'failed', status: 'Failed', tone: 'fail' },
  { name: 'completed', status: 'Completed', tone: 'done' },
  { name: 'cancelled', status: 'Cancelled', tone: 'stop' },
];

/** Links to the instances of each state. `path`: of the list. `incidents`: running instances with an open incident. */
export function StateCounts(props: { readonly path: string; readonly counts: InstanceCounts; readonly incidents?: number }) {
  const { path, counts, incidents = 0 } = props;
  const shown = STATES.filter(({ name }) => counts[name] > 0);
  if (shown.length === 0 && incidents === 0) return '—';
  return (
    <Group gap={4}>
      {incidents > 0 && (
        <Tooltip label={texts.shared.withIncident(incidents)}>
          <Link
            to={`${path}?incident=open`}
            aria-label={texts.shared.withIncident(incidents)}
            className="badge badge-incident numbers"
          >
            {incidents}
          </Link>
        </Tooltip>
      )}
      {shown.map(({ name, status, tone }) => (
        <Tooltip key={name} label={texts.shared.countIn(counts[name], stateWord(status))}>
          <Link
            to={`${path}?status=${status}`}
            aria-label={texts.shared.countIn(counts[name], stateWord(status))}
            className={`badge badge-${tone} numbers`}
          >
            {counts[name]}
          </Link>
        </Tooltip>
      ))}
    </Group>
  );
}
