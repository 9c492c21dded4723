import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Commission } from '../../../contract/entities/commission.ts';
import type { Explanation } from '../../../contract/entities/explanation.ts';
import WhyTab from '../../../src/screens/commissions/why/WhyTab.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { answer } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/explanations.ts', () => ({
  createExplanations: () => ({ explain: ({ id }: Commission, asOf: string) => jobs.current.start('loadAnswer', { id, asOf }) }),
}));

const row: Commission = {
  id: '9',
  invoice_id: '1042',
  invoice_number: '1042-A',
  user_id: '7',
  salesperson_name: 'Sam Sales',
  booking_date: '2026-11-01',
  gross_amount: 6000,
  net_revenue: 6000,
  commission_amount: 3500,
  commission_rate: 0.05,
  status: 'not_due',
  payment_date: null,
  notes: null,
};
const sentence = 'Not due: invoice 1042-A has $2,400.00 of $6,000.00 received; the plan releases on full payment.';
const explanation: Explanation = {
  commission_id: '9',
  as_of: '2026-11-21',
  status: 'not_due',
  sentence,
  formula: [
    { label: 'Base', text: '40,000.00 × 5.0%', amount: 2000 },
    { label: 'Over quota', text: '20,000.00 × 7.5%', amount: 1500 },
  ],
  rows: [
    { kind: 'plan', label: 'Standard, version 3', date: null, amount: 100_000, note: 'quota of 2026-Q4' },
    { kind: 'payment', label: 'Customer payment', date: '2026-11-03', amount: 2400, note: null },
  ],
  blocks: [{ sentence: '$3,600.00 of the invoice is not received.', who: 'The customer pays.' }],
  plan: { id: 'default', name: 'Standard', version: 3 },
  amounts: { commission: 3500, adjustments: 0, total: 3500, released: 0, paid: 0, due: 0 },
};

describeScreen({
  of: {
    ...answer,
    inputs: [{ question: {}, fallback: 'The explanation could not be loaded.' }],
    cases: {
      ...answer.cases,
      // An input reports only changes.
      'question.ask': ({ context }) => [{ question: { as_of: context.question.as_of === '2026-10-31' ? '2026-10-30' : '2026-10-31' } }],
      'question.changed': [],
      'xstate.done.actor.loadAnswer': [{ output: explanation }],
    },
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(answer.machine);
    const app = await createStage({ features: ['explain'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <WhyTab row={row} onChanged={() => {}} />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'question.ask': (event) => void fireEvent.change(screen.getByLabelText('As of'), { target: { value: event.question.as_of } }),
    'answer.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  shows: (model) => {
    expect(screen.queryByRole('alert')?.textContent?.includes('Being counted.') ?? false).toBe(model.matches('failed'));
    expect(screen.queryByText(sentence) !== null).toBe(model.context.answer !== null);
    // The request contains the day of the input, or no day before one is chosen.
    if (model.matches('loading')) expect(jobs.current.calls.at(-1)?.input).toEqual({ id: '9', asOf: model.context.question.as_of ?? '' });
    // An invalid day is reported at the field, also to screen readers, and no retry is offered.
    const field = screen.getByLabelText('As of');
    expect(field.getAttribute('aria-invalid')).toBe(model.matches('refused') ? 'true' : null);
    expect(screen.queryByText('That day is to come.') !== null).toBe(model.matches('refused'));
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(model.matches('failed'));
    if (model.context.answer === null) return;
    // The formula with its numbers, the rows used, the blockers and the people who can resolve them.
    expect(screen.getByRole('table', { name: 'How it is calculated' }).textContent).toContain('20,000.00 × 7.5%$1,500.00');
    const read = screen.getByRole('table', { name: 'Data used' }).textContent;
    expect(read).toContain('Plan: Standard, version 3—quota of 2026-Q4$100,000.00');
    expect(read).toContain('Customer paymentNov 3, 2026—$2,400.00');
    expect(screen.getByText('$3,600.00 of the invoice is not received. The customer pays.')).toBeTruthy();
  },
  unreachable: {
    'answer --question.changed[0]--> answer.loading (reenter)': 'A day that one types is a wish; no page stands around this tab.',
  },
});

describe('a day that cannot be replayed', () => {
  it.each([
    ['in the future', '2199-01-01'],
    ['with a half-typed year', '0202-10-31'],
    ['that is empty', ''],
  ])('%s is refused at the field without a request; the old answer disappears, and the next day is requested', async (_case, day) => {
    jobs.current = createJobs();
    const app = await createStage({ features: ['explain'] });
    await act(
      async () =>
        void render(
          <Stage app={app}>
            <WhyTab row={row} onChanged={() => {}} />
          </Stage>,
        ),
    );
    await act(async () => void (await jobs.current.settle({ type: 'xstate.done.actor.loadAnswer', output: explanation })));
    expect(screen.getByText(sentence)).toBeTruthy();
    const field = screen.getByLabelText('As of');
    await act(async () => void fireEvent.change(field, { target: { value: day } }));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toMatch(/^There is nothing to show for that day\. Choose one from Jan 1, 2000 to /);
    expect(screen.queryByText(sentence)).toBeNull();
    expect(jobs.current.calls).toHaveLength(1);
    await act(async () => void fireEvent.change(field, { target: { value: '2026-10-31' } }));
    expect(field.getAttribute('aria-invalid')).toBeNull();
    expect(jobs.current.calls.at(-1)?.input).toEqual({ id: '9', asOf: '2026-10-31' });
    cleanup();
  });
});
