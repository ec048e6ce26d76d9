import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HomeView, ServiceView } from '../../../wire/home.ts';
import { formatDuration, formatTime } from '../../components/format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { tasksLead } from './leads.ts';

// most days there is none
const Groups = lazyPart(async () => (await import('./groups.tsx')).Groups);

/** From here on people see that the pages are behind. Unit: s. */
const LAG_SECONDS = 10;

/** What needs somebody now, worst first; or, in one line, that nothing does (docs/spec/pages.md#needs-you). */
export function NeedsYou({ home }: { readonly home: HomeView }) {
  const { incidents, failed, lateTimers, overdueTasks } = home;
  const notes = [...serviceNotes(home.service), ...letterNotes(home), ...unservedNotes(home)];
  const hasGroups = [incidents, failed, lateTimers, overdueTasks].some(({ groups }) => groups.length > 0);
  return (
    <section aria-label="What needs you now">
      <Title order={2} size="h4" mb="xs">
        What needs you now
      </Title>
      {notes.length === 0 && !hasGroups ? (
        <p className="all-well">
          <span aria-hidden="true">✓</span> Nothing needs you now.{' '}
          <Text span size="sm" c="dimmed">
            As of {formatTime(home.at).slice(11)} (UTC).
          </Text>
        </p>
      ) : (
        <Stack gap="md">
          {notes.length > 0 && (
            <ul className="notes">
              {notes.map(({ name, text }) => (
                <li key={name}>{text}</li>
              ))}
            </ul>
          )}
          {hasGroups && <Groups home={home} />}
        </Stack>
      )}
    </section>
  );
}

interface Note {
  readonly name: string;
  readonly text: ReactNode;
}

const lead = (to: string, text: string) => (
  <Link to={to} className="any-text">
    {text}
  </Link>
);

/** A part of the service that is not there stops everybody's work. */
function serviceNotes(service: ServiceView | null): readonly Note[] {
  if (service === null) return [];
  const { missing, jobsWaiting, lost, lagSeconds } = service;
  const cluster = lead('/dashboard#cluster', 'the processes of the service');
  const notes: Note[] = [];
  if (missing.includes('worker')) {
    const waiting = jobsWaiting === 0 ? '' : ` ${jobsWaiting.toLocaleString('en')} commands wait.`;
    notes.push({
      name: 'worker',
      text: (
        <>
          No worker runs, so nothing moves.{waiting} See {cluster}.
        </>
      ),
    });
  }
  if (missing.includes('projector')) {
    notes.push({ name: 'projector', text: <>No projector runs, so these pages do not show what happens. See {cluster}.</> });
  } else if (lagSeconds >= LAG_SECONDS) {
    notes.push({ name: 'lag', text: `These pages are ${formatDuration(0, lagSeconds * 1000)} behind what happens.` });
  }
  if (lost.length > 0) {
    const names = lost.slice(0, 3).join(', ');
    const more = lost.length > 3 ? ` and ${lost.length - 3} more` : '';
    const verb = lost.length === 1 ? 'has' : 'have';
    notes.push({
      name: 'lost',
      text: (
        <>
          {names}
          {more} {verb} not been heard of for 30 seconds. See {cluster}.
        </>
      ),
    });
  }
  return notes;
}

function letterNotes({ deadLetters: { count, isExact, lastAt } }: HomeView): readonly Note[] {
  if (count === 0) return [];
  const number = isExact ? count.toLocaleString('en') : `more than ${count.toLocaleString('en')}`;
  const text = `${number} ${count === 1 ? 'command was' : 'commands were'} given up`;
  return [
    {
      name: 'letters',
      text: (
        <>
          {lead('/dead-letters', text)}, the last at {formatTime(lastAt)} (UTC).
        </>
      ),
    },
  ];
}

function unservedNotes({ unserved, at }: HomeView): readonly Note[] {
  return unserved.map(({ taskType, count, isExact, oldestAt }) => {
    const number = isExact ? count.toLocaleString('en') : `more than ${count.toLocaleString('en')}`;
    const tasks = `${number} ${count === 1 ? 'task' : 'tasks'} of type '${taskType}'`;
    const since = oldestAt === null ? '' : `, the oldest for ${formatDuration(Date.parse(oldestAt), Date.parse(at))}`;
    return {
      name: `unserved ${taskType}`,
      text: (
        <>
          Nobody does {lead(tasksLead(taskType), tasks)}
          {since}.
        </>
      ),
    };
  });
}
