import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CommissionSummary } from '../../../contract/entities/commission.ts';
import type { SummaryFigure } from '../../../src/machines/commissions/commissions.machine.ts';
import { PerformanceTips } from '../../../src/screens/commissions/parts/PerformanceTips.tsx';
import { SummaryCard } from '../../../src/screens/commissions/parts/SummaryCard.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { figures, formula, summary } from './figuresCases.ts';

afterEach(cleanup);

describe('the summary card', () => {
  const onStatus = vi.fn();
  const show = async (shownSummary: CommissionSummary | null, onWhy?: (figure: SummaryFigure) => void) => {
    const app = await createStage({ features: ['explain'] });
    render(
      <Stage app={app}>
        <SummaryCard summary={shownSummary} state={shownSummary ? 'ready' : 'default'} status="" onStatus={onStatus} onWhy={onWhy} />
      </Stage>,
    );
  };

  it('decisions 2.04: every money figure is a button that opens its reason, and nothing else is', async () => {
    const onWhy = vi.fn();
    await show(summary, onWhy);
    const buttons = screen.getAllByRole('button', { name: /^Why is / });
    for (const button of buttons) button.click();
    expect(onWhy.mock.calls.map(([figure]) => figure).toSorted()).toEqual(figures.toSorted());
    const names = buttons.map((button) => button.getAttribute('aria-label'));
    expect(names).toContain('Why is Net revenue $60,000.00?');
    expect(names).toContain('Why is Base revenue $40,000.00 · 5.0%?');
    expect(names).toContain('Why is Year-to-date target $353,260.87?');
    // Voice control users can name a button by its visible text.
    for (const button of buttons) expect(button.getAttribute('aria-label')).toContain(button.textContent);
    expect(screen.getByText('Choose a figure to see how it is calculated.')).toBeTruthy();
  });

  const fullSummary = { ...summary, total_commission_not_yet_due: 1_640.06, total_commission_overpaid: 100 };

  it('decisions 2.05: shows one line that adds up, each part linked to the rows of its status', async () => {
    await show(fullSummary, () => {});
    const line = screen.getByLabelText('Earned is Paid plus Due plus Not yet due less Overpaid');
    expect([...line.children].map((part) => `${part.getAttribute('data-sign') ?? ''}${part.textContent}`)).toEqual([
      'Earned$3,540.06',
      '=Paid$1,100.00',
      '+Due$900.00',
      '+Not yet due$1,640.06',
      '−Overpaid$100.00',
    ]);
    onStatus.mockClear();
    for (const name of ['Paid', 'Due', 'Not yet due', 'Overpaid']) screen.getByRole('button', { name }).click();
    expect(onStatus.mock.calls).toEqual([['paid'], ['due'], ['not_due'], ['over_paid']]);
    expect(formula('total_commission_overpaid', fullSummary)).toEqual([
      'Paid | $1,100.00',
      '+ Due | $900.00',
      '+ Not yet due | $1,640.06',
      '− Earned | $3,540.06',
      '= Overpaid | $100.00',
    ]);
    expect(formula('total_commission_not_yet_due', fullSummary).at(-1)).toBe('= Not yet due | $1,640.06');
  });

  it('decisions 1.03: shows the figures of a provider without overpayments as sent, without signs', async () => {
    await show(summary, () => {});
    const line = screen.getByLabelText('Earned is Paid plus Due plus Not yet due less Overpaid');
    expect([...line.children].map((part) => `${part.getAttribute('data-sign') ?? ''}${part.textContent}`)).toEqual([
      'Earned$3,540.06',
      'Paid$1,100.00',
      'Due$900.00',
    ]);
  });

  it('decisions 2.05: shows the difference between earned and the total, and links to its reason', async () => {
    const onWhy = vi.fn();
    await show(summary, onWhy);
    screen.getByRole('button', { name: 'Earned is $20.00 more than the total: see which adjustments make the difference' }).click();
    expect(onWhy).toHaveBeenCalledWith('total_commission_earned');
    cleanup();
    await show({ ...summary, total_commission_earned: 3_520.06 }, onWhy);
    expect(screen.queryByText(/than the total/)).toBeNull();
  });

  it('look.md: shows the distance to the next rate beside attainment, if the server sends it', async () => {
    await show({ ...summary, next_rate: { missing: 8_000, rate: 0.075, period: 'Q4 2026' } }, () => {});
    expect(screen.getByText('$8,000.00 more in Q4 2026 and the rest pays 7.5%')).toBeTruthy();
    cleanup();
    await show({ ...summary, next_rate: null }, () => {});
    expect(screen.queryByText(/to 7\.5%/)).toBeNull();
  });

  it('spec 2.34, 9.04: the tips do not contradict the quota on the card', async () => {
    const readTooltip = async (shownSummary: CommissionSummary | null): Promise<string | undefined> => {
      const app = await createStage();
      render(
        <Stage app={app}>
          <PerformanceTips summary={shownSummary} isOwn loading={false} failed={false} />
        </Stage>,
      );
      const firstItem = screen.getAllByRole('listitem')[0]?.textContent ?? '';
      cleanup();
      return firstItem;
    };
    expect(await readTooltip(null)).toBe('The quota for this period is $100,000.00.');
    expect(await readTooltip({ ...summary, quota_attainment: null, quota_amount: 50_000 })).toBe(
      'The quota for this period is $50,000.00.',
    );
    expect(await readTooltip({ ...summary, quota_attainment: null, quota_amount: 0 })).toBe('No quota is set for this period.');
    expect(await readTooltip({ ...summary, quota_attainment: 0.72 })).toBe('You have reached 72.0% of the quota for this period.');
  });

  it('shows no rate if there are several', async () => {
    await show({ ...summary, base_commission_rate: null }, () => {});
    expect(screen.getByRole('button', { name: 'Why is Base revenue $40,000.00 · several rates?' })).toBeTruthy();
  });

  it.each([
    ['the server cannot explain figures', summary, undefined],
    ['there is no summary yet', null, () => {}],
  ])('decisions 1.03: figures are text if %s', async (_case, shownSummary, onWhy) => {
    await show(shownSummary, onWhy);
    expect(screen.queryAllByRole('button', { name: /^Why is / })).toEqual([]);
    expect(screen.queryByText('Choose a figure to see how it is calculated.')).toBeNull();
  });
});
