import { messages } from '../../../contract/messages.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import { badRequest, type Problem } from './problem.ts';

export const invalidCursorProblem = (): Problem => badRequest('cursor_invalid', messages.refusals.cursor, 'cursor');

/**
 * Encodes an opaque cursor. It carries its query, because later pages may send only cursor and limit. It is not signed, because the rows
 * that an actor may see are determined again for every page.
 */
export const writeParts = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** @throws Problem 400 unless there are exactly `count` parts */
export const readParts = (text: string, count: number): readonly unknown[] => {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidCursorProblem();
  }
  if (!Array.isArray(parts) || parts.length !== count) throw invalidCursorProblem();
  return parts;
};

type Check<T> = (value: unknown) => value is T;
type Checks<Fields> = Readonly<{ [Name in keyof Fields]-?: Check<Fields[Name]> }>;

export type Cursor<Question, Key> = Readonly<{ question: Question; after: Key }>;

/**
 * The cursor of a list: its kind, the query that it continues, and the key of the last row. The fields are encoded in the order of their
 * checks.
 * @param isConsistent checks several fields together, such as whether PostgreSQL accepts a value for the type of the sorted column
 */
export const cursorOf = <Question extends object, Key extends object>(
  kind: string,
  checks: Readonly<{ question: Checks<Question>; after: Checks<Key> }>,
  isConsistent: (cursor: Cursor<Question, Key>) => boolean = () => true,
) => {
  const [questionNames, keyNames] = [checks.question, checks.after].map(Object.keys) as [(keyof Question)[], (keyof Key)[]];
  const partsOf = (question: Question): unknown[] => questionNames.map((name) => question[name]);
  const readFields = <Fields extends object>(
    names: readonly (keyof Fields)[],
    fields: Checks<Fields>,
    parts: readonly unknown[],
  ): Fields => {
    if (!names.every((name, index) => fields[name](parts[index]))) throw invalidCursorProblem();
    return Object.fromEntries(names.map((name, index) => [name, parts[index]])) as Fields;
  };
  return {
    write: ({ question, after }: Cursor<Question, Key>): string =>
      writeParts([kind, ...partsOf(question), ...keyNames.map((name) => after[name])]),
    /** @throws Problem 400 for a cursor that this server did not create */
    read: (text: string): Cursor<Question, Key> => {
      const [foundKind, ...parts] = readParts(text, 1 + questionNames.length + keyNames.length);
      if (foundKind !== kind) throw invalidCursorProblem();
      const cursor = {
        question: readFields(questionNames, checks.question, parts),
        after: readFields(keyNames, checks.after, parts.slice(questionNames.length)),
      };
      if (!isConsistent(cursor)) throw invalidCursorProblem();
      return cursor;
    },
    /** @throws Problem 400 if the query differs from the one the cursor continues */
    mustContinue: (cursor: Cursor<Question, Key>, question: Question): void => {
      if (JSON.stringify(partsOf(cursor.question)) !== JSON.stringify(partsOf(question))) throw invalidCursorProblem();
    },
  };
};

export const isRowId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
/** PostgreSQL refuses text with a NUL. */
export const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\u0000');
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isDirection = (value: unknown): value is 'asc' | 'desc' => value === 'asc' || value === 'desc';
export const isOneOf =
  <T extends string>(values: readonly T[]): Check<T> =>
  (value): value is T =>
    values.some((candidate) => candidate === value);
export const nullOr =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

/** Values PostgreSQL accepts for the type of a sorted column. */
export const isAmountText = (value: string): boolean => /^-?\d{1,15}$/.test(value);
export const isInstantText = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value) && isDay(value.slice(0, 10));
