import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { sessionQuery, userTasksQuery } from '../../api/views.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { useKept } from '../../components/kept.ts';
import { Badge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { pageTexts } from '../../texts/home.ts';
import { ChartCard } from './section.tsx';

const words = pageTexts.tasks;
const SHOWN = 5;

/** Newest tasks of the user; of all users if the user is unknown (docs/contributing/spec/pages.md#my-tasks). */
export function MyTasks() {
  const { data: session } = useQuery(sessionQuery);
  const [named] = useKept('acting-user', '');
  const user = session?.hasAuthentication === true ? '' : named.trim();
  const isMine = session?.hasAuthentication === true || user !== '';
  const scope = isMine ? 'mine' : 'all';
  const query = { scope, pageSize: SHOWN, ...(user !== '' && { user }) };
  const tasks = useQuery({ ...userTasksQuery(query), enabled: session !== undefined });
  const total = tasks.data?.totalCount ?? 0;
  return (
    <ChartCard title={isMine ? words.mine : words.open}>
      {tasks.isError && (
        <Text c="red">
          <ErrorMessage text={words.failed(tasks.error.message)} />
        </Text>
      )}
      {tasks.data !== undefined && total === 0 && <Text c="dimmed">{isMine ? words.noneForYou : words.none}</Text>}
      <ul className="home-tasks">
        {tasks.data?.items.map((task) => (
          <li key={task.taskId}>
            <Anchor
              component={Link}
              size="sm"
              to={`/user-tasks?${new URLSearchParams({ ...(isMine && { scope }), task: task.taskId })}`}
            >
              {task.name ?? task.activityId}
            </Anchor>
            <Place task={task} />
          </li>
        ))}
      </ul>
      <Anchor component={Link} size="sm" to={isMine && total > 0 ? '/user-tasks?scope=mine' : '/user-tasks'}>
        {total > SHOWN ? words.all(total) : words.page}
      </Anchor>
    </ChartCard>
  );
}

function Place({ task: { processName, processKey, businessId, dueDate } }: { readonly task: UserTaskView }) {
  const isOverdue = dueDate !== undefined && Date.parse(dueDate) < Date.now();
  return (
    <Text span size="sm" c="dimmed" className="any-text">
      {[processName ?? processKey, businessId].filter((text) => text !== undefined).join(' · ')}{' '}
      {dueDate !== undefined && (
        <>
          {isOverdue && <Badge tone="fail">{words.overdue}</Badge>} {words.due} <Time value={dueDate} />
        </>
      )}
    </Text>
  );
}
