/** Whether a verb prints JSON: it is asked for, or nobody reads along. */
export function wantsJson(isAsked: boolean | undefined): boolean {
  return isAsked === true || process.stdout.isTTY !== true;
}

/** Prints a value as JSON. */
export function printJson(value: unknown): void {
  printText(JSON.stringify(value, undefined, 2));
}

/** Prints lines to the standard output. */
export function printText(text: string): void {
  process.stdout.write(`${text}\n`);
}
