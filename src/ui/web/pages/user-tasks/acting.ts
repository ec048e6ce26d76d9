import { useState } from 'react';
import type { SessionView } from '../../../wire/session.ts';
import type { NamedActor } from '../../api/actions.ts';
import { useKept } from '../../components/kept.ts';
import { moveTaskDrafts } from './panes/task-drafts.ts';

/** Runs an action as the acting user. If sign-in is off and no name is stored, asks for it first. */
export type ActAs = (run: (actor: NamedActor) => void) => void;

/** Acting user if sign-in is off, and the dialog that asks for it. */
export interface NamedUser {
  readonly user: string;
  /** comma-separated */
  readonly groups: string;
  readonly isAsking: boolean;
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
} {
  const [user, setUser] = useKept('acting-user', '');
  const [text, setGroups] = useKept('acting-groups', '');
  // action to run after the input; undefined: the dialog is closed
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
