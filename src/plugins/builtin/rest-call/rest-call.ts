import type { Logger } from '../../../platform/log.ts';
import { instanceScope } from '../../../platform/log-scope.ts';
import { noTracing, type Tracing } from '../../../platform/telemetry/tracing.ts';
import { definePlugin, type Plugin, type PluginContext, type PluginResult, type TaskFailure, type Values } from '../../plugin.ts';
import { type AddressSettings, createAddressFilter } from './address-filter.ts';
import { callFailure, statusFailure, tooLarge } from './call-failure.ts';
import { bodyText, callResult } from './call-result.ts';
import { type Resolve, systemResolve } from './filtered-lookup.ts';
import { LookupQueue } from './lookup-queue.ts';
import { REST_CALL_PARAMETERS } from './parameters.ts';
import { readBytes } from './read-body.ts';
import { type RestCall, readCall } from './read-call.ts';
import { type CallAnswer, type CallContext, openConnections, sendCall } from './send-call.ts';

/** Dependencies of the plugin. */
export interface RestCallSettings {
  readonly addresses: AddressSettings;
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
  /** Default: resolver of the operating system. */
  readonly resolve?: Resolve;
}

/** Longest decoded response body of a result. Unit: bytes. */
export const MAX_RESPONSE_BYTES = 10_485_760;
/** Longest decoded body of an unsuccessful response: its error shows 1024 characters. Unit: bytes. */
const MAX_FAILURE_BYTES = 65_536;
/** Responses that never have a body (RFC 9110, 6.4.1), regardless of their headers. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Bundled plugin `rest-call`: sends an HTTP call, with a filter against internal addresses (docs/contributing/spec/http/custom-tasks.md#rest-call). */
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
  const agent = openConnections(connectionContext, call.timeoutMs);
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
