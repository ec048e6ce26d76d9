import { JsonText } from '../api/json-text.ts';
import { texts } from '../texts/texts.ts';
import { jsonParts, placeOf } from './json-field/json-parts.ts';

/** Reads variables as typed; an empty text has none. Error: not a JSON object (docs/contributing/spec/pages.md#start-dialog). */
export function readVariables(text: string): { readonly variables?: JsonText; readonly error?: string } {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { variables: new JsonText(text) };
  } catch {
    // the caller shows the fault
  }
  const { fault } = jsonParts(text);
  const place = fault === undefined ? '' : texts.shared.faultPlace(placeOf(text, fault));
  return { error: `${texts.shared.variablesFault}${place}` };
}

/** Text that is not JSON becomes a JSON string (docs/contributing/spec/pages.md#user-tasks). */
export function readValue(text: string): JsonText {
  try {
    JSON.parse(text);
    return new JsonText(text);
  } catch {
    return new JsonText(JSON.stringify(text));
  }
}
