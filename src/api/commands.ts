import type { CommandBody, CommandKind, CommandOf, CommandResults, Reply } from '../messages/commands.ts';
import { isWithin, type Right } from '../platform/access-roles.ts';
import { type Answer, EMPTY_ANSWER, withHeaders } from '../platform/answer.ts';
import type { Logger } from '../platform/log.ts';
import { isDryRun } from './audit/audited-request.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiRequest } from './exchange.ts';
import { rejectionAnswer } from './http-errors.ts';
import { type CommandIdentity, commandIdentity, issueKey } from './idempotency.ts';
import type { ApiPorts } from './ports.ts';
import { ofKey, refuseRight } from './right-missing.ts';
import type { Signer } from './signatures.ts';

export type CommandBodyOf<K extends CommandKind> = Extract<CommandBody, { readonly kind: K }>;

/**
 * Returns the answer to a result, a rejection, or an unknown outcome (503 after the timeout). Without effect: 403 for a process key outside of the
 * limits of the caller, 422 for a reused idempotency key, and 503 if the queue takes no command. `onDone`: converts the result; default: 200 with an
 * empty body. `ownId`: command id without idempotency key; requests with the same id run once.
 */
export type CommandRunner = <K extends CommandKind>(
  request: ApiRequest,
  body: CommandBodyOf<K>,
  onDone?: (result: CommandResults[K]) => Answer,
  ownId?: string | undefined,
) => Promise<Answer>;

const REPLAYED: readonly string[] = ['Idempotency-Replayed', 'true'];

/** Creates the runner of all writes. */
export function createCommandRunner({ sender, log, metrics, signer, commandTimeoutSeconds }: ApiPorts): CommandRunner {
  return async function run<K extends CommandKind>(
    request: ApiRequest,
    body: CommandBodyOf<K>,
    onDone?: (result: CommandResults[K]) => Answer,
    ownId?: string | undefined,
  ): Promise<Answer> {
    const { endpoint, permission, path, principal, limits } = request;
    const key = 'key' in body ? body.key : null;
    if (key !== null && !isWithin(limits, key)) {
      const right = permission as Right;
      return refuseRight({ log, metrics }, { endpoint, right, path, principal, scope: ofKey(endpoint, key) });
    }
    const identity = identityOf(request, signer, ownId);
    if (identity.kind === 'mismatch') return keyReused(log, request);
    const { id, fingerprint } = identity;
    const actor = request.principal?.actor;
    const audit = isDryRun(body) ? undefined : request.audited?.noteFor(request.principal);
    const command = {
      id,
      ...body,
      // last: the body cannot override them
      ...(actor !== undefined && { actor }),
      ...(limits && { limits }),
      ...(audit && { audit }),
    } as unknown as CommandOf<K>;
    request.audited?.sends(command);
    const outcome = await sender.send<K>(command, fingerprint === undefined ? undefined : { fingerprint });
    switch (outcome.kind) {
      case 'reply': {
        const answer = replyAnswer(body.kind, outcome.reply, request, onDone);
        if (!outcome.reply.ok) request.audited?.rejectedWith(outcome.reply.rejection.code);
        logReply(log, request, id, outcome.reply, outcome.replayed, answer.status);
        return outcome.replayed ? withHeaders(answer, REPLAYED) : answer;
      }
      case 'conflict':
        return keyReused(log, request);
      case 'timeout':
        logNoAnswer(log, request, id, commandTimeoutSeconds);
        return outcomeUnknown(request, signer, id, commandTimeoutSeconds);
      case 'queue-unreachable':
        log.event('queue-unreachable', { Operation: 'request', ErrorMessage: `${request.endpoint} was refused` });
        return commonAnswers.queueUnreachable(request.path);
      case 'overloaded':
        return commonAnswers.overloaded(request.path);
    }
  };
}

/** `ownId` without idempotency key, otherwise that of commandIdentity. */
function identityOf(request: ApiRequest, signer: Signer, ownId: string | undefined): CommandIdentity {
  const isOwn = ownId !== undefined && request.idempotencyKey === undefined;
  return isOwn ? { kind: 'command', id: ownId } : commandIdentity(request, signer);
}

function replyAnswer<K extends CommandKind>(
  kind: CommandKind,
  reply: Reply<K>,
  request: ApiRequest,
  onDone: ((result: CommandResults[K]) => Answer) | undefined,
): Answer {
  if (!reply.ok) return rejectionAnswer(kind, reply.rejection, request);
  const answer = onDone === undefined ? EMPTY_ANSWER : onDone(reply.result);
  return reply.position === undefined ? answer : withHeaders(answer, ['Service-Position', reply.position]);
}

function logReply(log: Logger, request: ApiRequest, id: string, reply: Reply, isReplayed: boolean, status: number): void {
  const Endpoint = request.endpoint;
  const actor = actorOf(request);
  if (isReplayed) log.event('stored-reply-sent', { Endpoint, CommandId: id, ...actor });
  else if (!reply.ok) {
    log.event('write-request-refused', { Endpoint, CommandId: id, Status: status, Rule: reply.rejection.code, ...actor });
  } else if (log.isEnabled('write-request-accepted')) log.event('write-request-accepted', { Endpoint, CommandId: id, ...actor });
}

function keyReused(log: Logger, request: ApiRequest): Answer {
  log.event('idempotency-key-reused', { Endpoint: request.endpoint, ...actorOf(request) });
  return commonAnswers.keyReused(request.path);
}

function logNoAnswer(log: Logger, request: ApiRequest, id: string, timeoutSeconds: number): void {
  log.event('no-worker-answered', {
    Endpoint: request.endpoint,
    CommandId: id,
    TimeoutSeconds: timeoutSeconds,
    ...actorOf(request),
  });
}

/** Log property; none without user (docs/contributing/spec/journal.md#actor). */
function actorOf({ principal }: ApiRequest): { readonly Actor?: string } {
  return principal?.actor === undefined ? {} : { Actor: principal.actor };
}

/**
 * No worker answered in time. Adds an idempotency key if the request had none: a repetition then gets the outcome
 * (docs/contributing/spec/http.md#command-timeout).
 */
function outcomeUnknown(request: ApiRequest, signer: Signer, id: string, timeoutSeconds: number): Answer {
  const answer = commonAnswers.noWorkerAnswered(request.path, timeoutSeconds);
  if (request.idempotencyKey !== undefined) return answer;
  return withHeaders(answer, ['Idempotency-Key', issueKey(id, request, signer)]);
}
