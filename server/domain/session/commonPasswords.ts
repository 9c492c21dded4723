/**
 * Words and runs found in the most common passwords of 12 or more characters (from public lists of leaked passwords), so that
 * "Password2026!" is refused and a sentence of four words is not.
 */
const words = `
  password passwort passw0rd welcome letmein iloveyou administrator admin master dragon monkey football baseball basketball soccer hockey
  superman batman spiderman starwars pokemon princess sunshine shadow michael jennifer jessica charlie jordan thomas robert daniel andrew
  matthew ashley nicole hannah amanda summer winter spring autumn january february march april june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday hello freedom whatever trustno1 computer internet samsung google apple
  microsoft facebook amazon liverpool chelsea arsenal barcelona manchester mustang corvette ferrari harley yankees cowboys steelers eagles
  secret changeme default temporary temp login guest test tester testing user root access qwerty qwertyuiop asdfghjkl asdfgh zxcvbnm
  zxcvbn azerty 1q2w3e4r5t6y 1q2w3e4r5t 1q2w3e4r 1qaz2wsx3edc 1qaz2wsx zaq12wsx q1w2e3r4t5y6 q1w2e3r4 qazwsxedc qazwsx abcd1234 a1b2c3d4
  pokemon killer ginger pepper cookie cheese banana orange purple yellow flower butterfly chocolate unbelievable forever family lovely
  loveme mylove babygirl jesus christ blessed heaven angel god money business company corporate office sales salesforce commission
  quota tryquotaboard quotaboard dashboard finance manager phoenix arizona minecraft roblox scratch python`
  .trim()
  .split(/\s+/);

const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm'];
const reverse = (text: string): string => [...text].reverse().join('');
const allRuns = [...runs, ...runs.map(reverse)];
const MIN_RUN_CHARS = 4;
/** Minimum number of characters left after removing guessable parts. */
const MIN_REST_CHARS = 5;

const leet: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const withoutLeet = (text: string): string => [...text].map((character) => leet[character] ?? character).join('');

const withoutRuns = (text: string): string => {
  let remainder = '';
  for (let offset = 0; offset < text.length; ) {
    let length = MIN_RUN_CHARS;
    const isRun = (): boolean => offset + length <= text.length && allRuns.some((run) => run.includes(text.slice(offset, offset + length)));
    if (!isRun()) {
      remainder += text[offset];
      offset += 1;
      continue;
    }
    while (isRun()) length += 1;
    offset += length - 1;
  }
  return remainder;
};

const years = /(19|20)\d\d/g;
const removeParts = (text: string, parts: readonly string[]): string =>
  parts.reduce((remaining, part) => remaining.replaceAll(part, ''), text).replaceAll(years, '');

/** True if it repeats one unit, such as abcabcabcabc. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/s.test(text);

/**
 * True if an attacker would guess it early. Removes common words, keyboard and number runs, years, repeats, and words of the company and
 * the person, both as written and with digits read as letters; if fewer than five letters or digits remain, the password is common.
 */
export const isCommonPassword = (password: string, context: readonly string[] = []): boolean => {
  const lower = password.toLowerCase();
  if (isRepeated(lower) || new Set(lower).size < 5) return true;
  const contextWords = context.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 3);
  const parts = [...words, ...contextWords].sort((a, b) => b.length - a.length);
  // Years and trailing digits go first, so that 2026 is not read as letters.
  const withDigitsAsLetters = withoutLeet(lower.replaceAll(years, '').replace(/[^\p{L}]+$/u, ''));
  return [lower, withDigitsAsLetters].some((text) => {
    const remainder = withoutRuns(removeParts(text, parts)).replaceAll(/[^\p{L}\p{N}]/gu, '');
    return remainder.length < MIN_REST_CHARS || isRepeated(remainder);
  });
};
