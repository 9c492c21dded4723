import { describe, expect, it } from 'vitest';
import { adjustmentColumns } from '../../../src/screens/commissions/adjustments/AdjustmentsColumns.tsx';
import { adjustment } from '../../models/adjustmentForm/cases.ts';

const tipOf = (key: string, row: object) =>
  adjustmentColumns(true, [])
    .find((column) => column.key === key)
    ?.tip?.({ ...adjustment, ...row });

describe('decisions 2.10: the author’s view of an adjustment', () => {
  it('includes the decider’s note, and says that its month is closed', () => {
    expect(tipOf('state', {})).toBeNull();
    expect(tipOf('state', { state: 'rejected', decision_reason: 'Paid twice', month_closed: true })).toBe(
      'Reason: Paid twice\nIts month is closed, so it cannot be changed.',
    );
  });

  it('includes the person who set the amount last, if that was somebody else', () => {
    expect(tipOf('created_by', { set_by: 'Vera Voss' })).toBeNull();
    expect(tipOf('created_by', { set_by: 'Ada Admin' })).toBe('Changed by Ada Admin');
  });
});
