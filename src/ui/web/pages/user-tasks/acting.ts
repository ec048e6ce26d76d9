import { useState } from 'react';
import type { SessionView } from '../../../wire/session.ts';
import type { NamedActor } from '../../api/actions.ts';
import { useKept } from '../../components/kept.ts';
import { moveTaskDrafts } from './panes/task-drafts.ts';

/** Runs an action as the acting user. If sign-in is off and no name is stored, asks for the name first. */
export type ActAs = (run: (actor: NamedActor) => void) => void;

/** Name and groups of the acting user if sign-in is off, and the state of the dialog that asks for them. */
export interface NamedUser {
  readonly user: string;
  /** separated by commas */
  readonly groups: string;
  readonly isAsking: boolean;
  /** opens the dialog */
  readonly ask: () => void;
  /** stores name and groups, closes the dialog, and runs the action that waits for them */
  readonly name: (user: string, groups: string) => void;
  readonly dismiss: () => void;
}

/**
 * Returns the acting user (docs/contributing/spec/pages.md#user-tasks): the signed-in user, or the user whose name this browser stores.
 * `userId` '': unknown. `named` null: sign-in is on.
 */
export function useActing(session: SessionView | undefined): {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly actAs: ActAs;
  readonly named: NamedUser | null;
} {
  const [user, setUser] = useKept('acting-user', '');
  const [text, setGroups] = useKept('acting-groups', '');
  // action to run after the user has entered a name; undefined: the dialog is closed
  const [waiting, setWaiting] = useState<{ readonly run: (actor: NamedActor) => void }>();
  if (session?.hasAuthentication === true) {
    const { userId, groups } = session.user ?? { userId: null, groups: [] };
    return { userId: userId ?? '', groups, actAs: (run) => run({}), named: null };
  }
  const groups = groupsOf(text);
  return {
    userId: user,
    groups,
    actAs: (run) => (user === '' ? setWaiting({ run }) : run({ userId: user, groups })),
    named: {
      user,
      groups: text,
      isAsking: waiting !== undefined,
      ask: () => setWaiting({ run: () => {} }),
      name: (named, of) => {
        moveTaskDrafts('', named);
        setUser(named);
        setGroups(of);
        setWaiting(undefined);
        waiting?.run({ userId: named, groups: groupsOf(of) });
      },
      dismiss: () => setWaiting(undefined),
    },
  };
}

function groupsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
}
