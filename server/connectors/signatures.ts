import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureCheck } from '../domain/connections/connector.ts';

/** An older signed delivery may be a replayed recording. */
const MAX_AGE_S = 300;

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Compares in constant time, for strings of any length. */
const isSame = (actual: string, expected: string): boolean => timingSafeEqual(digest(actual), digest(expected));

const hmac = (secret: string, ...parts: readonly (string | Uint8Array)[]) => {
  const sum = createHmac('sha256', secret);
  for (const part of parts) sum.update(part);
  return sum;
};

/** Verifies a signature of the body given in base64. */
export const createBodySignatureCheck =
  (header: string): SignatureCheck =>
  ({ headers, raw }, secret) =>
    isSame(textOf(headers[header]), hmac(secret, raw).digest('base64'));

/** Verifies `t=<seconds>,v1=<hex>` over the seconds, a dot and the body; there are several `v1` while a secret is being replaced. */
export const createTimedSignatureCheck =
  (header: string): SignatureCheck =>
  ({ headers, raw }, secret, now) => {
    const fields = textOf(headers[header])
      .split(',')
      .map((part) => part.trim().split('=', 2));
    const seconds = fields.find(([name]) => name === 't')?.[1] ?? '';
    const isFresh = /^\d{1,12}$/.test(seconds) && Math.abs(now.getTime() / 1000 - Number(seconds)) <= MAX_AGE_S;
    const expected = hmac(secret, `${seconds}.`, raw).digest('hex');
    return fields.filter(([name, value = '']) => name === 'v1' && isSame(value, expected)).length > 0 && isFresh;
  };
