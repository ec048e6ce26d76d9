/** Prints a text and the end of its line. @returns true: it is done */
export function print(text: string): true {
  process.stdout.write(`${text}\n`);
  return true;
}

/** Prints a value as JSON, for programs. */
export function printJson(value: unknown): true {
  return print(JSON.stringify(value, null, 2));
}
