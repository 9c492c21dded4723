import { bankDirections, bankStates } from '../../../contract/entities/bank.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { BankKey, BankQuestion } from '../../db/repositories/bank/transactionsPage.ts';
import { invalidCursor, isRowId, readParts, writeParts } from '../shared/cursor.ts';

const KIND = 'bank-1';
export type BankCursor = Readonly<{ question: BankQuestion; after: BankKey }>;
const partsOf = ({ state, direction, from, to, search }: BankQuestion) => [state, direction, from, to, search];

export const writeBankCursor = ({ question, after }: BankCursor): string => writeParts([KIND, ...partsOf(question), after.day, after.id]);

const among = <T extends string>(values: readonly T[], value: unknown): value is T => values.some((one) => one === value);
const isDayOrNone = (value: unknown): value is string | null => value === null || (typeof value === 'string' && isDay(value));

/** @throws Problem 400 for a cursor that this server did not create */
export const readBankCursor = (text: string): BankCursor => {
  const [kind, state, direction, from, to, search, day, id] = readParts(text, 8);
  if (kind !== KIND || !isRowId(id) || typeof day !== 'string' || !isDay(day)) throw invalidCursor();
  if (state !== null && !among(['open', ...bankStates] as const, state)) throw invalidCursor();
  if (direction !== null && !among(bankDirections, direction)) throw invalidCursor();
  if (search !== null && (typeof search !== 'string' || search.includes('\u0000'))) throw invalidCursor();
  if (!isDayOrNone(from) || !isDayOrNone(to)) throw invalidCursor();
  return { question: { state, direction, from, to, search }, after: { day, id } };
};

/** @throws Problem 400 if the query differs from the one the cursor continues */
export const mustContinueBank = ({ question: cursorQuestion }: BankCursor, question: BankQuestion): void => {
  if (JSON.stringify(partsOf(cursorQuestion)) !== JSON.stringify(partsOf(question))) throw invalidCursor();
};
