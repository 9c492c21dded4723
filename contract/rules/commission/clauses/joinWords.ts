import { fill, messages } from '../../../messages.ts';

const joinWith = (words: readonly string[], pattern: string): string => {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : fill(pattern, { first: words.slice(0, -1).join(', '), last });
};

/** a · a and b · a, b and c */
export const joinWithAnd = (words: readonly string[]): string => joinWith(words, messages.planClauses.and);
/** a · a or b · a, b or c */
export const joinWithOr = (words: readonly string[]): string => joinWith(words, messages.planClauses.or);
