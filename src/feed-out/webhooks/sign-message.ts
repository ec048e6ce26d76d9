import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * The header `webhook-signature` as Standard Webhooks have it: one signature per secret, so that receivers can change theirs while both count.
 * `timestamp`: seconds since epoch.
 */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`).join(' ');
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8');
}
