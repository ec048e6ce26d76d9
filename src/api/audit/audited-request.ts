import type { IncomingMessage } from 'node:http';
import { type AuditTarget, targetOfCommand } from '../../messages/audit.ts';
import type { AuditNote } from '../../messages/causation.ts';
import type { Command, CommandBody } from '../../messages/commands.ts';
import type { Answer } from '../../platform/answer.ts';
import type { Principal } from '../auth/principal.ts';
import { parametersOf } from '../paths.ts';
import type { Audit } from './audit.ts';

/** Rejections by the API itself, by status (docs/contributing/spec/audit.md#codes). */
const CODES: Readonly<Record<number, string>> = {
  400: 'REQUEST_MALFORMED',
  401: 'NO_VALID_TOKEN',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'BODY_TOO_LARGE',
  415: 'BODY_NOT_JSON',
  422: 'IDEMPOTENCY_KEY_REUSED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
};

/** Records an error answer of an audited action. */
export class AuditedRequest {
  readonly #audit: Audit;
  readonly #act: string;
  readonly #request: IncomingMessage;
  #target: AuditTarget | null = null;
  #commandId: string | null = null;
  #code: string | undefined;
  #isAct = true;

  constructor(audit: Audit, act: string, request: IncomingMessage) {
    this.#audit = audit;
    this.#act = act;
    this.#request = request;
  }

  /** Audit data for the command of the request. */
  noteFor(principal: Principal | undefined): AuditNote {
    return this.#audit.noteOf(this.#act, this.#request, principal);
  }

  /** Call it before the command is sent. A dry run is not audited. */
  sends(command: Command): void {
    this.#isAct = !isDryRun(command);
    this.#commandId = command.id;
    this.#target = refusedTarget(command);
  }

  /** The worker has rejected the command. */
  rejectedWith(code: string): void {
    this.#code = code;
  }

  /** Records status 400 and higher, except 503: the command may still run. */
  answered({ status }: Pick<Answer, 'status'>, target: AuditTarget | null, principal: Principal | undefined): void {
    if (status < 400 || status === 503 || !this.#isAct) return;
    this.#audit.refused({
      note: this.noteFor(principal),
      actor: principal?.actor ?? null,
      target: this.#target ?? target,
      commandId: this.#commandId,
      status,
      code: this.#code ?? CODES[status] ?? `STATUS_${status}`,
    });
  }
}

export function isDryRun(body: Command | CommandBody): boolean {
  return 'isDryRun' in body && body.isDryRun;
}

/** A rejected start has no instance, so its target is the process. */
function refusedTarget(command: Command): AuditTarget | null {
  return command.kind === 'StartInstance'
    ? { kind: 'process', id: command.key, processKey: command.key }
    : targetOfCommand(command);
}

const KIND_OF_PARAMETER: Readonly<Record<string, AuditTarget['kind']>> = {
  instanceId: 'instance',
  incidentId: 'incident',
  deadLetterId: 'dead-letter',
  batchId: 'batch',
  webhook: 'webhook',
  activityInstanceId: 'user-task',
};

/** Named by the first parameter; with a version, the version of the process or decision. */
export function targetOfPath(pattern: string, params: readonly string[]): AuditTarget | null {
  const [name = '', second] = parametersOf(pattern);
  const [value = '', version] = params;
  if (name === 'key' && value !== '' && pattern.startsWith('/Decisions/'))
    return second === 'version' ? { kind: 'decision', id: `${value}:${version}` } : null;
  if (name === 'key' && value !== '') {
    return second === 'version'
      ? { kind: 'definition', id: `${value}:${version}`, processKey: value }
      : { kind: 'process', id: value, processKey: value };
  }
  const kind = pattern.startsWith('/custom-tasks/') ? 'custom-task' : KIND_OF_PARAMETER[name];
  return kind === undefined || !(name.endsWith('Id') || name === 'webhook') ? null : { kind, id: value };
}
