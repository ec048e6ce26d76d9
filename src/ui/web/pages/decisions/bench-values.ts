import { JsonText } from '../../api/json-text.ts';
import { readValue } from '../../components/json-text.ts';

/** `any`: JSON, otherwise text. */
export type InputType = 'number' | 'text' | 'boolean' | 'date' | 'json' | 'any';

/** `labels`: names of its input columns. `values` empty: any. */
export interface BenchInput {
  readonly name: string;
  readonly type: InputType;
  readonly labels: readonly string[];
  readonly values: readonly string[];
  /** absent if the format is obvious */
  readonly sample?: string | undefined;
}

/** `texts`: by variable. `further`: field for further variables. */
export interface BenchEntries {
  readonly texts: Readonly<Record<string, string>>;
  readonly further: string;
}

/** Returns the violated type. Undefined: valid or empty. */
export function typingFaultOf({ type }: Pick<BenchInput, 'type'>, text: string): 'number' | 'json' | undefined {
  if (text.trim() === '') return undefined;
  if (type === 'number') return Number.isFinite(Number(text)) ? undefined : 'number';
  if (type !== 'json') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'json';
  }
}

/** A number that is valid JSON is sent as typed, so it is not rounded. */
export function sentValue({ type }: Pick<BenchInput, 'type'>, text: string): JsonText {
  if (type === 'text' || type === 'date') return new JsonText(JSON.stringify(text));
  const value = readValue(text.trim());
  return type === 'number' && value.text.startsWith('"') ? new JsonText(String(Number(text))) : value;
}

/** Field contents that send exactly these variables. `further` has the values that a field would change. */
export function entriesFor(inputs: readonly BenchInput[], variables: Readonly<Record<string, unknown>>): BenchEntries {
  const texts: [string, string][] = [];
  const further: [string, unknown][] = [];
  for (const [name, value] of Object.entries(variables)) {
    const input = inputs.find((one) => one.name === name);
    const text = input === undefined ? undefined : fieldText(input, value);
    if (text === undefined) further.push([name, value]);
    else texts.push([name, text]);
  }
  return {
    texts: Object.fromEntries(texts),
    further: further.length === 0 ? '' : JSON.stringify(Object.fromEntries(further), null, 2),
  };
}

/** Text for which the field sends this value. */
function fieldText(input: BenchInput, value: unknown): string | undefined {
  const json = JSON.stringify(value, null, input.type === 'json' ? 2 : 0);
  return [...(typeof value === 'string' ? [value] : []), json].find((text) => holds(input, text) && sends(input, text, value));
}

/** Whether a field can show a text unchanged. False for an empty text, which is not sent. */
function holds(input: BenchInput, text: string): boolean {
  const { type, values } = input;
  if (text.trim() === '' || typingFaultOf(input, text) !== undefined) return false;
  if (type === 'boolean' || values.length > 0) return (values.length > 0 ? values : ['true', 'false']).includes(text);
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text);
  return type === 'json' || !/[\r\n]/.test(text);
}

function sends(input: BenchInput, text: string, value: unknown): boolean {
  return JSON.stringify(JSON.parse(sentValue(input, text).text)) === JSON.stringify(value);
}
