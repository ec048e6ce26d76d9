import { expect } from 'chai';
import type { AuthorizationConfig } from '../../../src/platform/config/config-security.ts';
import { grantsOf, grantValuesOf, patternsFor } from '../../../src/requests/grants.ts';

const CONFIG: AuthorizationConfig = {
  claims: [['roles'], ['realm_access', 'roles'], ['scope'], ['https://sluice.example/roles']],
  rules: [
    { role: 'admin', pattern: '*', value: 'admins' },
    { role: 'operator', pattern: 'order-*', value: 'ops' },
    { role: 'operator', pattern: 'invoice', value: 'ops' },
    { role: 'viewer', pattern: '*', value: 'all staff' },
    { role: 'viewer', pattern: '*', value: 'toString' },
  ],
  defaultGrant: undefined,
};
const valuesOf = (claims: Record<string, unknown>) => grantValuesOf(claims, CONFIG);

describe('the values of a token that rules are about', () => {
  const tokens: readonly [claims: Record<string, unknown>, values: readonly string[]][] = [
    [{}, []],
    [{ roles: ['ops', 'other', 'ops'] }, ['ops']],
    [{ roles: 'ops' }, ['ops']],
    [{ roles: 'ops admins' }, []],
    [{ roles: 'all staff' }, ['all staff']],
    [{ roles: ['all staff'] }, ['all staff']],
    [{ scope: 'openid ops  admins' }, ['ops', 'admins']],
    [{ scope: ['ops admins', 'ops'] }, ['ops']],
    [{ realm_access: { roles: ['admins'] } }, ['admins']],
    [{ 'realm_access.roles': ['admins'] }, []],
    [{ 'https://sluice.example/roles': ['ops'] }, ['ops']],
    [{ roles: [['admins'], { a: 'admins' }, null, 7, true] }, []],
    [{ roles: { admins: true } }, []],
    [{ roles: null, realm_access: null }, []],
    [{ realm_access: ['admins'] }, []],
    [{ realm_access: 'roles' }, []],
    [{ roles: ['ADMINS', ' admins', 'admins '] }, []],
  ];
  for (const [claims, values] of tokens) {
    it(`are ${JSON.stringify(values)} when it specifies ${JSON.stringify(claims)}`, () => {
      expect(valuesOf(claims)).to.deep.equal(values);
    });
  }

  it('are own members only when the configuration names what every object has', () => {
    for (const path of [['constructor', 'name'], ['__proto__'], ['toString'], ['roles', 'length'], ['roles', '0']]) {
      expect(grantValuesOf({ roles: ['admins'] }, { ...CONFIG, claims: [path] }), path.join()).to.deep.equal([]);
    }
  });

  it('are bounded by the rules when a token brings a hundred thousand', () => {
    const roles = Array.from({ length: 100_000 }, (_, n) => `r${n}`);
    expect(valuesOf({ roles: [...roles, 'ops'] })).to.deep.equal(['ops']);
  });
});

describe('grants', () => {
  it('are those of every rule with one of the values, and the default besides', () => {
    expect(grantsOf(['ops'], CONFIG)).to.deep.equal([
      { role: 'operator', pattern: 'order-*' },
      { role: 'operator', pattern: 'invoice' },
    ]);
    expect(grantsOf([], CONFIG)).to.deep.equal([]);
    const withDefault = { ...CONFIG, defaultGrant: { role: 'viewer', pattern: '*' } as const };
    expect(grantsOf([], withDefault)).to.deep.equal([{ role: 'viewer', pattern: '*' }]);
    expect(grantsOf(['admins'], withDefault)).to.have.length(2);
  });

  it('give a right for their patterns, and for all keys when one of them is for all', () => {
    const some = grantsOf(['ops'], CONFIG);
    expect(patternsFor(some, 'operate')).to.deep.equal(['invoice', 'order-*']);
    expect(patternsFor(some, 'author')).to.deep.equal([]);
    expect(patternsFor([...some, { role: 'admin', pattern: '*' }], 'operate')).to.deep.equal(['*']);
    expect(patternsFor([], 'see')).to.deep.equal([]);
  });
});
