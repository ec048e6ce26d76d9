import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HomeView, ServiceView } from '../../../wire/home.ts';
import { formatDuration, formatTime } from '../../components/format.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { number } from '../../texts/numbers.ts';
import { isBehind } from './is-behind.ts';
import { tasksLead } from './leads.ts';

const words = pageTexts.notes;

/** Missing components, dead letters and task types without workers. */
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

/** Replaces `‹›` by the link. */
function withLink(sentence: string, link: ReactNode): ReactNode {
  const [before, after] = sentence.split('‹›');
  return (
    <>
      {before}
      {link}
      {after}
    </>
  );
}

/** Missing components and projection lag. `service` null: the user may not see them. */
function serviceNotes(service: ServiceView | null): readonly Note[] {
  if (service === null) return [];
  const { missing, jobsWaiting, lost, lagSeconds } = service;
  const cluster = lead('/dashboard#cluster', words.cluster);
  const notes: Note[] = [];
  if (missing.includes('worker')) notes.push({ name: 'worker', text: withLink(words.worker(jobsWaiting), cluster) });
  if (missing.includes('projector')) notes.push({ name: 'projector', text: withLink(words.projector, cluster) });
  else if (isBehind(service)) notes.push({ name: 'lag', text: words.behind(formatDuration(0, lagSeconds * 1000)) });
  if (lost.length > 0) {
    const text = words.lost(lost.slice(0, 3).join(', '), Math.max(0, lost.length - 3), lost.length);
    notes.push({ name: 'lost', text: withLink(text, cluster) });
  }
  return notes;
}

const countText = (count: number, isExact: boolean) => (isExact ? number(count) : words.moreThan(count));

function letterNotes({ deadLetters: { count, isExact, lastAt } }: HomeView): readonly Note[] {
  if (count === 0) return [];
  const link = lead('/dead-letters', words.letters(count, countText(count, isExact)));
  return [{ name: 'letters', text: withLink(words.lettersLine(formatTime(lastAt)), link) }];
}

/** One note with a line for each type. */
function unservedNotes({ unserved, at }: HomeView): readonly Note[] {
  if (unserved.length === 0) return [];
  const text = (
    <>
      {withLink(words.noWorker, lead('/admin/custom-tasks', words.customTasks))}
      <ul>
        {unserved.map(({ taskType, count, isExact, oldestAt }) => (
          <li key={taskType}>
            {lead(tasksLead(taskType), words.tasks(count, countText(count, isExact), taskType))}
            {oldestAt !== null && words.waiting(formatDuration(Date.parse(oldestAt), Date.parse(at)))}
          </li>
        ))}
      </ul>
    </>
  );
  return [{ name: 'unserved', text }];
}
