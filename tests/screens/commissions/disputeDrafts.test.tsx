import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Dispute } from '../../../contract/entities/dispute.ts';
import { DetailsDialog } from '../../../src/screens/commissions/parts/DetailsDialog.tsx';
import { dispute } from '../../models/dispute/cases.ts';
import { commissionRow as row } from '../../models/support/commissionRow.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const stub = vi.hoisted(() => ({ yes: false, asked: [] as string[], threads: [] as unknown[], reads: 0, reply: vi.fn(async () => {}) }));
vi.mock('../../../src/services/browser.ts', async (load) => ({
  ...(await load<object>()),
  confirmWithUser: (question: string) => {
    stub.asked.push(question);
    return stub.yes;
  },
}));
vi.mock('../../../src/services/disputes.ts', () => ({
  createDisputes: () => ({
    of: async () => {
      stub.reads += 1;
      return stub.threads;
    },
    reply: stub.reply,
    take: async () => {},
  }),
}));

const words = 'The credit memo was meant for 1043-A.';
const onClose = vi.fn();
const open = async (threads: readonly Dispute[], record = row) => {
  stub.threads = [...threads];
  const app = await createStage({ features: ['disputes'] });
  await act(async () => {
    render(
      <Stage app={app}>
        <DetailsDialog row={record} tab="question" onClose={onClose} onChanged={() => {}} />
      </Stage>,
    );
  });
  await screen.findByText(/I expected more/);
  return app;
};
const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const all = ['reply', 'take', 'resolve'] as const;

// Preloads lazy chunks: on a busy machine they take longer than a test waits.
beforeAll(async () => {
  await import('../../../src/ui/dialog/Dialog.tsx');
  await import('../../../src/screens/commissions/disputes/DisputeTab.tsx');
}, 30_000);
afterEach(() => {
  cleanup();
  stub.yes = false;
  stub.asked = [];
  onClose.mockClear();
  stub.reply.mockClear();
});

describe('decisions 8.02: text about an amount is not lost', () => {
  it('survives switching to another tab of the record', async () => {
    await open([dispute('open', [...all])]);
    type('How it was resolved', words);
    type('Adjustment, if one is due', '-12.50');
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Question' }));
    await screen.findByText(/I expected more/);
    expect([field('How it was resolved').value, field('Adjustment, if one is due').value]).toEqual([words, '-12.50']);
  });

  it('closing the record or leaving the page asks first', async () => {
    await open([dispute('open', [...all])]);
    press('Take it on');
    await act(async () => {});
    type('How it was resolved', words);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect([stub.asked, onClose.mock.calls.length]).toEqual([['Discard what you wrote?'], 0]);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    stub.yes = true;
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('decisions 2.13: a reply clears its text, and keeps the amount typed beside Resolve', async () => {
    await open([dispute('in_review', [...all])]);
    type('How it was resolved', words);
    type('Adjustment, if one is due', '-12.50');
    press('Reply');
    await vi.waitFor(() => expect(stub.reply).toHaveBeenCalledWith('41', words));
    await vi.waitFor(() => expect(field('How it was resolved').value).toBe(''));
    expect(field('Adjustment, if one is due').value).toBe('-12.50');
  });

  it('a reply to a question resolved meanwhile is shown under it, to be copied or dropped', async () => {
    await open([dispute('in_review', [...all])]);
    type('How it was resolved', words);
    type('Adjustment, if one is due', '-12.50');
    stub.threads = [dispute('resolved', [])];
    press('Take it on');
    await vi.waitFor(() => expect(field('What you wrote').value).toBe(`${words}\n-12.50`));
    expect(field('What you wrote').readOnly).toBe(true);
    press('Discard');
    expect(screen.queryByLabelText('What you wrote')).toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect([stub.asked, onClose.mock.calls.length]).toEqual([[], 1]);
  });

  it('a draft about another record leaves this one’s draft unchanged, and does not appear here', async () => {
    const { session } = await open([dispute('in_review', [...all])]);
    type('How it was resolved', words);
    session.send({ type: 'session.ended' });
    cleanup();
    await open([dispute('in_review', [...all])], { ...row, id: '10' });
    expect(field('How it was resolved').value).toBe('');
    type('How it was resolved', 'Another matter entirely.');
    cleanup();
    await open([dispute('in_review', [...all])]);
    expect(field('How it was resolved').value).toBe(words);
  });

  it('taking a question on clears nothing', async () => {
    await open([dispute('open', [...all])]);
    type('How it was resolved', words);
    const readsBefore = stub.reads;
    press('Take it on');
    await vi.waitFor(() => expect(stub.reads).toBe(readsBefore + 1));
    await act(async () => {});
    expect(field('How it was resolved').value).toBe(words);
  });
});

describe('decisions 2.13: the question of a record', () => {
  it('repeats the questioned item', async () => {
    await open([dispute('open', [])]);
    expect(screen.getByText('Invoice 1042-A, Sam Sales: $300.00')).toBeTruthy();
  });

  it.each([
    ['approved', 'It led to an adjustment of -$12.50.'],
    ['pending', 'which is waiting for approval and does not count yet.'],
    ['rejected', 'which was not approved and does not count.'],
    ['void', 'which was voided and no longer counts.'],
  ] as const)('says that the resulting adjustment is %s', async (state, sentence) => {
    await open([{ ...dispute('resolved', []), resolution: 'So be it.', adjustment_amount: -12.5, adjustment_state: state }]);
    expect(screen.getByText((text) => text.endsWith(sentence))).toBeTruthy();
  });
});
