import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { formatTime, orDash } from '../../../components/format.ts';
import { ShortId } from '../../../components/short-id.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { texts } from '../../../texts/texts.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';

/** Hides empty optional details. `children`: below the collapsed details. */
export function TaskFacts(props: { readonly task: UserTaskView; readonly maySee: boolean; readonly children: ReactNode }) {
  const { task, maySee, children } = props;
  const { instanceId, processKey, processName, businessId, dueDate, followUpDate, priority, category, formKey } = task;
  const process = processName ?? processKey;
  const first: readonly Fact[] = [
    [
      texts.names.process,
      maySee && processKey !== undefined ? <ProcessLink key="process" text={process ?? ''} of={processKey} /> : process,
    ],
    [texts.names.businessId, businessId],
    [pageTexts.claimedBy, task.claimedBy ?? undefined],
    [pageTexts.due, dueDate && formatTime(dueDate)],
    [pageTexts.followUpAt, followUpDate && formatTime(followUpDate)],
    [pageTexts.priority, priority],
    [pageTexts.category, category],
  ];
  const more: readonly Fact[] = [
    [texts.names.state, <StatusBadge key="state" status={task.state} />],
    [pageTexts.assignee, orDash(task.assignee)],
    [pageTexts.candidateGroups, orDash(task.candidateGroups.join(', '))],
    [pageTexts.candidateUsers, orDash(task.candidateUsers.join(', '))],
    [texts.names.created, formatTime(task.createdAt)],
    [texts.names.activityId, task.activityId],
    [texts.names.instance, <ShortId key="instance" id={instanceId} {...(maySee && { to: `/process-instance/${instanceId}` })} />],
    [pageTexts.form, formKey],
  ];
  return (
    <>
      <Facts facts={first} />
      <details className="work-more">
        <summary>{pageTexts.more}</summary>
        <Facts facts={more} />
        {children}
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
