import { expect } from 'chai';
import fc from 'fast-check';
import {
  canonicalJson,
  commandIdentity,
  type IdentifiedRequest,
  isIdempotencyKey,
  issueKey,
} from '../../../src/api/idempotency.ts';
import { createSigner } from '../../../src/api/signatures.ts';

const SIGNER = createSigner('a key for tests');
const ID = '11111111-2222-4333-8444-555555555555';

function request(body: Record<string, unknown>, idempotencyKey?: string, canonicalPath = '/execution/start'): IdentifiedRequest {
  return { canonicalPath, idempotencyKey, body: { members: body, text: JSON.stringify(body) } };
}

function commandOf(identified: IdentifiedRequest, owner?: string): { id: string; fingerprint?: string } {
  const identity = commandIdentity(identified, SIGNER, owner);
  if (identity.kind !== 'command') throw new Error(identity.kind);
  return identity;
}

describe('the form of an Idempotency-Key', () => {
  const cases: readonly [key: string, isGood: boolean][] = [
    ['a', true],
    ['"quoted"', true],
    ['!~', true],
    ['k'.repeat(255), true],
    ['k'.repeat(256), false],
    ['', false],
    ['a b', false],
    ['a, b', false],
    ['ä', false],
    ['\x7f', false],
  ];
  for (const [key, isGood] of cases) {
    it(`is ${isGood ? 'good' : 'bad'} when it is ${JSON.stringify(key.slice(0, 12))} with ${key.length} characters`, () => {
      expect(isIdempotencyKey(key)).to.equal(isGood);
    });
  }
});

describe('the identity of a command', () => {
  it('is new each time when there is no key', () => {
    const first = commandOf(request({ a: 1 }));
    expect(first).not.to.have.property('fingerprint');
    expect(commandOf(request({ a: 1 })).id).not.to.equal(first.id);
  });

  it('is the same when key and content are the same, whatever the order of members', () => {
    expect(commandOf(request({ a: 1, b: { c: 2, d: [1, 2] } }, 'k'))).to.deep.equal(
      commandOf(request({ b: { d: [1, 2], c: 2 }, a: 1 }, 'k')),
    );
  });

  it('is the one that earlier versions stored when key, path and body are the same', () => {
    expect(commandOf(request({}, 'k'))).to.deep.equal({
      kind: 'command',
      id: 'e5ee0a9c-5970-5c9a-985d-724356ef707c',
      fingerprint: '518f4bf87e5123c08bcd84af4ae6b945d146c4be5badf6eb3a33cde27217a7ce',
    });
  });

  it('keeps the id and changes the fingerprint when body or path differ', () => {
    const first = commandOf(request({ a: 1 }, 'k'));
    for (const other of [commandOf(request({ a: 2 }, 'k')), commandOf(request({ a: 1 }, 'k', '/execution/message'))]) {
      expect(other.id).to.equal(first.id);
      expect(other.fingerprint).not.to.equal(first.fingerprint);
    }
  });

  it('is another one when the key belongs to another user', () => {
    expect(commandOf(request({}, 'k'), 'ann').id).not.to.equal(commandOf(request({}, 'k'), 'bob').id);
  });

  it('joins the command when the key was issued for it', () => {
    const first = request({ a: 1 });
    const key = issueKey(ID, first, SIGNER);
    expect(isIdempotencyKey(key)).to.equal(true);
    expect(commandOf({ ...first, idempotencyKey: key }).id).to.equal(ID);
  });

  it('is a mismatch when an issued key comes with another request or from another user', () => {
    const key = issueKey(ID, request({ a: 1 }), SIGNER);
    expect(commandIdentity(request({ a: 2 }, key), SIGNER).kind).to.equal('mismatch');
    expect(commandIdentity(request({ a: 1 }, key), SIGNER, 'ann').kind).to.equal('mismatch');
  });

  it('is a mismatch when a key names a command and is not exactly as the service issued it', () => {
    const first = request({ a: 1 });
    const key = issueKey(ID, first, SIGNER);
    const [, , fingerprint = '', signature = ''] = key.split('.');
    const others = [
      key.slice(0, key.lastIndexOf('.')),
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      `${key}=`,
      `${key}.`,
      key.replace('2222', '3333'),
      `retry.${ID.toUpperCase().replace('4333', 'A333')}.${fingerprint}.${signature}`,
      `retry.${ID}.x`,
      `retry.${ID}.${fingerprint}.${SIGNER.sign('lock-token', `${ID}.${fingerprint}`)}`,
      issueKey(ID, first, createSigner('another key')),
    ];
    for (const other of others) {
      expect(commandIdentity({ ...first, idempotencyKey: other }, SIGNER).kind, other).to.equal('mismatch');
    }
  });

  it('treats a key as any other when it only begins like an issued one', () => {
    for (const key of ['retry.1', `retry.${ID}`, `retry.${ID}.`, `RETRY.${ID}.x`, `retry.${ID}x.y`]) {
      const identity = commandIdentity(request({}, key), SIGNER);
      expect(identity.kind, key).to.equal('command');
      expect(identity).not.to.include({ id: ID });
    }
  });
});

describe('canonical JSON', () => {
  it('is the same text when and only when the values are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const isEqual = canonicalJson(left) === canonicalJson(right);
        let isSame = true;
        try {
          expect(JSON.parse(JSON.stringify(left))).to.deep.equal(JSON.parse(JSON.stringify(right)));
        } catch {
          isSame = false;
        }
        expect(isEqual).to.equal(isSame);
      }),
    );
  });

  it('keeps the value when it is parsed again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('sorts members at every level when objects are nested', () => {
    expect(canonicalJson({ b: [{ z: 1, a: null }], a: 'x' })).to.equal('{"a":"x","b":[{"a":null,"z":1}]}');
  });

  it('ends when a value is nested deeper than the call stack', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(canonicalJson(deep)).to.have.length(400_000);
  });
});
