import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A delivery as it arrived: the signature covers the bytes, not what they say. */
export type Delivery = Readonly<{ headers: Readonly<Record<string, string | string[] | undefined>>; raw: Uint8Array }>;
type Verifier = (delivery: Delivery, secret: string, now: Date) => boolean;

/** An older signed delivery may be a recording of somebody's. */
const MOST_AGE_S = 300;

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Takes as long for a text that is nearly right as for any other, of whatever length. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const hmac = (secret: string, ...parts: readonly (string | Uint8Array)[]) => {
  const sum = createHmac('sha256', secret);
  for (const part of parts) sum.update(part);
  return sum;
};

/** By kind of connection, as the vendors document it. */
const verifiers: Readonly<Record<string, Verifier>> = {
  quickbooks: ({ headers, raw }, secret) => isSame(textOf(headers['intuit-signature']), hmac(secret, raw).digest('base64')),
  mercury: ({ headers, raw }, secret, now) => {
    const header = textOf(headers['mercury-signature']);
    const fields = new Map(header.split(',').map((part) => part.trim().split('=', 2) as [string, string]));
    const at = fields.get('t') ?? '';
    const isFresh = /^\d{1,12}$/.test(at) && Math.abs(now.getTime() / 1000 - Number(at)) <= MOST_AGE_S;
    return isSame(fields.get('v1') ?? '', hmac(secret, `${at}.`, raw).digest('hex')) && isFresh;
  },
};

/** @returns false for a kind that sends no signed deliveries */
export const isSigned = (kind: string, delivery: Delivery, secret: string, now: Date): boolean =>
  verifiers[kind]?.(delivery, secret, now) ?? false;
