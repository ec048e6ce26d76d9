import { styleText } from 'node:util';

type Colour = Parameters<typeof styleText>[0];

const OF_STATUS: ReadonlyMap<string, Colour> = new Map([
  ...['Failed', 'Parked', 'Refused', 'refused', 'failed'].map((status): [string, Colour] => [status, 'red']),
  ...['Completed', 'Succeeded', 'CarriedOut', 'accepted'].map((status): [string, Colour] => [status, 'green']),
  ...['Suspended', 'Paused', 'Stopping', 'Cancelled'].map((status): [string, Colour] => [status, 'yellow']),
]);

let areForbidden = false;

/** `--no-color`: overrides the environment. */
export function forbidColours(): void {
  areForbidden = true;
}

/** Colours a text if standard output is a terminal with colours or FORCE_COLOR is set. NO_COLOR and --no-color turn colours off. */
export function coloured(colour: Colour, text: string): string {
  return areForbidden ? text : styleText(colour, text, { stream: process.stdout });
}

/** A cell of a table, in the colour of the status that it is; other texts are as they are. */
export function statusColoured(cell: string): string {
  const colour = OF_STATUS.get(cell.trimEnd());
  return colour === undefined ? cell : coloured(colour, cell);
}
