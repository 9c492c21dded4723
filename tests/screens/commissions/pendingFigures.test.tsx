import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CommissionSummary } from '../../../contract/entities/commission.ts';
import { PendingFigures } from '../../../src/screens/commissions/parts/PendingFigures.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(() => void vi.useRealTimers());

const summaryWith = (pending: number): CommissionSummary => ({ pending }) as CommissionSummary;

it('decisions 7.08: says how many figures are being computed, reloads them within a second, and disappears when they are ready', async () => {
  const onAgain = vi.fn();
  const app = await createStage();
  vi.useFakeTimers();
  const line = (summary: CommissionSummary | null) => (
    <Stage app={app}>
      <PendingFigures summary={summary} onAgain={onAgain} />
    </Stage>
  );
  const { rerender } = render(line(null));
  expect(screen.queryByRole('status')).toBeNull();
  rerender(line(summaryWith(12)));
  expect(screen.getByRole('status').textContent).toBe('12 figures are being computed…');
  act(() => void vi.advanceTimersByTime(999));
  expect(onAgain).toHaveBeenCalledTimes(1);
  rerender(line(summaryWith(1)));
  expect(screen.getByRole('status').textContent).toBe('A figure is being computed…');
  act(() => void vi.advanceTimersByTime(999));
  expect(onAgain).toHaveBeenCalledTimes(2);
  rerender(line(summaryWith(0)));
  expect(screen.queryByRole('status')).toBeNull();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(onAgain).toHaveBeenCalledTimes(2);
});
