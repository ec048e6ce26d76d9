import { styleText } from 'node:util';

type Colour = Parameters<typeof styleText>[0];

const OF_STATUS: ReadonlyMap<string, Colour> = new Map([
  ...['Failed', 'Parked', 'Refused', 'refused', 'failed'].map((status): [string, Colour] => [status, 'red']),
  ...['Completed', 'Succeeded', 'CarriedOut', 'accepted'].map((status): [string, Colour] => [status, 'green']),
  ...['Suspended', 'Paused', 'Stopping', 'Cancelled'].map((status): [string, Colour] => [status, 'yellow']),
]);

let areForbidden = false;

/** `--no-color`: whatever the environment says. */
export function forbidColours(): void {
  areForbidden = true;
}

/** A text in a colour, where standard output is a terminal that has some, or FORCE_COLOR says so; NO_COLOR and --no-color say no. */
export function coloured(colour: Colour, text: string): string {
  return areForbidden ? text : styleText(colour, text, { stream: process.stdout });
}

/** A cell of a table, in the colour of the status that it is; other texts are as they are. */
export function statusColoured(cell: string): string {
  const colour = OF_STATUS.get(cell.trimEnd());
  return colour === undefined ? cell : coloured(colour, cell);
}
