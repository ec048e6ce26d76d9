import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planRelease, type ReleaseFacts } from './plan.ts';

/** Files that a release changes. */
export interface ReleasePlace {
  /** a clone of the repository */
  readonly root: string;
  readonly date: string;
  readonly sealOf: ReleaseFacts['sealOf'];
  readonly print: (line: string) => void;
}

const USAGE = 'Usage: npm run release -- <version> [--dry]';

/**
 * Prepares a release: the changelog and every place with the version. Writes files but creates no commit, because the checks run first. `--dry`: only
 * prints the changes. @returns the exit code
 */
export function release(words: readonly string[], place: ReleasePlace): number {
  const [to, ...others] = words.filter((word) => word !== '--dry');
  if (to === undefined || others.length > 0 || to.startsWith('-')) return refuse(place, [USAGE], 2);
  const read = (path: string) => readFileSync(join(place.root, path), 'utf8');
  const { version: from } = JSON.parse(read('package.json')) as { version: string };
  const seals = JSON.parse(read('test/history/sealed.json')) as Record<string, string>;
  const plan = planRelease({ from, to, date: place.date, read, seals, sealOf: place.sealOf });
  const faults = [...plan.faults, ...gitFaults(place.root, to)];
  if (faults.length > 0) return refuse(place, faults, 1);
  const isDry = words.includes('--dry');
  for (const { path, text, about } of plan.changes) {
    place.print(`${path}: ${about}`);
    if (!isDry) writeFileSync(join(place.root, path), text);
  }
  place.print(isDry ? 'Nothing was changed (--dry).' : nextSteps(to));
  return 0;
}

/** Requires a clean checkout, and a version without a tag, so that the release can be found again. */
function gitFaults(root: string, to: string): string[] {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trimEnd();
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  const message = `chore(release): ${to}`;
  const isCommitted = git('log', '--fixed-strings', `--grep=${message}`, '--format=%s').split('\n').includes(message);
  return [
    ...(changed.length > 0
      ? [`The tree is not clean: ${changed.length} changed or new files, ${changed[0]?.slice(3)} first.`]
      : []),
    ...(git('tag', '--list', `v${to}`) === '' ? [] : [`There is a tag v${to}.`]),
    ...(isCommitted ? [`There is a commit «${message}».`] : []),
  ];
}

function nextSteps(to: string): string {
  return ['', 'Look at it, run the gate (.ci/run), then:', `  git commit -am 'chore(release): ${to}' && git tag v${to}`].join(
    '\n',
  );
}

function refuse({ print }: ReleasePlace, lines: readonly string[], code: number): number {
  for (const line of lines) print(line);
  return code;
}
