import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';

// tier nightly: measures the processor time of a process

const run = promisify(execFile);

describe('the start of the command line', function () {
  this.timeout(120_000);

  it('reports its version and its help in little time of the processor', async () => {
    const bare = await processorMs(['-e', '0']);
    for (const words of [['--version'], ['help']]) {
      const own = await processorMs(commandLine(...words));
      // held against what node itself takes: where a machine does much else, both take longer
      expect(own / bare, words.join(' ')).to.be.below(3);
    }
  });
});

/** Least time of the processor that node takes for this, of three times. Unit: ms. */
async function processorMs(words: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { stderr } = await run('bash', [
      '--noprofile',
      '--norc',
      '-c',
      'TIMEFORMAT="%U %S"; time "$@" > /dev/null',
      'bash',
      process.execPath,
      ...words,
    ]);
    const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
    times.push((user + system) * 1000);
  }
  return Math.min(...times);
}
