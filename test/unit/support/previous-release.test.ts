import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { previousRelease } from '../../support/previous-release.ts';

describe('the release before', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-history-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { encoding: 'utf8' }).trim();
  const commit = (message: string) => {
    git('commit', '--quiet', '--allow-empty', '--no-gpg-sign', '--message', message);
    return git('rev-parse', 'HEAD');
  };

  it('is the last one that was committed, and of a release itself the one before that', () => {
    git('init', '--quiet');
    const first = commit('chore(release): 0.1.0');
    commit('feat: more, for the next chore(release): 9.9.9');
    const second = commit('chore(release): 0.2.0');
    expect(previousRelease(folder)).to.deep.equal({ commit: first, version: '0.1.0' });
    commit('fix: a mistake');
    expect(previousRelease(folder)).to.deep.equal({ commit: second, version: '0.2.0' });
  });

  it('is asked for by name when the clone does not reach back to it', () => {
    git('init', '--quiet');
    commit('chore(release): 0.1.0');
    commit('feat: more');
    const shallow = join(folder, 'shallow');
    git('clone', '--quiet', '--depth', '1', `file://${folder}`, shallow);
    expect(() => previousRelease(shallow)).to.throw(/no commit «chore\(release\): <version>».*git fetch --unshallow/);
  });

  it('reports that there is no history when the folder is not a clone, or its history has been cut', () => {
    expect(() => previousRelease(folder)).to.throw(/no clone of the repository/);
    git('init', '--quiet');
    commit('feat: all there is');
    expect(() => previousRelease(folder)).to.throw(/has been cut or rewritten/);
  });
});
