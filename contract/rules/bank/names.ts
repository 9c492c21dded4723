/** Words that do not help to identify a company. */
const noiseWords = new Set([
  'inc',
  'llc',
  'ltd',
  'corp',
  'corporation',
  'co',
  'company',
  'the',
  'of',
  'and',
  'for',
  'ach',
  'payment',
  'payments',
  'pmt',
  'deposit',
  'wire',
  'transfer',
  'from',
  'to',
  'usd',
  'us',
]);
/** Words common to many customer names. */
const commonWords = new Set([
  'school',
  'schools',
  'library',
  'public',
  'district',
  'county',
  'city',
  'unified',
  'high',
  'elementary',
  'middle',
  'academy',
  'center',
  'centre',
  'community',
  'university',
  'college',
  'charter',
]);

/** The words of a name for comparison: without accents, punctuation and noise words. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '' && !noiseWords.has(word));

/** The key of a counterparty in a rule: the same for "ACME, Inc." and "Acme". */
export const payerNameKey = (name: string): string => wordsOfName(name).join(' ');

/** The words used to look up a customer. */
export const significantWords = (name: string): readonly string[] =>
  wordsOfName(name).filter((word) => word.length >= 3 && !commonWords.has(word));

export type NameSimilarity = 'same' | 'alike' | 'other';
/** `alike`: at least half of the significant words of the shorter name also occur in the other one. */
export const similarityOf = (a: string, b: string): NameSimilarity => {
  const [keyA, keyB] = [payerNameKey(a), payerNameKey(b)];
  if (keyA === '' || keyB === '') return 'other';
  if (keyA === keyB) return 'same';
  const [wordsA, wordsB] = [new Set(significantWords(a)), new Set(significantWords(b))];
  const minSize = Math.min(wordsA.size, wordsB.size);
  const sharedCount = [...wordsA].filter((word) => wordsB.has(word)).length;
  return minSize > 0 && sharedCount * 2 >= minSize && sharedCount > 0 ? 'alike' : 'other';
};

/** Possible invoice numbers in a memo, in lower case. */
export const invoiceNumbersIn = (text: string): readonly string[] =>
  [...new Set(text.toLowerCase().match(/[a-z0-9][a-z0-9-]{2,39}/g) ?? [])].filter((token) => /\d/.test(token)).slice(0, 20);
