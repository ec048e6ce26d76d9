import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import {
  grantAsText,
  parseClaimPath,
  parseGrant,
  parseGrantRule,
  pathAsText,
} from '../../../src/platform/config/config-security.ts';
import { configErrorOf } from '../../support/config-error.ts';

const ISSUER = { Authentication__Authority: 'https://issuer.example' };

function authorizationOf(env: Record<string, string>) {
  return readConfig({ ...ISSUER, ...env }, 'api').authorization;
}

describe('a rule of access roles', () => {
  const rules: readonly [text: string, role: string, pattern: string, value: string][] = [
    ['admin=sluice-admins', 'admin', '*', 'sluice-admins'],
    [' Operator = ops ', 'operator', '*', 'ops'],
    ['operator:order-*=ops', 'operator', 'order-*', 'ops'],
    ['viewer:order=a=b', 'viewer', 'order', 'a=b'],
    ['author:*=CN%3Dauthors%2CO=acme', 'author', '*', 'CN=authors,O=acme'],
    ['worker=100%25', 'worker', '*', '100%'],
  ];
  for (const [text, role, pattern, value] of rules) {
    it(`gives ${role} for ${pattern} to ${value} when it is written ${text}`, () => {
      expect(parseGrantRule(text)).to.deep.equal({ ok: true, value: { role, pattern, value } });
    });
  }

  for (const text of [
    'admin',
    '=x',
    'admin=',
    'admin= ',
    'root=x',
    'constructor=x',
    ':a=x',
    'admin:=x',
    'admin:a*b=x',
    'admin:**=x',
    'admin:a b=x',
    'admin=%',
    'admin=%2',
  ]) {
    it(`is refused, and not repeated, when it is written ${text}`, () => {
      const read = parseGrantRule(text);
      expect(read.ok).to.equal(false);
      if (!read.ok) expect(read.reason).to.match(/^(?:must hold rules such as|has a key pattern that)/);
    });
  }

  it('is a role with or without a key pattern when it is the default', () => {
    expect(parseGrant('viewer')).to.deep.equal({ ok: true, value: { role: 'viewer', pattern: '*' } });
    expect(parseGrant('worker:a-*')).to.deep.equal({ ok: true, value: { role: 'worker', pattern: 'a-*' } });
    for (const text of ['', 'viewers', 'viewer=x', 'viewer:']) expect(parseGrant(text).ok, text).to.equal(false);
  });
});

describe('what operators are shown', () => {
  it('is what they have written when they ask for their settings', () => {
    for (const text of ['admin=sluice-admins', 'operator:order-*=a=b']) {
      const read = parseGrantRule(text);
      expect(read.ok && grantAsText(read.value)).to.equal(text);
    }
    const grant = parseGrant('viewer:order');
    expect(grant.ok && grantAsText(grant.value)).to.equal('viewer:order');
    for (const text of ['roles', 'realm_access.roles', 'https://sluice.example/roles']) {
      const path = parseClaimPath(text);
      expect(path.ok && pathAsText(path.value)).to.equal(text);
    }
    expect(pathAsText(['resource_access', 'my.client', 'roles'])).to.equal('resource_access/my.client/roles');
  });
});

describe('the place of a token claim', () => {
  const paths: readonly [text: string, path: readonly string[]][] = [
    ['roles', ['roles']],
    ['realm_access.roles', ['realm_access', 'roles']],
    ['/resource_access/my.client/roles', ['resource_access', 'my.client', 'roles']],
    ['/a~1b/c~0d', ['a/b', 'c~d']],
    ['https://sluice.example/roles', ['https://sluice.example/roles']],
  ];
  for (const [text, path] of paths) {
    it(`is ${JSON.stringify(path)} when it is written ${text}`, () => {
      expect(parseClaimPath(text)).to.deep.equal({ ok: true, value: path });
    });
  }

  for (const text of ['', '.', 'a..b', 'a.', '/', '/a//b', '/a~2']) {
    it(`is refused when it is written '${text}'`, () => expect(parseClaimPath(text).ok).to.equal(false));
  }
});

describe('the section Authorization', () => {
  it('is absent when no key of it is set', () => {
    expect(authorizationOf({})).to.equal(undefined);
    expect(authorizationOf({ Authorization__Rules: '' })).to.equal(undefined);
  });

  it('has its defaults when there are rules alone', () => {
    expect(authorizationOf({ Authorization__Rules: 'admin=a,viewer=b' })).to.deep.equal({
      claims: [['roles']],
      rules: [
        { role: 'admin', pattern: '*', value: 'a' },
        { role: 'viewer', pattern: '*', value: 'b' },
      ],
      defaultGrant: undefined,
    });
  });

  it('has places of token claims and a default role when they are set', () => {
    const section = authorizationOf({
      Authorization__Rules__0: 'admin=a',
      Authorization__Claims: 'realm_access.roles,scope',
      Authorization__DefaultRole: 'viewer',
    });
    expect(section).to.deep.include({
      claims: [['realm_access', 'roles'], ['scope']],
      defaultGrant: { role: 'viewer', pattern: '*' },
    });
  });

  it('stops the start when a key of it is set and no rule is there: a key without rules would open everything', () => {
    for (const env of [
      { Authorization__DefaultRole: 'viewer' },
      { Authorization__Claims: 'roles' },
      { Authorization__Rule: 'admin=a' },
      { Authorization__Rules: ' ' },
      { Authorization__Rules__0__role: 'admin' },
    ]) {
      expect(configErrorOf({ ...ISSUER, ...(env as Record<string, string>) }, 'api').message, JSON.stringify(env)).to.equal(
        'Authorization:Rules: is missing; name who has which role, for example admin=sluice-admins',
      );
    }
  });

  it('stops the start when no issuer is set, and when a text cannot be read', () => {
    expect(configErrorOf({ Authorization__Rules: 'admin=a' }, 'api').message).to.match(
      /^Authorization:Rules: needs Authentication:Authority/,
    );
    expect(configErrorOf({ ...ISSUER, Authorization__Rules: 'admin=a,secret-b' }, 'api').message)
      .to.match(/^Authorization:Rules: must hold rules such as/)
      .and.not.contain('secret-b');
    expect(configErrorOf({ ...ISSUER, Authorization__Rules: 'admin=a', Authorization__Claims: 'a..b' }, 'api').key).to.equal(
      'Authorization:Claims',
    );
    expect(configErrorOf({ ...ISSUER, Authorization__Rules: 'admin=a', Authorization__DefaultRole: 'boss' }, 'api').key).to.equal(
      'Authorization:DefaultRole',
    );
  });
});
