import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** `id` identifies the key that encrypted a text, without revealing anything about the key. */
export type SecretKey = Readonly<{ id: string; bytes: Uint8Array }>;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** 32 random bytes almost never have fewer distinct values; typed or repeated text does. */
const MIN_DISTINCT_BYTES = 16;

const decodeKey = (text: string): Buffer | null => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
};

/** Rejects keys such as a 32-letter word, a repeated byte, or a sequence. */
const isWeak = (bytes: Buffer): boolean => {
  if (new Set(bytes).size < MIN_DISTINCT_BYTES) return true;
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return true;
  const differences = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)));
  return differences.size === 1;
};

/** Parses a key in base64 or hexadecimal; otherwise returns what is wrong with it. */
export const parseSecretKey = (text: string): SecretKey | 'malformed' | 'weak' => {
  const bytes = decodeKey(text);
  if (bytes?.length !== KEY_BYTES) return 'malformed';
  if (isWeak(bytes)) return 'weak';
  return { id: createHash('sha256').update('quotaboard key id').update(bytes).digest('hex').slice(0, 8), bytes };
};

/** Encrypts a text with the newest key. `name` is authenticated with it, so a ciphertext stored elsewhere does not decrypt. */
export const seal = ([currentKey]: readonly SecretKey[], name: string, text: string): string => {
  if (!currentKey) throw new Error('nothing is sealed without a key');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, currentKey.bytes, iv).setAAD(Buffer.from(`v1|${currentKey.id}|${name}`));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return ['v1', currentKey.id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
};

/** Decrypts a text with any of the keys. @returns null if none fits, or the ciphertext was altered */
export const unseal = (keys: readonly SecretKey[], name: string, sealed: string): Readonly<{ text: string; keyId: string }> | null => {
  const [version, id, iv = '', body = ''] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === id);
  const bytes = Buffer.from(body, 'base64url');
  if (version !== 'v1' || !key || bytes.length < TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, key.bytes, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(`v1|${key.id}|${name}`))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    return { text, keyId: key.id };
  } catch {
    return null;
  }
};
