import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Purpose of a signature. A signature for one purpose is invalid for others. */
export type SignaturePurpose = 'retry-key' | 'lock-token';

/** Signs values that this service issues, so that clients cannot forge them. */
export interface Signer {
  /** 43 characters of base64url. */
  sign(purpose: SignaturePurpose, text: string): string;
  /** Compares in constant time. */
  isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean;
}

/** Name of the key among the settings that all processes share. */
const KEY_SETTING = 'signing-key';

/** Opens the signer of this service. `share`: a value that all processes have under a name; the first caller creates it. */
export async function openSigner(share: (name: string, make: () => string) => Promise<string>): Promise<Signer> {
  return createSigner(await share(KEY_SETTING, () => randomBytes(32).toString('base64url')));
}

/** Signs with HMAC-SHA-256. `key`: only processes of this service may know it. */
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
