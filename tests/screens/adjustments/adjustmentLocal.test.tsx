import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import AdjustmentDialog from '../../../src/screens/commissions/adjustments/AdjustmentDialog.tsx';
import type { Adjustments } from '../../../src/screens/commissions/adjustments/useAdjustments.ts';
import { adjustment } from '../../models/adjustmentForm/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('spec 2.38: if the server stores no adjustments, Delete removes the row from this page, without a reason or a call', async () => {
  const prompt = vi.fn();
  vi.stubGlobal('prompt', prompt);
  const outcomes: unknown[] = [];
  const parts = { service: {}, doubt: () => {}, formEnded: (event: unknown) => void outcomes.push(event) };
  const { actions: _ours, ...row } = adjustment;
  const app = await createStage();
  await act(async () => {
    render(
      <Stage app={app}>
        <AdjustmentDialog subject={{ adjustment: row, prefill: null }} live={false} adjustments={parts as unknown as Adjustments} />
      </Stage>,
    );
  });
  expect(document.body.textContent).not.toMatch(/void/i);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Deleting…');
  await waitFor(() => expect(outcomes).toEqual([{ type: 'form.deleted', id: row.id }]));
  expect(prompt).not.toHaveBeenCalled();
});
