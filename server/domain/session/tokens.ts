import { createHash, randomBytes } from 'node:crypto';

export type TokenKind = 'at' | 'rt' | 'sl' | 'qb' | 'sf' | 'kd';
const patterns: Readonly<Record<TokenKind, RegExp>> = {
  at: /^at_[A-Za-z0-9_-]{43}$/,
  rt: /^rt_[A-Za-z0-9_-]{43}$/,
  sl: /^sl_[A-Za-z0-9_-]{43}$/,
  /** Sign-ins that wait for the second factor. */
  sf: /^sf_[A-Za-z0-9_-]{43}$/,
  /** Known devices. */
  kd: /^kd_[A-Za-z0-9_-]{43}$/,
  /** API tokens. */
  qb: /^qb_[A-Za-z0-9_-]{43}$/,
};

/** 256 random bits; the prefix names the kind, so that a token of one kind is never accepted as another. */
export const createToken = (kind: TokenKind): string => `${kind}_${randomBytes(32).toString('base64url')}`;

/** The stored form of a token. With 256 random bits, a fast hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const isToken = (kind: TokenKind, text: string): boolean => patterns[kind].test(text);
