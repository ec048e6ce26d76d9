import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { AuditEntry, AuditTarget } from '../../messages/audit.ts';
import type { AuditNote } from '../../messages/causation.ts';
import { newId } from '../../platform/ids.ts';
import { isSafeMethod } from './http/safe-method.ts';
import { type SessionUser, sessionDigest, userOf } from './sign-in/session.ts';

/** Implemented in api/audit/audit.ts. */
export interface AuditPort {
  /** recorded kinds; sign-in and sign-out belong to `operator` */
  readonly kinds: ReadonlySet<string>;
  /** `principal` undefined: anonymous. */
  noteOf(act: string, request: IncomingMessage, principal: { readonly actor: string | undefined } | undefined): AuditNote;
  /** Queues a refusal, to be written later with others. */
  refused(act: {
    readonly note: AuditNote;
    readonly actor: string | null;
    readonly target: AuditTarget | null;
    readonly commandId: string | null;
    readonly status: number;
    readonly code: string;
  }): void;
  /** Rejects if the database fails. */
  write(entries: readonly AuditEntry[]): Promise<void>;
}

/** Returns undefined if the endpoint is not audited. `path`: after `/ui/api/service`. `target` null: none. */
export type ActFinder = (
  method: string,
  path: string,
) => { readonly act: string; readonly target: AuditTarget | null } | undefined;

/**
 * Audits sign-ins and sign-outs, if the kind `operator` is recorded, and actions that are refused before an endpoint of the API, which audits itself
 * (docs/contributing/spec/audit.md#pages).
 */
export interface PageAudit {
  /** Rejects if it cannot be written. Call it before the session gets the user. */
  signedIn(request: Request, user: SessionUser): Promise<void>;
  /** Queued, not written immediately. */
  signInFailed(request: Request): void;
  /** Rejects if it cannot be written. Call it before the session ends. `isEverywhere`: all sessions of the user end. */
  signedOut(request: Request, user: SessionUser, isEverywhere: boolean): Promise<void>;
  /** Records refusals, except 503. Install it at `/ui/api/service`, after the session handler and before each handler that can refuse. */
  readonly refusedActs: RequestHandler;
}

type SessionAct = 'SignIn' | 'SignOut' | 'SignOutEverywhere';

/** Error codes by HTTP status. */
const CODES: Readonly<Record<number, string>> = { 400: 'ANTIFORGERY_TOKEN_WRONG', 401: 'NOT_SIGNED_IN', 403: 'NOT_ALLOWED' };

export function createPageAudit(audit: AuditPort, findAct: ActFinder): PageAudit {
  const recordsSessions = audit.kinds.has('operator');
  const write = async (act: SessionAct, request: Request, user: SessionUser) => {
    if (recordsSessions) await audit.write([entryOf(audit, act, request, user)]);
  };
  return {
    signedIn: (request, user) => write('SignIn', request, user),
    signedOut: (request, user, isEverywhere) => write(isEverywhere ? 'SignOutEverywhere' : 'SignOut', request, user),
    signInFailed(request) {
      if (!recordsSessions) return;
      const note = audit.noteOf('SignIn', request, undefined);
      audit.refused({ note, actor: null, target: null, commandId: null, status: 400, code: 'SIGN_IN_FAILED' });
    },
    refusedActs(request, response, next) {
      const { method, path } = request;
      const found = isSafeMethod(method) ? undefined : findAct(method, path);
      if (found !== undefined) {
        // before the answer, because the session can end during it
        const actor = actorOf(userOf(request)) ?? null;
        response.on('finish', () => {
          const { statusCode: status } = response;
          if (status < 400 || status === 503 || isNotedByEndpoint(response.locals)) return;
          const note = audit.noteOf(found.act, request, actor === null ? undefined : { actor });
          audit.refused({
            note,
            actor,
            target: found.target,
            commandId: null,
            status,
            code: CODES[status] ?? `STATUS_${status}`,
          });
        });
      }
      next();
    },
  };
}

/** Returns whether an endpoint of the API has handled the request, and so records its refusal. */
function isNotedByEndpoint(locals: { readonly exchange?: { readonly audited?: unknown } }): boolean {
  return locals.exchange?.audited !== undefined;
}

function actorOf(user: SessionUser | undefined): string | undefined {
  return user?.subject || user?.userId || undefined;
}

function entryOf(audit: AuditPort, act: SessionAct, request: Request, user: SessionUser): AuditEntry {
  const session = sessionDigest(request);
  const actor = actorOf(user);
  return {
    entryId: newId(),
    at: new Date().toISOString(),
    note: { ...audit.noteOf(act, request, { actor }), session },
    actor: actor ?? null,
    target: { kind: 'session', id: session },
    commandId: null,
    result: 'accepted',
    status: 302,
    code: null,
    count: 1,
  };
}
