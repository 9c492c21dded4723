import { createHash, randomInt } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';

/** Omits characters that look alike: i, l, o, 0 and 1. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_COUNT = 4;
const GROUP_LENGTH = 4;

const createGroup = (): string => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Ten codes of 16 random letters and digits, about 79 bits each. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: limits.secondFactor.recoveryCodes }, () => Array.from({ length: GROUP_COUNT }, createGroup).join('-'));

/** The stored form. With 79 random bits, a fast hash is enough. Ignores case, spaces and dashes. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/gu, '')).digest('hex');
