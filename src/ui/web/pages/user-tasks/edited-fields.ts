import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { enteredTime, fieldTimeIn } from '../../texts/numbers.ts';

/** Members of the request (docs/contributing/spec/http/user-tasks.md#edit), in the order of the dialog. */
const EDITED = ['Assignee', 'CandidateUsers', 'CandidateGroups', 'DueDate', 'FollowUpDate', 'Priority'] as const;
export type EditedMember = (typeof EDITED)[number];

/** Texts of the fields; '': not set. Lists have one entry per line, times are in the chosen zone. */
export type EditedFields = Readonly<Record<EditedMember, string>>;

/** Text of a time that is not complete. */
export const NO_TIME = '?';

/** Limit of 32-bit integers. */
const MOST_PRIORITY = 2_147_483_647;

export function fieldsOf(task: UserTaskView): EditedFields {
  return {
    Assignee: task.assignee ?? '',
    CandidateUsers: task.candidateUsers.join('\n'),
    CandidateGroups: task.candidateGroups.join('\n'),
    DueDate: timeOf(task.dueDate),
    FollowUpDate: timeOf(task.followUpDate),
    Priority: task.priority === undefined ? '' : String(task.priority),
  };
}

function timeOf(timestamp: string | undefined): string {
  return timestamp === undefined ? '' : fieldTimeIn(Date.parse(timestamp)).replace(' ', 'T');
}

export function changedMembers(before: EditedFields, fields: EditedFields): readonly EditedMember[] {
  return EDITED.filter((member) => JSON.stringify(readField(member, before)) !== JSON.stringify(readField(member, fields)));
}

/** Request that changes these members. `faulty`: members whose text is invalid. */
export function requestOf(
  members: readonly EditedMember[],
  fields: EditedFields,
): { readonly request: Readonly<Record<string, unknown>>; readonly faulty: readonly EditedMember[] } {
  const values = members.map((member) => [member, readField(member, fields)] as const);
  const cleared = values.filter(([, value]) => value === '').map(([member]) => member);
  return {
    request: {
      ...Object.fromEntries(values.filter(([, value]) => value !== '')),
      ...(cleared.length > 0 && { Clear: cleared }),
    },
    faulty: values.filter(([, value]) => value === undefined).map(([member]) => member),
  };
}

/** '': not set; undefined: invalid. */
function readField(member: EditedMember, fields: EditedFields): string | number | readonly string[] | undefined {
  const text = fields[member].trim();
  if (text === '' || member === 'Assignee') return text;
  if (member === 'CandidateUsers' || member === 'CandidateGroups') return linesOf(text);
  if (member === 'Priority') return /^-?\d+$/.test(text) && Math.abs(Number(text)) <= MOST_PRIORITY ? Number(text) : undefined;
  const time = enteredTime(text);
  return time === undefined ? undefined : `${time}Z`;
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
