import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A secret in the format of Standard Webhooks. */
export const createSigningSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The headers of Standard Webhooks; with two secrets while one replaces the other. `timestamp`: that of this attempt. */
export const signedHeadersOf = (id: string, timestamp: Date, body: string, secrets: readonly string[]): Record<string, string> => {
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const signatureOf = (secret: string): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': secrets.map(signatureOf).join(' ') };
};
