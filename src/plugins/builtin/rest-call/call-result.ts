import { inexactNumberIn } from '../../../engine/values/exact-numbers.ts';
import { type JsonValue, type PluginResult, response, TaskFailure } from '../../plugin.ts';

const JSON_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+)?json$/;

/** Result of a successful call under `__response` (docs/contributing/spec/http/custom-tasks.md#rest-call-result). */
export function callResult(status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): PluginResult {
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

/** Decodes a body with the charset of its media type; an unknown charset is read as UTF-8. */
export function bodyText(bytes: Buffer, contentType: string | null): string {
  const [, charset] = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Parsed value if the media type is JSON, null for an empty body, the text for invalid JSON. */
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
