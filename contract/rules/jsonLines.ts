// Finds the position of a path such as `plans[0].tiers[1].from` in a JSON text, and the place where the text stops being valid JSON.
// Lines count from 1.

type Place = Readonly<{ path: string; at: number }>;
type Cursor = { text: string; at: number; depth: number; places: Map<string, number>; repeated: Place[] };
/** Nesting limit, far above any configuration and far below the stack. */
const MAX_DEPTH = 500;

class SyntaxProblem extends Error {
  readonly at: number;
  constructor(position: number) {
    super('not JSON');
    this.at = position;
  }
}

const BLANK = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows all others, the upper control characters too.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

const match = (cursor: Cursor, pattern: RegExp): string | null => {
  pattern.lastIndex = cursor.at;
  const matchedText = pattern.exec(cursor.text)?.[0] ?? null;
  if (matchedText !== null) cursor.at += matchedText.length;
  return matchedText;
};
const skipBlanks = (cursor: Cursor): void => void match(cursor, BLANK);
const peek = (cursor: Cursor): string | undefined => cursor.text[cursor.at];
const expectCharacter = (cursor: Cursor, character: string): void => {
  skipBlanks(cursor);
  if (peek(cursor) !== character) throw new SyntaxProblem(cursor.at);
  cursor.at += 1;
};
const required = (cursor: Cursor, pattern: RegExp): string => {
  const matchedText = match(cursor, pattern);
  if (matchedText === null || matchedText === '') throw new SyntaxProblem(cursor.at);
  return matchedText;
};

/** Reads the entries of an object or array, up to its end. */
const entries = (cursor: Cursor, end: '}' | ']', readEntry: (index: number) => void): void => {
  cursor.at += 1;
  cursor.depth += 1;
  if (cursor.depth > MAX_DEPTH) throw new SyntaxProblem(cursor.at);
  skipBlanks(cursor);
  for (let index = 0; ; index += 1) {
    skipBlanks(cursor);
    if (index === 0 && peek(cursor) === end) break;
    readEntry(index);
    skipBlanks(cursor);
    if (peek(cursor) !== ',') break;
    cursor.at += 1;
  }
  expectCharacter(cursor, end);
  cursor.depth -= 1;
};

const walk = (cursor: Cursor, path: string): void => {
  skipBlanks(cursor);
  if (!cursor.places.has(path)) cursor.places.set(path, cursor.at);
  const first = peek(cursor);
  if (first === '{') {
    const keys = new Set<string>();
    entries(cursor, '}', () => {
      const start = cursor.at;
      const key = JSON.parse(required(cursor, STRING)) as string;
      const inner = path === '' ? key : `${path}.${key}`;
      // A member starts at its key, because that is the line people look for.
      cursor.places.set(inner, start);
      if (keys.has(key)) cursor.repeated.push({ path: inner, at: start });
      keys.add(key);
      expectCharacter(cursor, ':');
      walk(cursor, inner);
    });
  } else if (first === '[') entries(cursor, ']', (index) => walk(cursor, `${path}[${index}]`));
  else required(cursor, first === '"' ? STRING : SCALAR);
};

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')));

/** Every place in the text by its path, and the position where the text stops being valid JSON, or null if it is valid. */
const scanText = (text: string): Pick<Cursor, 'places' | 'repeated'> & Readonly<{ brokenAt: number | null }> => {
  const cursor: Cursor = { text, at: 0, depth: 0, places: new Map(), repeated: [] };
  try {
    walk(cursor, '');
    skipBlanks(cursor);
    return { ...cursor, brokenAt: cursor.at < text.length ? cursor.at : null };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ...cursor, brokenAt: error.at };
    throw error;
  }
};

/** The line on which a text stops being valid JSON, null if it is valid or empty. */
export const findBrokenLine = (text: string): number | null => {
  if (text.trim() === '') return null;
  const { brokenAt } = scanText(text);
  return brokenAt === null ? null : lineAt(text, brokenAt);
};

/**
 * The line of a path, or of its nearest ancestor if it is missing, such as a required field. `$` is the line where the text breaks,
 * otherwise its first.
 */
export const lineOf = (text: string, path: string): number => {
  const { places, brokenAt } = scanText(text);
  if (path === '$' && brokenAt !== null && text.trim() !== '') return lineAt(text, brokenAt);
  for (let ancestor = path === '$' ? '' : path; ; ancestor = parentOf(ancestor)) {
    const position = places.get(ancestor);
    if (position !== undefined) return lineAt(text, position);
    if (ancestor === '') return 1;
  }
};

/** Repeated keys of an object, without the first occurrence: JSON.parse silently uses the last one. */
export const repeatedKeys = (text: string): Readonly<{ path: string; line: number; column: number }>[] =>
  scanText(text).repeated.map(({ path, at: position }) => ({
    path,
    line: lineAt(text, position),
    column: position - text.lastIndexOf('\n', position - 1),
  }));

/** Path of the innermost place at a position in the text: the last member or entry that begins before it; '' before the first. */
export const pathAt = (text: string, position: number): string => {
  let closest: Place = { path: '', at: -1 };
  for (const [path, offset] of scanText(text).places) if (offset <= position && offset >= closest.at) closest = { path, at: offset };
  return closest.path;
};
