import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { TIERS, type Tier } from './files.ts';

/** A worker takes up to 2 GB. With less memory than this there is one worker fewer. */
const ENOUGH_MEMORY = 12 * 1024 ** 3;

/** Options of the command line of `npm test`. */
export interface Wanted {
  /** kinds, folders, files or parts of their names; empty: every file of the tier */
  readonly places: readonly string[];
  /** the files to run: `all` is every file; undefined: every file that `places` name */
  readonly tier: Tier | undefined;
  readonly grep: string | undefined;
  /** workers side by side: two more than processors, because many tests wait for servers */
  readonly jobs: number;
  readonly timeoutMs: number;
  /** a mocha reporter that prints while tests run */
  readonly reporter: string | undefined;
  readonly forbidsOnly: boolean;
  /** remembers how long files took, for the order of later runs */
  readonly writesTimes: boolean;
}

/** @throws when an option is unknown or has no value */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Wanted {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tier: { type: 'string' },
      grep: { type: 'string', short: 'g' },
      jobs: { type: 'string', short: 'j' },
      timeout: { type: 'string', short: 't' },
      reporter: { type: 'string', short: 'R' },
      'write-times': { type: 'boolean', default: false },
    },
  });
  return {
    places: positionals,
    tier: tierOf(values.tier) ?? (positionals.length === 0 ? 'commit' : undefined),
    grep: values.grep,
    jobs: wholeNumber(values.jobs, 'jobs') ?? availableParallelism() + (totalmem() > ENOUGH_MEMORY ? 2 : 1),
    timeoutMs: wholeNumber(values.timeout, 'timeout') ?? 120_000,
    reporter: values.reporter ?? env['TEST_REPORTER'],
    writesTimes: values['write-times'],
    forbidsOnly: (env['CI'] ?? '') !== '',
  };
}

function tierOf(text: string | undefined): Tier | undefined {
  if (text === undefined) return undefined;
  const tier = TIERS.find((known) => known === text);
  if (tier === undefined) throw new Error(`--tier takes one of ${TIERS.join(', ')}, not '${text}'`);
  return tier;
}

function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} takes a whole number, not '${text}'`);
  return Number(text);
}
