import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import AdjustmentPanel from '../../../src/screens/commissions/adjustments/AdjustmentPanel.tsx';
import { adjustmentColumns } from '../../../src/screens/commissions/adjustments/AdjustmentsColumns.tsx';
import { createAdjustments } from '../../../src/services/adjustments.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { adjustment } from '../commissions/figuresCases.ts';

afterEach(cleanup);

describe('decisions 2.04: the amount of an adjustment is a button that opens its history', () => {
  const cellOf = (columns: ReturnType<typeof adjustmentColumns>) => {
    const column = columns.find(({ key }) => key === 'adjustment_amount');
    render(<p>{column?.cell(adjustment)}</p>);
  };

  it('shows who, when, before, after and why', async () => {
    const onHistory = vi.fn();
    cellOf(adjustmentColumns(true, [], onHistory));
    fireEvent.click(screen.getByRole('button', { name: 'Why is the adjustment on invoice 1042-A $25.05?' }));
    expect(onHistory).toHaveBeenCalledWith('1');
    cleanup();
    const entry = { id: '5', at: '2026-11-03T10:00:00Z', actor: 'Carla Diaz', action: 'adjustment.approved', cause: 'Agreed in May' };
    const paths: string[] = [];
    const http = async (path: string): Promise<unknown> => {
      paths.push(path);
      return { data: [{ ...entry, changes: [{ field: 'state', before: 'pending', after: 'approved' }] }] };
    };
    const app = { ...(await createStage()), http };
    render(
      <Stage app={app as Parameters<typeof Stage>[0]['app']}>
        <AdjustmentPanel
          opened={{ id: '1', pane: '', row: adjustment, previous: null, next: null }}
          service={createAdjustments(http as never)}
          actionsOf={() => []}
          onAction={() => {}}
          onOpen={() => {}}
          onClose={() => {}}
        />
      </Stage>,
    );
    await screen.findByText('State: pending → approved');
    expect(paths).toEqual(['/api/v1/adjustments/1/history']);
    expect(screen.getByText('Referral bonus')).toBeTruthy();
    expect(screen.getByText('Because: Agreed in May')).toBeTruthy();
  });

  it.each([
    ['the server keeps no history', adjustmentColumns(true, [])],
    ['adjustments exist on this page only', adjustmentColumns(false, [], () => {})],
  ])('decisions 1.03: is text if %s', (_case, columns) => {
    cellOf(columns);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('$25.05')).toBeTruthy();
  });
});
