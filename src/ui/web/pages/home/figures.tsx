import { Link } from 'react-router';
import type { DashboardView } from '../../../wire/dashboard.ts';
import type { HomeView } from '../../../wire/home.ts';
import './home.css';
import { pageTexts } from '../../texts/dashboard.ts';
import { number } from '../../texts/numbers.ts';
import { failedLead, instancesLead, sinceLead } from './leads.ts';
import { useFailedCount } from './use-failed-count.ts';

/** All numbers are of one read. */
export function HomeFigures({ home }: { readonly home: HomeView }) {
  const { throughput, active } = home;
  const failed = useFailedCount(home);
  const lastHour = throughput.reduce((sum, row) => sum + row.started, 0);
  return (
    <dl className="figures">
      {active !== null && (
        <>
          <Figure name={pageTexts.figures.running} value={active.instances} to={instancesLead({ status: 'Running' })} />
          <Figure name={pageTexts.figures.tasks} value={active.userTasks} to="/user-tasks" />
        </>
      )}
      <Figure name={pageTexts.figures.started} value={lastHour} to={sinceLead('from', throughput)} />
      <Figure name={pageTexts.figures.failed} value={failed} isBad={failed > 0} to={failedLead()} />
    </dl>
  );
}

/** Links to the sections. */
export function ServiceFigures({ dashboard }: { readonly dashboard: DashboardView }) {
  const { cluster, reminders } = dashboard;
  return (
    <dl className="figures">
      <Figure
        name={pageTexts.figures.processes}
        value={cluster.filter(({ status }) => status === 'Active').length}
        to="#cluster"
      />
      <Figure name={pageTexts.figures.jobs} value={countOf(dashboard, 'queue jobs waiting')} to="#activations" />
      <Figure
        name={pageTexts.figures.timers}
        value={reminders.total}
        to="#reminders"
        {...(reminders.due > 0 && { more: pageTexts.figures.due(reminders.due) })}
      />
    </dl>
  );
}

function countOf({ activations }: DashboardView, kind: string): number {
  return activations.find((row) => row.kind === kind && row.processName === null)?.count ?? 0;
}

function Figure(props: {
  readonly name: string;
  readonly value: number;
  /** list of the counted items */
  readonly to: string;
  readonly more?: string;
  readonly isBad?: boolean;
}) {
  const { name, value, to, more, isBad = false } = props;
  return (
    <div className={isBad ? 'card figure-fail' : 'card'}>
      <dt>{more === undefined ? name : `${name} (${more})`}</dt>
      <dd>
        <Link to={to} aria-label={`${name}: ${number(value)}`}>
          {number(value)}
        </Link>
      </dd>
    </div>
  );
}
