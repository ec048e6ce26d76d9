import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { VERBS } from '../../../src/cli/run-words.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { packageRoot } from '../../../src/platform/version.ts';
import { instructionsOf, lastStage } from '../../support/manifests/dockerfile.ts';

const KNOWN = [
  'ARG',
  'FROM',
  'LABEL',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'EXPOSE',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
];

describe('the Dockerfile', () => {
  const instructions = instructionsOf();
  const rests = (name: string, of = instructions) => of.filter((one) => one.name === name).map((one) => one.rest);

  it('holds only instructions of Docker when it is read', () =>
    expect(instructions.map((one) => one.name).filter((name) => !KNOWN.includes(name))).to.deep.equal([]));

  it('builds in one stage and runs another, on a base that an argument can pin', () => {
    expect(instructions[0]).to.deep.equal({ name: 'ARG', rest: 'NODE_IMAGE=node:24-bookworm-slim' });
    expect(rests('FROM').map((rest) => rest.replace(/[{}]/g, ''))).to.deep.equal(['$NODE_IMAGE AS build', '$NODE_IMAGE']);
    expect(rests('RUN').join('\n')).to.contain('npm ci --omit=dev --omit=optional');
  });

  it('runs as a number that is not root, and gives that user nothing to write to', () => {
    expect(rests('USER')).to.deep.equal(['1000:1000']);
    const after = instructions.slice(instructions.findIndex(({ name }) => name === 'USER') + 1).map(({ name }) => name);
    expect(after.filter((name) => ['RUN', 'COPY', 'USER', 'WORKDIR'].includes(name))).to.deep.equal([]);
    expect(rests('COPY').filter((rest) => /--ch(?:own|mod)/.test(rest))).to.deep.equal([]);
  });

  it('keeps to the rules that linters of Dockerfiles have', () => {
    expect(rests('RUN').filter((rest) => /\bsudo\b|\bnpm (?:install|i)\b|curl|wget|\bcd \//.test(rest))).to.deep.equal([]);
    expect(rests('WORKDIR').filter((rest) => !rest.startsWith('/'))).to.deep.equal([]);
    expect(rests('COPY').filter((rest) => /(?:^|\s)\.\/?\s+\S+$/.test(rest))).to.deep.equal([]);
    for (const rest of rests('COPY').filter((text) => !text.startsWith('--') && text.split(' ').length > 2))
      expect(rest).to.match(/\/$/);
    for (const [, stage] of rests('COPY').flatMap((rest) => [...rest.matchAll(/--from=(\S+)/g)])) expect(stage).to.equal('build');
    for (const name of ['CMD', 'ENTRYPOINT'])
      expect(rests(name).map((rest) => Array.isArray(JSON.parse(rest)))).to.deep.equal([true]);
    expect(rests('HEALTHCHECK')).to.have.length(1);
    expect(rests('HEALTHCHECK')[0]).to.match(/ CMD \["node", "deploy\/healthcheck\.mjs"\]$/);
  });

  it('has no secret and no place for one: arguments stay in the history of an image', () => {
    for (const rest of [...rests('ARG'), ...rests('ENV')]) expect(rest).not.to.match(/secret|password|token|_url/i);
  });

  it('shows what it is when a user looks at its labels', () => {
    const names = [
      ...rests('LABEL')
        .join(' ')
        .matchAll(/(org\.opencontainers\.image\.[a-z.]+)="([^"]+)"/g),
    ].map(([, name]) => name?.split('.').slice(3).join('.'));
    expect(names).to.have.members(['title', 'description', 'licenses', 'version', 'revision', 'base.name']);
    expect(rests('ARG', lastStage())).to.have.members(['VERSION', 'REVISION', 'NODE_IMAGE']);
    const { license } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { license: string };
    expect(rests('LABEL').join(' ')).to.contain(`licenses="${license}"`);
  });

  it('holds the licences and the bill of materials when it is passed on', () =>
    expect(rests('COPY')).to.include('LICENSE NOTICE sbom.cdx.json ./'));

  it('copies files that exist and that .dockerignore lets in when it is built', () => {
    const letIn = readFileSync(join(packageRoot, '.dockerignore'), 'utf8').split('\n');
    for (const copy of rests('COPY').filter((rest) => !rest.startsWith('--from'))) {
      for (const path of copy.split(' ').slice(0, -1)) {
        expect(existsSync(join(packageRoot, path)), path).to.equal(true);
        const isLetIn = (rule: string) =>
          rule.startsWith('!') && (path === rule.slice(1) || path.startsWith(`${rule.slice(1)}/`));
        expect(letIn.some(isLetIn), path).to.equal(true);
      }
    }
  });

  it('runs a verb of the command line and exposes the default ports when it is started', () => {
    const [verb] = JSON.parse(rests('CMD')[0] ?? '[]') as string[];
    expect(Object.keys(VERBS)).to.include(verb);
    const { port, uiPort, metricsPort } = readConfig({}, 'all');
    expect(rests('EXPOSE')).to.deep.equal([`${port.number} ${uiPort.number} ${metricsPort.number}`]);
    expect(rests('ENV')).to.include('HOST=0.0.0.0');
    expect(rests('STOPSIGNAL')).to.deep.equal(['SIGTERM']);
  });
});
