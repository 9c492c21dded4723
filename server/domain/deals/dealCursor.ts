import { dealSortFields, dealStates } from '../../../contract/entities/deal.ts';
import { closedRange } from '../../../contract/rules/deals.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { DealKey, DealsQuestion } from '../../db/repositories/deals/dealsPage.ts';
import { invalidCursor, isDirection, isOneOf, isRowId, isText, isTextOrNull, readParts, writeParts } from '../shared/cursor.ts';

const KIND = 'deals-2';
/** The owners are not in the cursor, because the actor's reach is determined again for every page. */
export type DealsCarried = Omit<DealsQuestion, 'owners'>;
export type DealCursor = Readonly<{ question: DealsCarried; after: DealKey }>;

const partsOf = ({ state, stage, owner, customer, search, close, closed, reached, attention, sort, direction }: DealsCarried) => [
  ...[state, stage, owner, customer, search, close, closed, reached],
  ...[attention, sort, direction],
];

/** Encodes the cursor of a deals list. */
export const writeDealCursor = ({ question, after }: DealCursor): string => writeParts([KIND, ...partsOf(question), after.value, after.id]);

export const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}$/.test(value) && isDay(`${value}-01`) && value >= '1900-01' && value <= '2999-12';
/** Values PostgreSQL accepts for the column's type; any other text would be a database error. */
const values: Readonly<Record<DealsQuestion['sort'], (value: string) => boolean>> = {
  expected_close_date: (value) => isDay(value),
  name: () => true,
  customer_name: () => true,
  amount: (value) => /^\d{1,15}$/.test(value),
  stage_entered_at: (value) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value),
};

/** @throws Problem 400 for a cursor that this server did not create */
export const readDealCursor = (text: string): DealCursor => {
  const [kind, state, stage, owner, customer, search, close, closed, reached, attention, sort, direction, value, id] = readParts(text, 14);
  if (kind !== KIND || !isRowId(id) || !isText(value)) throw invalidCursor();
  if (state !== null && !isOneOf(dealStates, state)) throw invalidCursor();
  if (!isTextOrNull(stage) || !isTextOrNull(customer) || !isTextOrNull(search) || (close !== null && !isMonth(close)))
    throw invalidCursor();
  if (!isTextOrNull(closed) || (closed !== null && closedRange(closed) === null) || !isTextOrNull(reached)) throw invalidCursor();
  if (owner !== null && owner !== 'none' && !isRowId(owner)) throw invalidCursor();
  if (attention !== null && !isOneOf(['needs_data', 'stale'] as const, attention)) throw invalidCursor();
  if (!isOneOf(dealSortFields, sort) || !isDirection(direction) || !values[sort](value)) throw invalidCursor();
  return { question: { state, stage, owner, customer, search, close, closed, reached, attention, sort, direction }, after: { value, id } };
};

/** @throws Problem 400 if the query differs from the one the cursor continues */
export const mustContinueDeals = ({ question: cursorQuestion }: DealCursor, question: DealsCarried): void => {
  if (JSON.stringify(partsOf(cursorQuestion)) !== JSON.stringify(partsOf(question))) throw invalidCursor();
};
