import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { createActFinder } from '../../../src/api/audit/act-finder.ts';
import type { AuditEntry } from '../../../src/messages/audit.ts';
import type { AuditKind } from '../../../src/platform/config/config-security.ts';
import { type AuditPort, createPageAudit } from '../../../src/ui/server/audit.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const USER = { name: 'Ann', subject: 'ann', userId: null, groups: [], idToken: null };

function opened(...kinds: AuditKind[]) {
  const written: AuditEntry[] = [];
  const refused: Parameters<AuditPort['refused']>[0][] = [];
  const port: AuditPort = {
    kinds: new Set(kinds),
    noteOf: (act, _request, principal) => ({ act, surface: 'pages', by: principal === undefined ? 'anonymous' : 'session' }),
    refused: (act) => refused.push(act),
    write: async (entries) => void written.push(...entries),
  };
  return { audit: createPageAudit(port, createActFinder(new Set(kinds))), written, refused };
}

const requestOf = (method: string, path: string, user: typeof USER | undefined = USER) =>
  ({ method, path, session: { user }, sessionID: 'secret-id' }) as unknown as Request;

describe('the audit of the pages (docs/contributing/spec/audit.md#pages)', () => {
  it('has signing in and out only when acts of operators are recorded', async () => {
    for (const [kinds, count] of [
      [['operator'], 2],
      [['worker', 'client'], 0],
    ] as const) {
      const { audit, written, refused } = opened(...kinds);
      const request = requestOf('GET', '/signin-oidc');
      await audit.signedIn(request, USER);
      await audit.signedOut(request, USER, false);
      audit.signInFailed(request);
      expect([written.length, refused.length], kinds.join()).to.deep.equal([count, count / 2]);
      expect(JSON.stringify(written)).to.not.contain('secret-id');
    }
  });

  const answers: readonly [method: string, path: string, status: number, locals: object, expected: object | undefined][] = [
    ['POST', `/Instances/${ID}/cancel`, 401, {}, { code: 'NOT_SIGNED_IN', actor: 'ann', target: { kind: 'instance', id: ID } }],
    ['POST', `/instances/${ID.toUpperCase()}/CANCEL`, 403, {}, { code: 'NOT_ALLOWED', target: { kind: 'instance', id: ID } }],
    ['DELETE', '/Definitions/a%2Fb/3', 400, {}, { target: { kind: 'definition', id: 'a/b:3', processKey: 'a/b' } }],
    ['POST', `/Instances/${ID}/cancel`, 200, {}, undefined],
    ['POST', `/Instances/${ID}/cancel`, 503, {}, undefined],
    ['POST', `/Instances/${ID}/cancel`, 404, { exchange: { audited: {} } }, undefined],
    ['POST', '/Instances/none/cancel', 403, {}, undefined],
    ['POST', '/Definitions/%E0%A4%A/disable', 403, {}, undefined],
    ['POST', '/Definitions/validate', 403, {}, undefined],
    ['POST', `/UserTasks/${ID}/claim`, 403, {}, undefined],
    ['GET', '/Definitions', 401, {}, undefined],
  ];
  for (const [method, path, status, locals, expected] of answers) {
    it(`has ${expected === undefined ? 'nothing' : 'a refusal'} when ${method} ${path} is answered ${status}, ${JSON.stringify(locals)}`, () => {
      const { audit, refused } = opened('operator');
      const response = Object.assign(new EventEmitter(), { statusCode: status, locals });
      let isPassedOn = false;
      audit.refusedActs(requestOf(method, path), response as unknown as Response, () => {
        isPassedOn = true;
      });
      response.emit('finish');
      expect(isPassedOn).to.equal(true);
      if (expected === undefined) expect(refused).to.deep.equal([]);
      else expect(refused[0]).to.deep.include({ status, commandId: null, ...expected });
    });
  }
});
