import { fill, messages } from '../../../contract/messages.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import { badRequest, type Problem } from '../../domain/shared/problem.ts';

const MAX_DEPTH = 16;
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what it looks for; PostgreSQL's text cannot hold it
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export const isStorable = (text: string): boolean => !unstorable.test(text);

export const unstorableText = (): Problem => badRequest('text_invalid', messages.server.unstorableText);
const tooDeep = (): Problem => badRequest('too_deep', fill(messages.server.tooDeep, { levels: MAX_DEPTH }));
const forbiddenKey = (): Problem => badRequest('field_unknown', fill(messages.requestField.unknown, { field: '__proto__' }));

/** Walks parsed JSON without recursion. @throws Problem 400 for depth, text that cannot be stored, and __proto__ */
export const guardJson = (root: unknown): void => {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isStorable(value)) throw unstorableText();
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw tooDeep();
    if (Object.hasOwn(value, '__proto__')) throw forbiddenKey();
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) throw unstorableText();
      pending.push({ value: inner, depth: depth + 1 });
    }
  }
};

/** A password may hold anything; a file of people is judged line by line. */
const isFree = (key: string): boolean => /password|^csv$/.test(key);

/** Refuses texts that read otherwise than they are kept. @throws Problem 400 naming the field */
export const refuseHidden = (root: unknown, path = ''): void => {
  if (typeof root === 'string' && !isPlainText(root))
    throw badRequest(
      'text_hidden',
      fill(messages.server.hiddenCharacter, { field: path || messages.server.theRequest }),
      path || undefined,
    );
  if (typeof root !== 'object' || root === null) return;
  for (const [key, inner] of Object.entries(root)) if (!isFree(key)) refuseHidden(inner, path ? `${path}.${key}` : key);
};
