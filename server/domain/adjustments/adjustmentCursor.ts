import { adjustmentSortFields, adjustmentStates } from '../../../contract/entities/adjustment.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { AdjustmentFilter, AdjustmentKey } from '../../db/repositories/adjustments/adjustmentsPage.ts';
import { cursorOf, isAmountText, isDirection, isInstantText, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';

const isRange = (value: unknown): value is NonNullable<AdjustmentFilter['range']> => {
  const { start_date, end_date, ...others } = Object(value) as Record<string, unknown>;
  return isDay(start_date) && isDay(end_date) && start_date <= end_date && Object.keys(others).length === 0;
};
const values: Readonly<Record<AdjustmentFilter['sort'], (value: string) => boolean>> = {
  created_at: isInstantText,
  adjustment_amount: isAmountText,
  adjustment_reason: () => true,
  created_by: () => true,
};

export const adjustmentCursor = cursorOf<AdjustmentFilter, AdjustmentKey>(
  'adjustments-3',
  {
    question: {
      range: nullOr(isRange),
      userId: nullOr(isRowId),
      managerId: nullOr(isRowId),
      state: nullOr(isOneOf(adjustmentStates)),
      sort: isOneOf(adjustmentSortFields),
      direction: isDirection,
    },
    after: { value: isText, id: isRowId },
  },
  ({ question, after }) => values[question.sort](after.value),
);
