import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A signature is invalid for other purposes. */
export type SignaturePurpose = 'retry-key' | 'lock-token';

/** Clients cannot forge signed values. */
export interface Signer {
  /** 43 base64url characters. */
  sign(purpose: SignaturePurpose, text: string): string;
  /** Compares in constant time. */
  isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean;
}

/** Shared setting with the key. */
const KEY_SETTING = 'signing-key';

/** `share`: returns a value that all processes share; the first one creates it with `make`. */
export async function openSigner(share: (name: string, make: () => string) => Promise<string>): Promise<Signer> {
  return createSigner(await share(KEY_SETTING, () => randomBytes(32).toString('base64url')));
}

/** HMAC-SHA-256. `key`: secret of this service. */
export function createSigner(key: string): Signer {
  const sign = (purpose: SignaturePurpose, text: string): string =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
  return {
    sign,
    isSigned(purpose, text, signature) {
      const [expected, given] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
