import { useState } from 'react';
import type { SessionView } from '../../../wire/session.ts';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import type { NamedActor } from '../../api/actions.ts';
import { useKept } from '../../components/kept.ts';
import { moveTaskDrafts } from './panes/task-drafts.ts';

/**
 * Runs an action as the acting user. If sign-in is off and no name is stored, asks for it first, with the candidate groups of the task. After a refused
 * claim, shows who may claim the task, and asks for another user.
 */
export type ActAs = (run: (actor: NamedActor) => void, about?: AboutTask) => void;

/** `why`: text of a refused claim. Undefined: the claim was not sent yet. */
export interface AboutTask {
  readonly task: UserTaskView;
  readonly why?: string;
}

export type RefusedClaim = Required<AboutTask>;

/** Acting user if sign-in is off, and the dialog that asks for it. */
export interface NamedUser {
  readonly user: string;
  /** comma-separated */
  readonly groups: string;
  readonly isAsking: boolean;
  /** task of the pending action */
  readonly task: UserTaskView | undefined;
  readonly ask: () => void;
  /** stores the user, closes the dialog, and runs the pending action */
  readonly name: (user: string, groups: string) => void;
  readonly dismiss: () => void;
}

/** The signed-in user, or the user stored in this browser (docs/contributing/spec/pages.md#user-tasks). `userId` '': unknown. `named` null: sign-in is on. */
export function useActing(session: SessionView | undefined): {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly actAs: ActAs;
  readonly named: NamedUser | null;
  /** until {@link dismiss} */
  readonly refused: RefusedClaim | undefined;
  readonly dismiss: () => void;
} {
  const [user, setUser] = useKept('acting-user', '');
  const [text, setGroups] = useKept('acting-groups', '');
  // action to run after the input; undefined: the dialog is closed
  const [waiting, setWaiting] = useState<{ readonly run: (actor: NamedActor) => void; readonly about?: AboutTask | undefined }>();
  const refused = waiting?.about?.why === undefined ? undefined : { task: waiting.about.task, why: waiting.about.why };
  const shared = { refused, dismiss: () => setWaiting(undefined) };
  if (session?.hasAuthentication === true) {
    const { userId, groups } = session.user ?? { userId: null, groups: [] };
    const actAs: ActAs = (run, about) => (about?.why === undefined ? run({}) : setWaiting({ run, about }));
    return { userId: userId ?? '', groups, actAs, named: null, ...shared };
  }
  const groups = groupsOf(text);
  return {
    userId: user,
    groups,
    actAs: (run, about) => {
      if (about?.why !== undefined || user === '') setWaiting({ run, about });
      else run({ userId: user, groups });
    },
    ...shared,
    named: {
      user,
      groups: text,
      isAsking: waiting !== undefined && refused === undefined,
      task: waiting?.about?.task,
      ask: () => setWaiting({ run: () => {} }),
      name: (named, of) => {
        moveTaskDrafts('', named);
        if (refused !== undefined) moveTaskDrafts(user, named, refused.task.taskId);
        setUser(named);
        setGroups(of);
        setWaiting(undefined);
        waiting?.run({ userId: named, groups: groupsOf(of) });
      },
      dismiss: shared.dismiss,
    },
  };
}

export function groupsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
}
