import { describe, expect, it } from 'vitest';
import { cursorOf, isAmountText, isInstantText, isOneOf, isRowId, isText, nullOr } from '../../server/domain/shared/cursor.ts';

type Question = Readonly<{ state: 'open' | 'done' | null; search: string | null }>;
type Key = Readonly<{ value: string; id: number }>;
const cursors = cursorOf<Question, Key>(
  'things-1',
  {
    question: { state: nullOr(isOneOf(['open', 'done'])), search: nullOr(isText) },
    after: { value: isText, id: isRowId },
  },
  ({ question, after }) => question.state !== 'done' || isAmountText(after.value),
);
const encode = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
const refused = expect.objectContaining({ status: 400, code: 'cursor_invalid' });
const failureOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('the cursor of a list', () => {
  it('encodes its kind, its query and the last row’s key, and checks them in this order', () => {
    const text = cursors.write({ after: { id: 7, value: '12' }, question: { search: 'Öl', state: 'done' } });
    expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toEqual(['things-1', 'done', 'Öl', '12', 7]);
    expect(cursors.read(text)).toEqual({ question: { state: 'done', search: 'Öl' }, after: { value: '12', id: 7 } });
  });

  it.each([
    ['text that is not base64url', '%%%'],
    ['an object instead of a list', encode({ kind: 'things-1' })],
    ['another kind', encode(['things-2', null, null, 'a', 7])],
    ['a missing part', encode(['things-1', null, null, 'a'])],
    ['an extra part', encode(['things-1', null, null, 'a', 7, null])],
    ['an unknown value in the query', encode(['things-1', 'gone', null, 'a', 7])],
    ['text that PostgreSQL refuses', encode(['things-1', null, 'a\u0000', 'a', 7])],
    ['a key of another type', encode(['things-1', null, null, 'a', '7'])],
    ['a key that does not fit the query', encode(['things-1', 'done', null, 'a', 7])],
  ])('refuses %s', (_name, text) => {
    expect(failureOf(() => cursors.read(text))).toEqual(refused);
  });

  it('continues only its own query', () => {
    const question = { state: 'open', search: null } as const;
    const cursor = { question, after: { value: 'a', id: 7 } };
    expect(failureOf(() => cursors.mustContinue(cursor, { search: null, state: 'open' }))).toBeUndefined();
    expect(failureOf(() => cursors.mustContinue(cursor, { state: 'open', search: 'a' }))).toEqual(refused);
  });
});

it.each([
  ['2026-11-28 09:30:00+00', true],
  ['2026-11-28 09:30:00.123456+00', true],
  ['2026-13-28 09:30:00+00', false],
  ['2026-11-28 09:30:00', false],
  ['infinity', false],
])('the instant %s is accepted: %s', (text, isAccepted) => {
  expect(isInstantText(text)).toBe(isAccepted);
});
