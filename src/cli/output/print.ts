import { escapedLine } from '../../platform/log-text.ts';

/** Prints a text and the end of its line. @returns true: it is done */
export function print(text: string): true {
  process.stdout.write(`${text}\n`);
  return true;
}

/** Prints a value as JSON, for programs. Characters that a terminal acts upon are escaped: they are the same JSON. */
export function printJson(value: unknown): true {
  return print(escapedLine(JSON.stringify(value, null, 2)));
}
