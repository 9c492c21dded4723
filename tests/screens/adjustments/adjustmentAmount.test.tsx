import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import AdjustmentDialog from '../../../src/screens/commissions/adjustments/AdjustmentDialog.tsx';
import type { Adjustments } from '../../../src/screens/commissions/adjustments/useAdjustments.ts';
import { DisputeForm } from '../../../src/screens/commissions/disputes/DisputeForm.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);
const invalid = 'Amount must be a valid number';

/** A key press or a paste as reported by the browser: the new text, the caret after the inserted text, and the input type. */
const change = (field: HTMLInputElement, value: string, caret: number, inputType: string, data: string | null = null): void => {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    set?.call(field, value);
    field.setSelectionRange(caret, caret);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }));
  });
};
const dialog = async (): Promise<HTMLInputElement> => {
  const app = await createStage({ features: ['adjustments'] });
  const adjustments = { service: { lookUp: () => Promise.resolve([]) }, formEnded: () => {} } as unknown as Adjustments;
  await act(async () => {
    render(
      <Stage app={app}>
        <AdjustmentDialog subject={{ adjustment: null, prefill: null }} live adjustments={adjustments} />
      </Stage>,
    );
  });
  return screen.getByLabelText('Amount');
};

describe('the amount of an adjustment', () => {
  it('spec 2.38: a refused letter leaves the caret in place, so that the next digit lands there', async () => {
    const field = await dialog();
    change(field, '200.00', 6, 'insertText');
    change(field, '9200.00', 1, 'insertText');
    change(field, '9x200.00', 2, 'insertText');
    expect([field.value, field.selectionStart]).toEqual(['9200.00', 1]);
    change(field, '98200.00', 2, 'insertText');
    expect(field.value).toBe('98200.00');
  });

  it('spec 2.38: a pasted deduction stays negative', async () => {
    const field = await dialog();
    change(field, '\u2212500', 4, 'insertFromPaste');
    expect(field.value).toBe('-500');
  });

  it('spec 5.02: unreadable input stays as pasted, and is refused', async () => {
    const field = await dialog();
    change(field, '1.234,56', 8, 'insertFromPaste');
    expect(field.value).toBe('1.234,56');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(invalid);
  });

  it.each(['500-', '1.234,50'])('decisions 2.10: %s, inserted at once, stays and is refused', async (value) => {
    const field = await dialog();
    for (const [inputType, data] of [
      ['insertFromPaste', null],
      ['insertText', value],
    ] as const) {
      change(field, '', 0, 'deleteContentBackward');
      change(field, value, value.length, inputType, data);
      expect(field.value).toBe(value);
    }
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(invalid);
  });

  it('the dialog starts at the amount, not at its Close button', async () => {
    const field = await dialog();
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});

describe('decisions 2.13: the amount entered with a resolution', () => {
  it('is checked by the same rule before it is sent', async () => {
    const send = vi.fn();
    const draft = { message: '', amount: '' };
    const otherProps = { draft, onDraft: () => {}, sentCount: 0, keepsAmount: false, busy: false };
    render(
      <DisputeForm
        label="How it was resolved"
        actions={[{ kind: 'resolve', label: 'Resolve' }]}
        hasAmount
        {...otherProps}
        onSubmit={send}
      />,
    );
    fireEvent.change(screen.getByLabelText('How it was resolved'), { target: { value: 'The credit memo was meant for 1043-A.' } });
    const amount: HTMLInputElement = screen.getByLabelText('Adjustment, if one is due');
    change(amount, '1e400', 5, 'insertFromPaste');
    fireEvent.click(screen.getByRole('button', { name: 'Resolve' }));
    await screen.findByText(invalid);
    expect(send).not.toHaveBeenCalled();
    change(amount, '(12.50)', 7, 'insertFromPaste');
    fireEvent.click(screen.getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(send).toHaveBeenCalledWith('resolve', 'The credit memo was meant for 1043-A.', '-12.50'));
  });
});
