import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { formatTime, orDash } from '../../../components/format.ts';
import { itemWords } from '../../../components/item-words.ts';
import { ShortId } from '../../../components/short-id.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { texts } from '../../../texts/texts.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';

interface TaskFactsProps {
  readonly task: UserTaskView;
  readonly maySee: boolean;
}

/** Hides empty optional details. */
export function TaskFacts({ task, maySee }: TaskFactsProps) {
  const { processKey, processName, businessId, dueDate, followUpDate, priority, category } = task;
  const process = processName ?? processKey;
  const first: readonly Fact[] = [
    [
      texts.names.process,
      maySee && processKey !== undefined ? <ProcessLink key="process" text={process ?? ''} of={processKey} /> : process,
    ],
    [texts.names.businessId, businessId],
    [texts.names.item, itemWords(task.item)],
    [pageTexts.claimedBy, task.claimedBy ?? undefined],
    [pageTexts.due, dueDate && formatTime(dueDate)],
    [pageTexts.followUpAt, followUpDate && formatTime(followUpDate)],
    [pageTexts.priority, priority],
    [pageTexts.category, category],
  ];
  return <Facts facts={first} />;
}

/** Collapsed details. `children`: below them. */
export function MoreFacts({ task, maySee, children }: TaskFactsProps & { readonly children: ReactNode }) {
  const { instanceId, formKey } = task;
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
    <details className="work-more">
      <summary>{pageTexts.more}</summary>
      <Facts facts={more} />
      {children}
    </details>
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
