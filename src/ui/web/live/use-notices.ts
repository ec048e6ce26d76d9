import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { cutText } from '../../../platform/cut-text.ts';
import type { LiveChange } from '../../wire/live.ts';
import type { PageView } from '../../wire/page.ts';
import type { UserTaskView } from '../../wire/user-tasks.ts';
import { getService, getView } from '../api/client.ts';
import type { IncidentList } from '../api/service-types.ts';
import { readKept } from '../components/kept-texts.ts';
import { texts } from '../texts/texts.ts';
import type { Notice } from './choices.ts';

/** Minimum time between two reads of one kind. */
const PACE_MS = 3000;
/** Notifications after one read. */
const MOST_SHOWN = 3;
/** Characters of a notification. */
const LONGEST = 200;

interface NewItem {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly to: string;
}

/** Shows browser notifications of new tasks and incidents. `notices`: wanted kinds. */
export function useNoticesOf(notices: readonly Notice[]): (change: LiveChange) => void {
  const navigate = useNavigate();
  const readers = useRef(new Map<Notice, () => void>());
  const wanted = notices.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another choice of notices
  useEffect(() => {
    const ending = new AbortController();
    const reads = { tasks: () => readTasks(ending.signal), incidents: () => readIncidents(ending.signal) };
    for (const notice of notices) {
      const show = (items: readonly NewItem[]) => {
        for (const one of items.slice(0, MOST_SHOWN)) notify(one, navigate);
      };
      readers.current.set(notice, newcomers(reads[notice], show, ending.signal));
    }
    for (const read of readers.current.values()) read(); // notes existing items
    return () => {
      ending.abort();
      readers.current.clear();
    };
  }, [wanted]);
  return (change) => {
    if (change['user-tasks'] !== undefined) readers.current.get('tasks')?.();
    if (change.incidents !== undefined) readers.current.get('incidents')?.();
  };
}

/** Reads at a limited rate and shows items that no earlier read returned. The first read shows none. */
function newcomers(
  read: () => Promise<readonly NewItem[]>,
  show: (items: readonly NewItem[]) => void,
  signal: AbortSignal,
): () => void {
  let known: Set<string> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  const look = async () => {
    timer = undefined;
    readAt = Date.now();
    const items = await read().catch(() => undefined);
    if (items === undefined || signal.aborted) return;
    if (known !== undefined) show(items.filter(({ id }) => known?.has(id) === false));
    known = new Set([...items.map(({ id }) => id), ...(known ?? [])]);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    timer ??= setTimeout(() => void look(), Math.max(0, readAt + PACE_MS - Date.now()));
  };
}

/** Tasks of the user and of its groups. If sign-in is off, the user is that of the task list. */
async function readTasks(signal: AbortSignal): Promise<readonly NewItem[]> {
  const acting = { user: readKept('acting-user') ?? '', groups: readKept('acting-groups') ?? '' };
  const scopes = ['mine', 'groups'].map((scope) =>
    getView<PageView<UserTaskView>>('user-tasks', { ...acting, scope, pageSize: 20 }, signal),
  );
  const tasks = (await Promise.all(scopes)).flatMap(({ items }) => items);
  return tasks
    .filter(({ claimedBy }) => claimedBy === null)
    .map(({ taskId, activityId }) => ({
      id: taskId,
      title: texts.notices.task(activityId),
      body: texts.notices.taskBody,
      to: '/user-tasks',
    }));
}

async function readIncidents(signal: AbortSignal): Promise<readonly NewItem[]> {
  const { items } = await getService<IncidentList>('/Incidents', { sorts: '-FirstFailedAt', pageSize: 20 }, signal);
  return items.map((incident) => ({
    id: incident.incidentId,
    title: texts.notices.incident(incident.processDefinitionKey),
    body: cutText(`${incident.activityId} [${incident.errorCode}]: ${incident.errorMessage}`, LONGEST),
    to: `/process-instance/${incident.workflowInstanceId}`,
  }));
}

function notify({ id, title, body, to }: NewItem, navigate: (to: string) => void): void {
  try {
    const shown = new Notification(title, { body, tag: id, icon: '/icon.svg' });
    shown.onclick = () => {
      focus();
      navigate(to);
      shown.close();
    };
  } catch {
    // the constructor throws in browsers on phones
  }
}
