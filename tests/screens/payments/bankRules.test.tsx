import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BankRule } from '../../../contract/entities/bank.ts';
import RulesDialog from '../../../src/screens/payments/bank/RulesDialog.tsx';
import type { BankService } from '../../../src/services/bank.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);
const rule = (id: string, counterparty: string): BankRule => ({
  id,
  direction: 'in',
  counterparty,
  party: 'Mesa Public Library',
  reason: null,
  created_by: 'Fay Nance',
  created_at: '2026-11-20T09:00:00Z',
});
const button = (counterparty: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Remove the rule for ${counterparty}` });

/** Opens the screen on a server that answers a removal on command. */
const open = async () => {
  let rules = [rule('1', 'MESA LIB'), rule('2', 'ZENITH')];
  const answers: (() => void)[] = [];
  const removeRule = vi.fn(
    (id: string) =>
      new Promise<void>((resolve) =>
        answers.push(() => {
          rules = rules.filter((rule) => rule.id !== id);
          resolve();
        }),
      ),
  );
  const app = await createStage();
  await act(async () => {
    render(
      <Stage app={app}>
        <RulesDialog service={{ rules: async () => rules, removeRule } as unknown as BankService} onClose={() => {}} />
      </Stage>,
    );
  });
  await screen.findByText(/MESA LIB/);
  return { ...app, removeRule, answers };
};

describe('decisions 8.01, 8.02: removing a bank rule', () => {
  it('asks first, naming the rule; blocks other removals meanwhile, and then removes it', async () => {
    const { confirmation, removeRule, answers } = await open();
    fireEvent.click(button('MESA LIB'));
    await waitFor(() => expect(confirmation.getSnapshot().context.question?.title).toBe('Remove the rule for MESA LIB?'));
    expect([removeRule.mock.calls, button('ZENITH').disabled]).toEqual([[], true]);
    act(() => confirmation.send({ type: 'question.accept', reason: '' }));
    await waitFor(() => expect(removeRule).toHaveBeenCalledWith('1'));
    expect(button('ZENITH').disabled).toBe(true);
    await act(async () => answers[0]?.());
    await waitFor(() => expect(screen.queryByText(/MESA LIB/)).toBeNull());
    expect(button('ZENITH').disabled).toBe(false);
  });

  it('declining keeps the rule', async () => {
    const { confirmation, removeRule } = await open();
    fireEvent.click(button('ZENITH'));
    await waitFor(() => expect(confirmation.getSnapshot().matches('asking')).toBe(true));
    act(() => confirmation.send({ type: 'question.reject' }));
    await waitFor(() => expect(button('ZENITH').disabled).toBe(false));
    expect(removeRule).not.toHaveBeenCalled();
  });
});
