import type { HomeView } from '../../../wire/home.ts';
import { useElementNames } from '../../components/use-element-names.ts';
import { FailureGroups } from './failure-groups.tsx';
import { Notes } from './notes.tsx';
import { OverdueGroups } from './overdue-groups.tsx';

/** Notes, then failures and overdue items, by element. */
export function Groups({ home }: { readonly home: HomeView }) {
  const { incidents, failed, failedSince, lateTimers, overdueTasks, at } = home;
  const nameOf = useElementNames([...incidents.groups, ...failed.groups, ...lateTimers.groups, ...overdueTasks.groups]);
  const hasFailures = incidents.groups.length + failed.groups.length > 0;
  const hasOverdue = lateTimers.groups.length + overdueTasks.groups.length > 0;
  return (
    <>
      <Notes home={home} />
      {hasFailures && <FailureGroups incidents={incidents} failed={failed} failedSince={failedSince} nameOf={nameOf} />}
      {hasOverdue && <OverdueGroups timers={lateTimers} tasks={overdueTasks} now={Date.parse(at)} nameOf={nameOf} />}
    </>
  );
}
