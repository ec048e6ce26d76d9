import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Purpose of a signature. A signature for one purpose is invalid for others. */
export type SignaturePurpose = 'retry-key' | 'lock-token';

/** Signs values that this service issues, so that clients cannot forge them. */
export interface Signer {
  /** Returns a signature of 43 base64url characters. */
  sign(purpose: SignaturePurpose, text: string): string;
  /** Returns true if the signature is valid. Compares in constant time. */
  isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean;
}

/** Name of the shared setting with the key. */
const KEY_SETTING = 'signing-key';

/** Opens the signer of this service. `share`: returns a value that all processes share; the first process creates it with `make`. */
export async function openSigner(share: (name: string, make: () => string) => Promise<string>): Promise<Signer> {
  return createSigner(await share(KEY_SETTING, () => randomBytes(32).toString('base64url')));
}

/** Creates a signer with HMAC-SHA-256. `key`: secret of this service. */
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
