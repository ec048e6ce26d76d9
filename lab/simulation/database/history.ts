import type { DatabaseError } from './database-error.ts';
import type { SimServer } from './server.ts';
import type { Answered, Sent, SessionWatcher } from './session.ts';

/** One thing that happened on a session of the simulated server. */
export type Moment =
  /** a statement began; `clock`: of the database, ms since epoch */
  | { readonly kind: 'sent'; readonly session: number; readonly sent: Sent; readonly clock: number }
  | {
      readonly kind: 'answered';
      readonly session: number;
      readonly sent: Sent;
      readonly error: DatabaseError | undefined;
      readonly answered: Answered | undefined;
    }
  | { readonly kind: 'ended'; readonly session: number };

/** Keeps what happens on the sessions of a server, in order. */
export function recordSessions(server: SimServer, history: Moment[]): SessionWatcher {
  const open = new Map<number, Sent>();
  return {
    onSent(session, sent) {
      open.set(session, sent);
      history.push({ kind: 'sent', session, sent, clock: server.clock });
    },
    onAnswered(session, error, answered) {
      const sent = open.get(session) as Sent;
      history.push({ kind: 'answered', session, sent, error, answered });
    },
    onEnded: (session) => void history.push({ kind: 'ended', session }),
  };
}
