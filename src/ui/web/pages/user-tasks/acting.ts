import type { SessionView } from '../../../wire/session.ts';
import type { NamedActor } from '../../api/actions.ts';
import { useKept } from '../../components/kept.ts';

/** The two fields for the acting user while sign-in is off. */
export interface ActingFields {
  readonly user: string;
  readonly groups: string;
  readonly setUser: (text: string) => void;
  readonly setGroups: (text: string) => void;
}

/**
 * The acting user and groups (docs/contributing/spec/pages.md#user-tasks): those of the signed-in user, or of the fields, which this browser stores.
 * `user`: sent with an action. `fields`: null with a sign-in.
 */
export function useActing(session: SessionView | undefined): {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly user: NamedActor;
  readonly fields: ActingFields | null;
} {
  const [user, setUser] = useKept('acting-user', '');
  const [text, setGroups] = useKept('acting-groups', '');
  if (session?.hasAuthentication === true) {
    return { userId: session.user?.userId ?? '', groups: session.user?.groups ?? [], user: {}, fields: null };
  }
  const groups = text
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
  return { userId: user, groups, user: { userId: user, groups }, fields: { user, groups: text, setUser, setGroups } };
}
