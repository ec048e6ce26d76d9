// tier all: tests the release script, not the product

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { packageRoot, version } from '../../../src/platform/version.ts';
import { release } from '../../support/release/release.ts';

const CHANGED = [
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  'deploy/helm/sluice/Chart.yaml',
  'clients/python/pyproject.toml',
  'sbom.cdx.json',
  'Dockerfile',
  'README.md',
  'docs/how-to/build-the-image.md',
  'docs/how-to/run-with-systemd.md',
  'docs/tutorials/approval-process.md',
  'test/history/sealed.json',
];
const [major = 0, minor = 0] = version.split('.').map(Number);
const NEXT = `${major}.${minor + 1}.0`;

describe('npm run release (docs/contributing/release.md)', () => {
  let root: string;
  let said: string[];
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sluice-release-'));
    said = [];
    for (const path of CHANGED) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(packageRoot, path), join(root, path));
    }
    write(
      'CHANGELOG.md',
      `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One thing.\n- Another.\n\n## [${version}] - 2026-01-01\n\n- Old.\n`,
    );
    write('test/history/sealed.json', `${JSON.stringify({ [version]: 'old' }, null, 2)}\n`);
    git('init', '--quiet');
    commit('feat: all there is');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--no-gpg-sign', '--message', message);
  };
  const committed = (path: string, text: string, message = 'feat: more') => {
    write(path, text);
    commit(message);
  };
  const run = (...words: readonly string[]) =>
    release(words, {
      root,
      date: '2026-02-03',
      sealOf: (wanted) => (wanted === '9.9.9' ? undefined : `seal of ${wanted}`),
      print: (line) => said.push(line),
    });

  it('shows what it would do, and changes nothing, when it is a dry run', () => {
    expect(run(NEXT, '--dry')).to.equal(0);
    expect(said.slice(0, -1).map((line) => line.split(':', 1)[0])).to.deep.equal(CHANGED);
    expect(said[0]).to.equal(`CHANGELOG.md: 2 unreleased lines become those of ${NEXT}`);
    expect(git('status', '--porcelain')).to.equal('');
  });

  it('brings every place to the version, and nothing else, when it cuts a release', () => {
    expect(run(NEXT)).to.equal(0);
    expect(git('diff', '--name-only').trim().split('\n').sort()).to.deep.equal([...CHANGED].sort());
    const log = read('CHANGELOG.md');
    expect(log).to.contain(
      `## [Unreleased]\n\n## [${NEXT}] - 2026-02-03\n\n### Added\n\n- One thing.\n- Another.\n\n## [${version}] - 2026-01-01`,
    );
    expect(JSON.parse(read('package.json')).version).to.equal(NEXT);
    const lock = JSON.parse(read('package-lock.json'));
    expect([lock.version, lock.packages[''].version]).to.deep.equal([NEXT, NEXT]);
    expect(read('deploy/helm/sluice/Chart.yaml')).to.contain(`\nversion: ${NEXT}\nappVersion: "${NEXT}"\n`);
    const bill = JSON.parse(read('sbom.cdx.json'));
    expect(bill.metadata.component).to.include({ version: NEXT, purl: `pkg:npm/sluice@${NEXT}` });
    expect(bill.dependencies[0].ref).to.equal(`pkg:npm/sluice@${NEXT}`);
    expect(JSON.parse(read('test/history/sealed.json'))).to.deep.equal({ [version]: 'old', [NEXT]: `seal of ${NEXT}` });
    const left = CHANGED.filter((path) =>
      new RegExp(`(?:sluice[:@-]|VERSION=)${version.replaceAll('.', '\\.')}`).test(read(path)),
    );
    expect(left).to.deep.equal([]);
  });

  it('can cut the next one when the one before is committed', () => {
    run(NEXT);
    commit(`chore(release): ${NEXT}`);
    write('CHANGELOG.md', read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- A correction.\n'));
    commit('fix: a correction');
    expect(run(`${major}.${minor + 1}.1`), said.join('\n')).to.equal(0);
  });

  const REFUSED: readonly [when: string, words: readonly string[], prepare: () => void, text: RegExp][] = [
    ['no version is given', [], () => {}, /^Usage: npm run release/],
    ['two versions are given', [NEXT, '9.0.0'], () => {}, /^Usage/],
    ['an option is not known', ['--force'], () => {}, /^Usage/],
    ['the version is none', ['1.2'], () => {}, /'1.2' is no version/],
    ['the version is that of now', [version], () => {}, /is not newer/],
    ['the version is an older one', ['0.0.9'], () => {}, /is not newer/],
    ['a version is left out', [`${major}.${minor + 2}.0`], () => {}, /does not follow/],
    [
      'a file is changed',
      [NEXT],
      () => write('README.md', `${read('README.md')}\n`),
      /not clean: 1 changed or new files, README.md/,
    ],
    ['a file is new', [NEXT], () => write('new.txt', ''), /not clean/],
    ['its tag is there', [NEXT], () => git('tag', `v${NEXT}`), /There is a tag/],
    ['its commit is there', [NEXT], () => committed('x', '', `chore(release): ${NEXT}`), /There is a commit/],
    [
      'nothing is unreleased',
      [NEXT],
      () => committed('CHANGELOG.md', '## [Unreleased]\n\n## [0.1.0]\n\n- a\n'),
      /nothing is unreleased/,
    ],
    ['the changelog has no such heading', [NEXT], () => committed('CHANGELOG.md', '# Changelog\n'), /has no heading/],
    [
      'the changelog has the version',
      [NEXT],
      () => committed('CHANGELOG.md', `## [Unreleased]\n\n- a\n\n## [${NEXT}]\n`),
      /already/,
    ],
    ['a page names another version', [NEXT], () => committed('README.md', 'sluice-0.0.1.tgz'), /README.md names no/],
    [
      'the chart says another version',
      [NEXT],
      () => committed('deploy/helm/sluice/Chart.yaml', 'version: 0.0.1\n'),
      /Chart.yaml does not say/,
    ],
    ['the history is sealed', [NEXT], () => committed('test/history/sealed.json', JSON.stringify({ [NEXT]: 'x' })), /is sealed/],
  ];
  for (const [when, words, prepare, text] of REFUSED) {
    it(`shows why, and changes nothing, when ${when}`, () => {
      prepare();
      const before = git('status', '--porcelain');
      expect(run(...words)).to.be.oneOf([1, 2]);
      expect(said.join('\n')).to.match(text);
      expect(git('status', '--porcelain')).to.equal(before);
    });
  }

  it('reports that the history is not recorded when it is not', () => {
    write('package.json', read('package.json').replace(`"version": "${version}"`, '"version": "9.9.8"'));
    commit('x');
    expect(run('9.9.9')).to.equal(1);
    expect(said.join('\n')).to.contain('npm run history:record -- 9.9.9');
  });
});
