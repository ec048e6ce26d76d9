import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HomeView, ServiceView } from '../../../wire/home.ts';
import { formatDuration, formatTime } from '../../components/format.ts';
import { isBehind } from './is-behind.ts';
import { tasksLead } from './leads.ts';

/** What stops everybody's work, what was given up, and what nobody does, a line each. */
export function Notes({ home }: { readonly home: HomeView }) {
  const notes = [...serviceNotes(home.service), ...letterNotes(home), ...unservedNotes(home)];
  if (notes.length === 0) return null;
  return (
    <ul className="notes">
      {notes.map(({ name, text }) => (
        <li key={name}>{text}</li>
      ))}
    </ul>
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
  } else if (isBehind(service)) {
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
