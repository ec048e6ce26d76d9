import { WrongArguments } from '../wrong-arguments.ts';

/** Variables from `name=value`. The value is parsed as JSON; other values are text. Throws {@link WrongArguments}. */
export function assigned(texts: readonly string[]): Readonly<Record<string, unknown>> {
  const values = Object.create(null) as Record<string, unknown>;
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) throw new WrongArguments(`'${text}' is not name=value`);
    values[text.slice(0, at)] = readValue(text.slice(at + 1));
  }
  return values;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
