import { dealSortFields, dealStates } from '../../../contract/entities/deal.ts';
import { closedRange } from '../../../contract/rules/deals.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { DealKey, DealsListFilter } from '../../db/repositories/deals/dealsPage.ts';
import { cursorOf, isAmountText, isDirection, isInstantText, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';

/** The owners are not in the cursor, because the actor's reach is determined again for every page. */
export type DealsCursorFields = Omit<DealsListFilter, 'owners'>;

export const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}$/.test(value) && isDay(`${value}-01`) && value >= '1900-01' && value <= '2999-12';
const isClosedRange = (value: unknown): value is string => isText(value) && closedRange(value) !== null;
const isOwner = (value: unknown): value is number | 'none' => value === 'none' || isRowId(value);
const values: Readonly<Record<DealsListFilter['sort'], (value: string) => boolean>> = {
  expected_close_date: isDay,
  name: () => true,
  customer_name: () => true,
  amount: isAmountText,
  stage_entered_at: isInstantText,
};

export const dealCursor = cursorOf<DealsCursorFields, DealKey>(
  'deals-2',
  {
    question: {
      state: nullOr(isOneOf(dealStates)),
      stage: nullOr(isText),
      owner: nullOr(isOwner),
      customer: nullOr(isText),
      search: nullOr(isText),
      close: nullOr(isMonth),
      closed: nullOr(isClosedRange),
      reached: nullOr(isText),
      attention: nullOr(isOneOf(['needs_data', 'stale'])),
      sort: isOneOf(dealSortFields),
      direction: isDirection,
    },
    after: { value: isText, id: isRowId },
  },
  ({ question, after }) => values[question.sort](after.value),
);
