import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { formatTime, orDash } from '../../../components/format.ts';
import { ShortId } from '../../../components/short-id.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';

/** What is known about a task; what only some tasks have is left out where there is none. */
export function TaskFacts({ task, maySee }: { readonly task: UserTaskView; readonly maySee: boolean }) {
  const { instanceId, processKey, processName, businessId, dueDate, followUpDate, priority, category, formKey } = task;
  const process = processName ?? processKey;
  const first: readonly Fact[] = [
    [
      'Process',
      maySee && processKey !== undefined ? <ProcessLink key="process" text={process ?? ''} of={processKey} /> : process,
    ],
    ['Business Id', businessId],
    ['Claimed By', orDash(task.claimedBy)],
    ['Due (UTC)', dueDate && formatTime(dueDate)],
    ['Follow up (UTC)', followUpDate && formatTime(followUpDate)],
    ['Priority', priority],
    ['Category', category],
  ];
  const more: readonly Fact[] = [
    ['State', <StatusBadge key="state" status={task.state} />],
    ['Assignee', orDash(task.assignee)],
    ['Candidate Groups', orDash(task.candidateGroups.join(', '))],
    ['Candidate Users', orDash(task.candidateUsers.join(', '))],
    ['Created At (UTC)', formatTime(task.createdAt)],
    ['Activity ID', task.activityId],
    ['Instance', <ShortId key="instance" id={instanceId} {...(maySee && { to: `/process-instance/${instanceId}` })} />],
    ['Form', formKey],
  ];
  return (
    <>
      <Facts facts={first} />
      <details className="work-more">
        <summary>More about this task</summary>
        <Facts facts={more} />
      </details>
    </>
  );
}

type Fact = readonly [label: string, value: ReactNode | undefined];

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="work-facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function ProcessLink({ text, of }: { readonly text: string; readonly of: string }) {
  return (
    <Anchor component={Link} to={`/process-instances/${encodeURIComponent(of)}`} size="sm">
      {text}
    </Anchor>
  );
}
