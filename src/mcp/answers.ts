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
  const { status, idempotencyKey } = reply;
  return {
    isError: true,
    summary: `${openingOf(status)} ${quoted(reasonOf(reply))}`,
    data: { status, ...(status === 503 && idempotencyKey !== undefined && { idempotencyKey }) },
  };
}

/** Quotes an external text inside a sentence: cut, and without characters that could affect its reader. */
export function quoted(text: unknown): string {
  return visibleText(JSON.stringify(cutText(String(text ?? ''), MOST_QUOTED)));
}

function openingOf(status: number): string {
  if (status === 401) return 'The token is missing, or not good any more. The API says:';
  if (status === 403) return 'You may not do that. The API says:';
  if (status === 404) return 'There is no such thing, or you may not see it. The API says:';
  if (status === 429) return 'Too many requests: wait a minute. The API says:';
  if (status === 503) {
    return 'It is not known whether it was done: look first, or repeat the call with the same idempotencyKey. The API says:';
  }
  if (status === 0 || status >= 500) return 'That did not work. The API says:';
  return 'The API refuses that:';
}

function reasonOf(reply: ApiReply): string {
  const json = jsonOf(reply);
  const said = memberOf(json, 'detail') ?? memberOf(json, 'error');
  if (typeof said === 'string') return said;
  return reply.status === 0 ? reply.text : `status ${reply.status}`;
}
