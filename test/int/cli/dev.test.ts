import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';
import { endWatching, startWatching, type Watching } from './watching.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice dev', function () {
  this.timeout(240_000);
  let service: TestService;
  let folder: string;
  let child: ChildProcess | undefined;
  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.stop();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-dev-'));
  });
  afterEach(async () => {
    await endWatching(child);
    await rm(folder, { recursive: true, force: true });
  });

  function watching(words: readonly string[], env: Record<string, string>): Watching {
    const started = startWatching(words, { HOME: folder, ...env });
    child = started.child;
    return started;
  }

  // slow: a process starts, and looks for changes every 300 ms, four times
  it('deploys the present models, then each model that changes, and shows the errors of one', async () => {
    await mkdir(join(folder, 'more'));
    await writeFile(join(folder, 'a.bpmn'), sequence('dev-a', task('pack')));
    await writeFile(join(folder, 'more', 'b.bpmn'), sequence('dev-b', task('pack')));
    const { said } = watching([folder], { SLUICE_URL: service.url });
    expect(await said('Stop: Ctrl-C')).to.contain('a.bpmn: dev-a version 1\nmore/b.bpmn: dev-b version 1\n');
    await writeFile(join(folder, 'a.bpmn'), sequence('dev-a', task('send')));
    expect(await said('a.bpmn: dev-a version 2')).not.to.contain('dev-b version 2');
    await writeFile(join(folder, 'a.bpmn'), '<definitions');
    await said(/a\.bpmn.*: error: /);
    await writeFile(join(folder, 'c.bpmn'), sequence('dev-c', task('pack')));
    await said('c.bpmn: dev-c version 1');
    const ended = once(child as ChildProcess, 'exit');
    child?.kill('SIGINT');
    expect((await ended)[0]).to.equal(130);
  });

  it('continues when the API is away, and deploys with the next change', async () => {
    await writeFile(join(folder, 'a.bpmn'), sequence('dev-later', task('pack')));
    const { said } = watching([folder], { SLUICE_URL: 'http://127.0.0.1:1' });
    await said('does not answer');
    await writeFile(join(folder, 'b.js'), '// a script');
    await said(/does not answer[\s\S]*does not answer/);
  });

  it('ends with 2 when there is no folder, and when plugins have no database', async () => {
    await writeFile(join(folder, 'a.bpmn'), 'x');
    for (const [words, reason] of [
      [[join(folder, 'nowhere')], 'ENOENT'],
      [[join(folder, 'a.bpmn')], 'is not a folder'],
      [[folder, '--plugins', folder], '--plugins needs DATABASE_URL'],
      [['a', 'b'], 'dev takes one folder'],
    ] as const) {
      const { code, stderr } = await runVerb(['dev', ...words]);
      expect([code, stderr.includes(reason)], words.join(' ')).to.deep.equal([2, true]);
    }
  });
});
