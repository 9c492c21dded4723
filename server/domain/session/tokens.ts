import { createHash, randomBytes } from 'node:crypto';

export type TokenKind = 'at' | 'rt';
const shapes: Readonly<Record<TokenKind, RegExp>> = { at: /^at_[A-Za-z0-9_-]{43}$/, rt: /^rt_[A-Za-z0-9_-]{43}$/ };

/** 256 random bits; the prefix says what it is good for, so that one kind is never taken for the other. */
export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(32).toString('base64url')}`;

/** What the database keeps. The token has 256 random bits, so a fast hash is enough. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export const isToken = (kind: TokenKind, text: string): boolean => shapes[kind].test(text);
