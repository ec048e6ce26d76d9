import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';

/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The instructions of the Dockerfile, each on one line, without comments. */
export function instructionsOf(path = 'Dockerfile'): readonly Instruction[] {
  return readFileSync(join(packageRoot, path), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

/** The instructions of the last stage: those that make the image. */
export function lastStage(): readonly Instruction[] {
  const all = instructionsOf();
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
}
