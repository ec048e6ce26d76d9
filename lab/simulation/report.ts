import { type Result, type RunOptions, simulate } from './simulate.ts';

/** Lines of a trace that are shown of a run that failed. */
const MOST_LINES = 60;
const MOST_BROKEN = 12;

/** The command that runs one seed again, with its whole trace. */
export function replayCommand(seed: number, shards = 1): string {
  return `npm run simulate -- --seed ${seed}${shards === 1 ? '' : ` --shards ${shards}`} --trace`;
}

/** Explains the error of a run from its trace. The seed is run again for that. */
export async function describeFailure({ seed, broken }: Result, options: RunOptions = {}): Promise<string> {
  const lines: string[] = [];
  await simulate(seed, { ...options, trace: (line) => lines.push(line) });
  const shown = linesAbout(broken, lines);
  return [
    `seed ${seed} broke ${broken.length} promises:`,
    ...broken.slice(0, MOST_BROKEN).map((text) => `  ${text.slice(0, 500)}`),
    `again: ${replayCommand(seed, options.shards)}`,
    `the end of its trace (${shown.length} of ${lines.length} lines; ms, who, what):`,
    ...shown.map((line) => `  ${line.slice(0, 200)}`),
  ].join('\n');
}

/** Lines that name the error, and every fault; the last ones. */
function linesAbout(broken: readonly string[], lines: readonly string[]): string[] {
  const ids = new Set(broken.join(' ').match(/\b[0-9a-f]{8}(?=-[0-9a-f]{4}-)/g) ?? []);
  const isFault = /^\s*[\d.]+ (?:storm|network|clock|queue)\b|is killed|stands still|restarts/;
  return lines.filter((line) => isFault.test(line) || [...ids].some((id) => line.includes(id))).slice(-MOST_LINES);
}
