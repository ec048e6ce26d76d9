import type { ErrorCode } from '../platform/error-codes.ts';
import { visibleText } from '../platform/log-text.ts';
import { type ApiCall, type ApiCaller, type ApiReply, jsonOf, memberOf } from './api-caller.ts';
import { cutText } from './bounded.ts';
import type { ToolAnswer } from './tool.ts';

const MOST_QUOTED = 300;

/** Calls the API and returns the result as a tool answer. `say` formats a successful answer. */
export async function asking(
  api: ApiCaller,
  call: ApiCall,
  say: (json: unknown) => Pick<ToolAnswer, 'summary' | 'data'>,
): Promise<ToolAnswer> {
  const reply = await api(call);
  return reply.status === 200 ? say(jsonOf(reply)) : refusalOf(reply);
}

/** The refusal of the API, with its text. */
export function refusalOf(reply: ApiReply): ToolAnswer {
  const { status, code, idempotencyKey } = reply;
  return {
    isError: true,
    summary: `${openingOf(reply)} ${quoted(reasonOf(reply))}`,
    data: {
      status,
      ...(code !== undefined && { code }),
      ...(status === 503 && idempotencyKey !== undefined && { idempotencyKey }),
    },
  };
}

/** Quotes an external text inside a sentence: cut, and without characters that could affect its reader. */
export function quoted(text: unknown): string {
  return visibleText(JSON.stringify(cutText(String(text ?? ''), MOST_QUOTED)));
}

/** Codes of a 503 that changed nothing. */
const NOTHING_DONE: ReadonlySet<string> = new Set<ErrorCode>([
  'queue-unavailable',
  'overloaded',
  'starting',
  'position-not-reached',
]);

function openingOf({ status, code = '' }: ApiReply): string {
  if (status === 401) return 'The token is missing or not valid. Answer of the API:';
  if (status === 403) return 'You do not have the permission. Answer of the API:';
  if (status === 404) return 'It does not exist, or you do not have the permission to see it. Answer of the API:';
  if (status === 429) return 'Too many requests. Wait a minute. Answer of the API:';
  if (status === 503 && !NOTHING_DONE.has(code)) {
    return 'The outcome is unknown. Check first, or repeat the call with the same idempotencyKey. Answer of the API:';
  }
  if (status === 0 || status >= 500) return 'The call failed. Answer of the API:';
  return 'The API rejected the call:';
}

function reasonOf(reply: ApiReply): string {
  const json = jsonOf(reply);
  const said = memberOf(json, 'detail') ?? memberOf(json, 'error');
  if (typeof said === 'string') return said;
  return reply.status === 0 ? reply.text : `status ${reply.status}`;
}
