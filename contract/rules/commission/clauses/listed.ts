import { fill, messages } from '../../../messages.ts';

/** a · a and b · a, b and c */
export const listed = (words: readonly string[]): string => {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : fill(messages.planClauses.and, { first: words.slice(0, -1).join(', '), last });
};
