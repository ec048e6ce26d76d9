import { expect } from 'chai';
import { createSigner, openSigner } from '../../../src/api/signatures.ts';

describe('signatures', () => {
  const signer = createSigner('a key');
  const signature = signer.sign('retry-key', 'text');

  it('are taken when key, purpose and text are the same', () => {
    expect(signature).to.match(/^[\w-]{43}$/);
    expect(createSigner('a key').isSigned('retry-key', 'text', signature)).to.equal(true);
  });

  it('are refused when the key, the purpose or the text is another one', () => {
    expect(createSigner('b key').isSigned('retry-key', 'text', signature)).to.equal(false);
    expect(signer.isSigned('lock-token', 'text', signature)).to.equal(false);
    expect(signer.isSigned('retry-key', 'texts', signature)).to.equal(false);
    expect(signer.isSigned('retry-key', '', signature)).to.equal(false);
  });

  it('are refused and never throw when they have another length or spelling', () => {
    const { length } = signature;
    const lastOne = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sameBits = [...lastOne].map((letter) => signature.slice(0, length - 1) + letter);
    for (const other of ['', 'x', `${signature}=`, `${signature}é`, 'é'.repeat(43), signature.slice(1), ...sameBits]) {
      expect(signer.isSigned('retry-key', 'text', other), other).to.equal(other === signature);
    }
  });

  it('share a key of 256 random bits when processes open them', async () => {
    const made: [string, string][] = [];
    const share = async (name: string, make: () => string) => {
      const value = make();
      made.push([name, value]);
      return value;
    };
    await Promise.all([openSigner(share), openSigner(share)]);
    expect(made.map(([name]) => name)).to.deep.equal(['signing-key', 'signing-key']);
    expect(new Set(made.map(([, value]) => value)).size).to.equal(2);
    for (const [, value] of made) expect(Buffer.from(value, 'base64url')).to.have.length(32);
  });
});
