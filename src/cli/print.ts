/** Whether a verb prints JSON: it is asked for, or nobody reads along. */
export function wantsJson(isAsked: boolean | undefined): boolean {
  return isAsked === true || process.stdout.isTTY !== true;
}

/** Prints a text and the end of its line. @returns true: it is done */
export function print(text: string): true {
  process.stdout.write(`${text}\n`);
  return true;
}

/** Prints a value as JSON, for programs. */
export function printJson(value: unknown): true {
  return print(JSON.stringify(value, null, 2));
}
