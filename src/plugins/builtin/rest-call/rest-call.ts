import { inexactNumberIn } from '../../../engine/values/exact-numbers.ts';
import type { Logger } from '../../../platform/log.ts';
import { instanceScope } from '../../../platform/log-scope.ts';
import { noTracing, type Tracing } from '../../../platform/telemetry/tracing.ts';
import {
  definePlugin,
  type JsonValue,
  type Parameter,
  type Plugin,
  type PluginContext,
  type PluginResult,
  response,
  TaskFailure,
  type Values,
} from '../../plugin.ts';
import { type AddressSettings, createAddressFilter, LookupQueue, type Resolve, systemResolve } from './address-filter.ts';
import { type RestCall, readBytes, readCall } from './read-call.ts';
import {
  type CallAnswer,
  type CallContext,
  callFailure,
  openConnections,
  sendCall,
  statusFailure,
  tooLarge,
} from './send-call.ts';

const JSON_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+)?json$/;

/** Result under `__response` (docs/contributing/spec/http/custom-tasks.md#rest-call-result). */
function callResult(status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): PluginResult {
  const contentType = headers['content-type'] ?? null;
  return response({
    status,
    statusCode: status,
    ok: status >= 200 && status <= 299,
    body: bodyValue(bytes, contentType),
    headers,
    contentType,
  });
}

/** Decodes with the charset of the media type; an unknown one is read as UTF-8. */
function bodyText(bytes: Buffer, contentType: string | null): string {
  const [, charset] = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Parsed if the media type is JSON, null for an empty body, the text for invalid JSON. */
function bodyValue(bytes: Buffer, contentType: string | null): JsonValue {
  const text = bodyText(bytes, contentType);
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!JSON_TYPE.test(mediaType)) return text;
  if (text.trim() === '') return null;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
  const inexact = inexactNumberIn(text);
  if (inexact === undefined) return value;
  const message = `The response holds a whole number that cannot be stored exactly: ${inexact}. Ask the service for a string`;
  throw new TaskFailure('500', message, { isRetryable: false });
}

const REST_CALL_PARAMETERS: readonly Parameter[] = [
  { name: 'url', type: 'String', required: true, displayName: 'URL', description: 'Absolute address, http or https' },
  {
    name: 'method',
    type: 'String',
    displayName: 'Method',
    description: 'GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS, any case',
    defaultValue: 'GET',
  },
  {
    name: 'headers',
    type: 'Map',
    itemType: 'String',
    displayName: 'Headers',
    description: 'Names and values; null values are skipped',
  },
  {
    name: 'body',
    type: 'MultilineString',
    displayName: 'Body',
    description: 'Sent as application/json unless a Content-Type header is given',
  },
  {
    name: 'successCodes',
    type: 'List',
    itemType: 'Integer',
    displayName: 'Success codes',
    description: 'Replaces 200 to 299 when not empty',
  },
  {
    name: 'timeoutSec',
    type: 'Integer',
    displayName: 'Timeout in seconds',
    description: '1 to 300, for the whole call with its redirects',
    defaultValue: '30',
  },
  {
    name: 'idempotencyKeyHeader',
    type: 'String',
    displayName: 'Idempotency header',
    description: 'Name of the header with the idempotency key; Idempotency-Key if empty',
  },
];

interface RestCallSettings {
  readonly addresses: AddressSettings;
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
  /** Default: resolver of the operating system. */
  readonly resolve?: Resolve;
}

/** Decoded body of a result. */
const MAX_RESPONSE_BYTES = 10_485_760;

/** Decoded body of an unsuccessful response: its error shows 1024 characters. */
const MAX_FAILURE_BYTES = 65_536;

/** Responses that never have a body (RFC 9110, 6.4.1), regardless of their headers. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** HTTP call with a filter against internal addresses (docs/contributing/spec/http/custom-tasks.md#rest-call). */
export function restCall({ addresses, log, resolve = systemResolve, tracing = noTracing }: RestCallSettings): Plugin {
  const filter = createAddressFilter(addresses);
  const lookups = new LookupQueue();
  return definePlugin({
    taskType: 'rest-call',
    displayName: 'REST call',
    parameters: REST_CALL_PARAMETERS,
    async execute(input: Values, context: PluginContext, signal: AbortSignal) {
      const call = readCall(input, context);
      const lines = log.child(scopeOf(context));
      const startedAt = performance.now();
      lines.event('rest-call-sends', {
        Method: call.method,
        // the path of a webhook is a secret
        Url: call.url.origin,
        ActivityInstanceId: context.ActivityInstanceId,
      });
      try {
        const timeUp = AbortSignal.timeout(call.timeoutMs);
        const ended = AbortSignal.any([signal, timeUp]);
        const inTurn: Resolve = (hostname) => lookups.take(context.WorkflowId, ended, () => resolve(hostname));
        const { status, result } = await run(call, { filter, resolve: inTurn, tracing }, ended, timeUp);
        lines.event('rest-call-received', { StatusCode: status, DurationMs: msSince(startedAt) });
        return result;
      } catch (error) {
        lines.event('rest-call-failed', { ErrorCode: (error as TaskFailure).code, DurationMs: msSince(startedAt) });
        throw error;
      }
    },
  });
}

/** Throws only TaskFailure. `signal`: aborted when the task ends or on timeout. */
async function run(
  call: RestCall,
  connectionContext: CallContext,
  signal: AbortSignal,
  timeUp: AbortSignal,
): Promise<{ readonly status: number; readonly result: PluginResult }> {
  const agent = await openConnections(connectionContext, call.timeoutMs);
  try {
    const answer = await sendCall(call, agent, connectionContext, signal);
    return { status: answer.status, result: await read(call, answer) };
  } catch (error) {
    throw callFailure(error, call.urlText, call.timeoutMs, timeUp.aborted);
  } finally {
    // also ends a pending connection and an unread rest of the body
    agent.destroy().catch(() => undefined);
  }
}

async function read(call: RestCall, { from, status, headers, body }: CallAnswer): Promise<PluginResult> {
  const isSuccess = call.successCodes.size > 0 ? call.successCodes.has(status) : status >= 200 && status <= 299;
  const encoding = call.method === 'HEAD' || WITHOUT_BODY.has(status) ? undefined : headers['content-encoding'];
  const { bytes, isCut } = await readBytes(body, encoding, isSuccess ? MAX_RESPONSE_BYTES : MAX_FAILURE_BYTES);
  if (!isSuccess) throw statusFailure(status, from, bodyText(bytes, headers['content-type'] ?? null), headers['retry-after']);
  if (isCut) throw tooLarge(from, MAX_RESPONSE_BYTES);
  return callResult(status, headers, bytes);
}

function scopeOf(context: PluginContext): ReturnType<typeof instanceScope> {
  return instanceScope({
    processKey: context.WorkflowId,
    instanceId: context.WorkflowInstanceId,
    businessId: context.BusinessId,
    activityId: context.ActivityId,
    activityInstanceId: context.ActivityInstanceId,
  });
}

function msSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
