/** Without case, accents and punctuation: "D'Souza" becomes "d souza". */
export const personNameKey = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The key of a full name, including the form with the last name first: "Alvarez, Ana". */
export const fullNameKey = (text: string): string => {
  const [last = '', first = '', ...otherParts] = text.split(',');
  return otherParts.length === 0 && first.trim() !== '' ? personNameKey(`${first} ${last}`) : personNameKey(text);
};

type FullName = Readonly<{ first_name: string; last_name: string }>;

const initials = (words: readonly string[]): string => words.map((word) => word[0] ?? '').join('');
const MIN_NAME_CHARS = 2;

/** True if the text may refer to the person: initials, one of the names, or a name with an initial. */
export const canReferTo = (text: string, { first_name, last_name }: FullName): boolean => {
  const words = fullNameKey(text).split(' ').filter(Boolean);
  const [first, last] = [personNameKey(first_name), personNameKey(last_name)];
  const fullName = `${first} ${last}`;
  if (words.length === 0) return false;
  const key = words.join(' ');
  if (key === fullName || key === `${last} ${first}`) return true;
  if (words.length === 1) return key === first || key === last || key === initials(fullName.split(' '));
  const [firstWord = '', lastWord = ''] = [words[0], words.at(-1)];
  if (words.every((word) => word.length < MIN_NAME_CHARS)) return initials(words) === initials(fullName.split(' '));
  const isAbbreviation = (word: string, name: string): boolean => word !== '' && (name === word || name.startsWith(word));
  return (
    (isAbbreviation(firstWord, first) && isAbbreviation(lastWord, last)) ||
    (isAbbreviation(lastWord, first) && isAbbreviation(firstWord, last))
  );
};
