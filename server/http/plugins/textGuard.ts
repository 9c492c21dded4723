import { fill, messages } from '../../../contract/messages.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import { badRequest, type Problem } from '../../domain/shared/problem.ts';

const MAX_DEPTH = 16;
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what it looks for; PostgreSQL's text cannot hold it
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export const isStorable = (text: string): boolean => !unstorable.test(text);

const fieldProblem = (code: string, message: string, field: string): Problem =>
  badRequest(code, fill(message, { field: field || messages.server.theRequest }), field || undefined);
export const unstorableText = (field: string): Problem => fieldProblem('text_invalid', messages.server.unstorableText, field);
const createTooDeepProblem = (): Problem => badRequest('too_deep', fill(messages.server.tooDeep, { levels: MAX_DEPTH }));
const forbiddenKey = (): Problem => badRequest('field_unknown', fill(messages.requestField.unknown, { field: '__proto__' }));

const joinPath = (path: string, key: string): string => (path ? `${path}.${key}` : key);

/**
 * Walks parsed JSON without recursion. @throws Problem 400 for excessive depth, for __proto__, and naming the field of an unstorable text
 */
export const guardJson = (root: unknown): void => {
  const pending: { value: unknown; depth: number; path: string }[] = [{ value: root, depth: 1, path: '' }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth, path } = next;
    if (typeof value === 'string' && !isStorable(value)) throw unstorableText(path);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw createTooDeepProblem();
    if (Object.hasOwn(value, '__proto__')) throw forbiddenKey();
    for (const [key, inner] of Object.entries(value)) {
      // An unstorable name is not echoed either.
      if (!isStorable(key)) throw unstorableText(path);
      pending.push({ value: inner, depth: depth + 1, path: joinPath(path, key) });
    }
  }
};

/** Passwords may contain anything; a people file is checked line by line. */
const isExempt = (key: string): boolean => /password|^csv$/.test(key);

/** Refuses texts that display differently from what is stored. @throws Problem 400 naming the field */
export const refuseHiddenText = (root: unknown, path = ''): void => {
  if (typeof root === 'string' && !isPlainText(root)) throw fieldProblem('text_hidden', messages.server.hiddenCharacter, path);
  if (typeof root !== 'object' || root === null) return;
  for (const [key, inner] of Object.entries(root)) if (!isExempt(key)) refuseHiddenText(inner, joinPath(path, key));
};
