import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Adjustment } from '../../contract/entities/adjustment.ts';
import type { CommissionSummary } from '../../contract/entities/commission.ts';
import type { SummaryFigure } from '../../src/machines/commissions/commissions.machine.ts';
import AdjustmentPanel from '../../src/screens/commissions/adjustments/AdjustmentPanel.tsx';
import { adjustmentColumns } from '../../src/screens/commissions/adjustments/AdjustmentsColumns.tsx';
import { ratesThatHold, statusOptions } from '../../src/screens/commissions/connectCommissions.ts';
import { reasonOf } from '../../src/screens/commissions/figures.ts';
import { Filters } from '../../src/screens/commissions/parts/Filters.tsx';
import { SummaryCard } from '../../src/screens/commissions/parts/SummaryCard.tsx';
import WhySummary from '../../src/screens/commissions/why/WhySummary.tsx';
import { createAdjustments } from '../../src/services/adjustments.ts';
import { chipsOf } from '../../src/shared/lists/chipsOf.ts';
import { FilterChips } from '../../src/shared/lists/FilterChips.tsx';
import { createStage, Stage } from '../models/support/stage.tsx';

const range = { start_date: '2026-11-01', end_date: '2026-11-21' };
/** 40,000 at 5% and 20,000 at 7.5%, less a clawback; a row each of every status but `due`, which has two. */
const summary: CommissionSummary = {
  quota_amount: 22_826.09,
  base_commission_rate: 0.05,
  over_quota_commission_rate: 0.075,
  quota_attainment: 2.6285,
  period_net_revenue: 60_000,
  base_revenue: 40_000,
  over_quota_revenue: 20_000,
  total_adjustments: 20.05,
  period_commission: 3_500.01,
  total_commission: 3_520.06,
  commission_status: 'over_paid',
  average_deal_size: 13_000,
  effective_commission_rate: 0.0583,
  ytd_progress: 310_000,
  ytd_target: 353_260.87,
  total_commissionable_sales: 60_000,
  total_commission_earned: 3_540.06,
  total_commission_paid: 1_100,
  total_commission_due: 900,
  by_status: [
    { status: 'due', records: 2, earned: 700, paid: 0, due: 700 },
    { status: 'not_due', records: 1, earned: 1_340.06, paid: 0, due: 0 },
    { status: 'paid', records: 1, earned: 400, paid: 400, due: 0 },
    { status: 'partially_paid', records: 1, earned: 800, paid: 300, due: 200 },
    { status: 'over_paid', records: 1, earned: 300, paid: 400, due: 0 },
  ],
  positive_records: 5,
  positive_net_revenue: 65_000,
};
const figures = [
  ...(['total_commission', 'total_commission_due', 'total_commission_paid', 'quota_attainment', 'quota_amount'] as const),
  ...(['period_net_revenue', 'base_revenue', 'over_quota_revenue', 'period_commission', 'total_adjustments'] as const),
  ...(['total_commission_earned', 'effective_commission_rate', 'average_deal_size', 'total_commissionable_sales'] as const),
  ...(['ytd_progress', 'ytd_target'] as const),
] satisfies readonly SummaryFigure[];
const why = (figure: SummaryFigure, of: Partial<CommissionSummary> = {}) =>
  reasonOf(figure, { summary: { ...summary, ...of }, range, who: 'Sam Sales' });
const formula = (figure: SummaryFigure, of: Partial<CommissionSummary> = {}) =>
  why(figure, of).terms.map((term) => term.filter((part) => part !== '').join(' | '));
afterEach(cleanup);

describe('decisions 2.04: why a figure of the summary is what it is', () => {
  it.each(figures.map((figure) => [figure]))('%s says what it is, of whom and of when', (figure) => {
    const [sentence = ''] = why(figure).sentences;
    expect(sentence).toContain('Sam Sales');
    expect(sentence).toContain('Nov 21, 2026');
    expect(sentence).toContain(figure.startsWith('ytd') ? 'Jan 1, 2026' : 'Nov 1, 2026');
    expect(sentence).not.toMatch(/[{}]/);
  });

  it.each<[SummaryFigure, string[]]>([
    ['total_commission', ['Commission | $3,500.01', '+ Adjustments | $20.05', '= Total commission | $3,520.06']],
    ['total_commission_due', ['Due | 2 rows | $700.00', '+ Partially paid | 1 row | $200.00', '= Due | $900.00']],
    [
      'total_commission_paid',
      ['Paid | 1 row | $400.00', '+ Partially paid | 1 row | $300.00', '+ Overpaid | 1 row | $400.00', '= Paid | $1,100.00'],
    ],
    ['total_commission_earned', ['Commission | $3,500.01', '+ Approved adjustments of these rows | $40.05', '= Earned | $3,540.06']],
    ['quota_attainment', ['Commissionable sales | $60,000.00', '÷ Quota | $22,826.09', '= Quota attainment | 262.9%']],
    ['quota_amount', ['Days from Nov 1, 2026 to Nov 21, 2026 | 21', '× average quota per day | $1,086.96', '= Quota | $22,826.09']],
    ['period_net_revenue', ['Base revenue | $40,000.00', '+ Over-quota revenue | $20,000.00', '= Net revenue | $60,000.00']],
    ['base_revenue', ['Net revenue | $60,000.00', '− Over-quota revenue | $20,000.00', '= Base revenue | $40,000.00']],
    ['over_quota_revenue', ['Net revenue | $60,000.00', '− Base revenue | $40,000.00', '= Over-quota revenue | $20,000.00']],
    [
      'period_commission',
      [
        'Base revenue | $40,000.00 × 5.0% | $2,000.00',
        '+ Over-quota revenue | $20,000.00 × 7.5% | $1,500.00',
        '+ Each row rounded to the cent | $0.01',
        '= Commission | $3,500.01',
      ],
    ],
    ['total_adjustments', []],
    ['effective_commission_rate', ['Commission | $3,500.01', '÷ Net revenue | $60,000.00', '= Effective rate | 5.8%']],
    ['average_deal_size', ['Net revenue of the sales | $65,000.00', '÷ Number of sales | 5', '= Average deal size | $13,000.00']],
    ['total_commissionable_sales', ['Net revenue | $60,000.00', '= Commissionable sales | $60,000.00']],
    [
      'ytd_progress',
      ['Jan 1, 2026 to Oct 31, 2026 | $250,000.00', '+ Nov 1, 2026 to Nov 21, 2026 | $60,000.00', '= Year to date | $310,000.00'],
    ],
    [
      'ytd_target',
      ['Days from Jan 1, 2026 to Nov 21, 2026 | 325', '× average quota per day | $1,086.96', '= Year-to-date target | $353,260.87'],
    ],
  ])('decisions 2.04: the formula of %s with its numbers', (figure, expected) => expect(formula(figure)).toEqual(expected));

  it('what is not released and what was paid too much stand apart, each with who can remove it', () => {
    const said = (figure: SummaryFigure) => why(figure).waits?.map(({ sentence }) => sentence);
    const [payout, unreleased] = ['$900.00 waits for a payout.', '$1,640.06 is earned and not released yet.'];
    const over = 'Overpaid rows had $400.00 paid out; they earned $300.00.';
    expect(said('total_commission_due')).toEqual([payout, unreleased]);
    expect(said('total_commission_paid')).toEqual([payout, over]);
    expect(said('total_commission_earned')).toEqual([payout, unreleased, over]);
    expect(why('total_commission_due').waits?.[0]?.who).toBe('Finance makes the payout, and another person approves it.');
    expect(said('quota_amount')).toBeUndefined();
    const settled = { total_commission_due: 0, by_status: [{ status: 'paid', records: 1, earned: 9, paid: 9, due: 0 }] } as const;
    expect(why('total_commission_paid', { ...settled, by_status: [...settled.by_status] }).waits).toEqual([]);
  });

  it('what changed since the last statement belongs to the total alone', () => {
    expect(figures.filter((figure) => why(figure).hasChanges)).toEqual(['total_commission']);
  });

  it('the rows behind a figure are those of the statuses that there are', () => {
    expect(why('total_commission_due').rows).toEqual(['due', 'not_due', 'partially_paid']);
    expect(why('total_commission_paid').rows).toEqual(['paid', 'partially_paid', 'over_paid']);
    expect(why('period_net_revenue').rows).toEqual(['', 'due', 'not_due', 'paid', 'partially_paid', 'over_paid']);
  });

  it('a range that begins before the year, and a quota of nothing', () => {
    const asked = { summary, range: { start_date: '2025-12-01', end_date: '2026-01-31' }, who: 'Sam Sales' };
    expect(reasonOf('ytd_progress', asked).terms).toEqual([['= Year to date', '', '$310,000.00']]);
    expect(formula('quota_attainment', { quota_attainment: null }).at(-1)).toBe('= Quota attainment | —');
    expect(why('quota_attainment', { quota_attainment: null }).sentences[1]).toContain('nothing to divide by');
  });
});

describe('rates that do not tell the commission', () => {
  it('decisions 2.06: what a plan excludes is net revenue, and counts toward no quota', () => {
    expect(formula('total_commissionable_sales', { total_commissionable_sales: 45_000 })).toEqual([
      'Net revenue | $60,000.00',
      '− Excluded by the plan, or shares of a team | $15,000.00',
      '= Commissionable sales | $45,000.00',
    ]);
    expect(formula('ytd_progress', { total_commissionable_sales: 45_000 })[1]).toBe('+ Nov 1, 2026 to Nov 21, 2026 | $45,000.00');
  });

  it('decisions 2.06: a single rate is shown only where the commission follows from it', () => {
    expect(ratesThatHold(summary)).toEqual({ base: 0.05, over: 0.075 });
    // Three tiers, or the rate of a single invoice: 60,000 earn more than 5 % and 7.5 %.
    expect(ratesThatHold({ ...summary, period_commission: 3_700 })).toEqual({ base: null, over: null });
    const below = { ...summary, base_revenue: 60_000, over_quota_revenue: 0, period_commission: 3_700 };
    expect(ratesThatHold(below)).toEqual({ base: null, over: 0.075 });
    // Another provider says nothing of its rows: a little is rounding.
    const { by_status: _parts, ...foreign } = summary;
    expect(ratesThatHold({ ...foreign, period_commission: 3_501 })).toEqual({ base: 0.05, over: 0.075 });
    expect(ratesThatHold({ base_commission_rate: 0.05, over_quota_commission_rate: 0.075 })).toEqual({ base: 0.05, over: 0.075 });
  });

  it('then the formula of the commission says so instead of numbers that do not follow', () => {
    expect(formula('period_commission', { base_commission_rate: null })).toEqual([
      'Net revenue | $60,000.00',
      '× Effective rate | 5.8%',
      '= Commission | $3,500.01',
    ]);
    expect(why('period_commission', { base_commission_rate: null }).sentences[1]).toContain('several rates');
    expect(why('base_revenue', { base_commission_rate: null }).sentences.at(-1)).toContain('several rates');
    expect(why('base_revenue').sentences.at(-1)).toBe('It earns 5.0%.');
  });
});

describe('the summary card', () => {
  const onStatus = vi.fn();
  const show = async (of: CommissionSummary | null, onWhy?: (figure: SummaryFigure) => void) => {
    const app = await createStage({ features: ['explain'] });
    render(
      <Stage app={app}>
        <SummaryCard summary={of} state={of ? 'ready' : 'default'} status="" onStatus={onStatus} onWhy={onWhy} />
      </Stage>,
    );
  };

  it('decisions 2.04: every money figure is the button that tells why, and nothing else is', async () => {
    const onWhy = vi.fn();
    await show(summary, onWhy);
    const buttons = screen.getAllByRole('button', { name: /^Why is / });
    for (const button of buttons) button.click();
    expect(onWhy.mock.calls.map(([figure]) => figure).toSorted()).toEqual(figures.toSorted());
    const names = buttons.map((button) => button.getAttribute('aria-label'));
    expect(names).toContain('Why is Net revenue $60,000.00?');
    expect(names).toContain('Why is Base revenue $40,000.00 · 5.0%?');
    expect(names).toContain('Why is Year-to-date target $353,260.87?');
    // A voice that says what it sees finds the button.
    for (const button of buttons) expect(button.getAttribute('aria-label')).toContain(button.textContent);
    expect(screen.getByText('Choose a figure to see why it is what it is.')).toBeTruthy();
  });

  const whole = { ...summary, total_commission_not_yet_due: 1_640.06, total_commission_overpaid: 100 };

  it('decisions 2.05: shows one line that adds up, each part leading to the rows of its status', async () => {
    await show(whole, () => {});
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
    expect(formula('total_commission_overpaid', whole)).toEqual([
      'Paid | $1,100.00',
      '+ Due | $900.00',
      '+ Not yet due | $1,640.06',
      '− Earned | $3,540.06',
      '= Overpaid | $100.00',
    ]);
    expect(formula('total_commission_not_yet_due', whole).at(-1)).toBe('= Not yet due | $1,640.06');
  });

  it('decisions 1.03: of a provider that does not say what is overpaid it shows what it says, without signs', async () => {
    await show(summary, () => {});
    const line = screen.getByLabelText('Earned is Paid plus Due plus Not yet due less Overpaid');
    expect([...line.children].map((part) => `${part.getAttribute('data-sign') ?? ''}${part.textContent}`)).toEqual([
      'Earned$3,540.06',
      'Paid$1,100.00',
      'Due$900.00',
    ]);
  });

  it('decisions 2.05: says by how much what was earned and the total differ, and leads to why', async () => {
    const onWhy = vi.fn();
    await show(summary, onWhy);
    screen.getByRole('button', { name: 'Earned is $20.00 more than the total: see which adjustments make the difference' }).click();
    expect(onWhy).toHaveBeenCalledWith('total_commission_earned');
    cleanup();
    await show({ ...summary, total_commission_earned: 3_520.06 }, onWhy);
    expect(screen.queryByText(/than the total/)).toBeNull();
  });

  it('look.md: beside attainment stands how far it is to the next rate, where the server says it', async () => {
    await show({ ...summary, next_rate: { missing: 8_000, rate: 0.075, period: 'Q4 2026' } }, () => {});
    expect(screen.getByText('$8,000.00 to 7.5% in Q4 2026')).toBeTruthy();
    cleanup();
    await show({ ...summary, next_rate: null }, () => {});
    expect(screen.queryByText(/to 7\.5%/)).toBeNull();
  });

  it('of several rates it shows none', async () => {
    await show({ ...summary, base_commission_rate: null }, () => {});
    expect(screen.getByRole('button', { name: 'Why is Base revenue $40,000.00 · several rates?' })).toBeTruthy();
  });

  it.each([
    ['the server explains nothing', summary, undefined],
    ['there is no summary yet', null, () => {}],
  ])('decisions 1.03: where %s the figures are text', async (_what, of, onWhy) => {
    await show(of, onWhy);
    expect(screen.queryAllByRole('button', { name: /^Why is / })).toEqual([]);
    expect(screen.queryByText('Choose a figure to see why it is what it is.')).toBeNull();
  });
});

const adjustment: Adjustment = {
  id: '1',
  commission_id: '9',
  adjustment_amount: 25.05,
  adjustment_reason: 'Referral bonus',
  related_invoice_id: '1042',
  invoice_number: '1042-A',
  effective_date: '2026-11-03',
  created_by: 'Carla Diaz',
  created_at: '2026-11-03T10:00:00Z',
  updated_at: '2026-11-03T10:00:00Z',
};

const straddling = { commission_id: '9', salesperson_name: 'Sam Sales', booking_date: '2026-11-03', records: 'these' };
const difference = {
  amount: 20,
  adjustments: [
    { ...straddling, id: '31', invoice_number: '1042-A', amount: 30, effective_date: '2026-12-02' },
    {
      ...straddling,
      id: '32',
      invoice_number: '1001-B',
      amount: -15,
      effective_date: '2026-11-05',
      booking_date: '2026-09-20',
      records: 'others',
    },
  ],
  others: { count: 2, amount: 5 },
};

describe('the dialog behind a figure', () => {
  const asked: string[] = [];
  const open = async (figure: SummaryFigure, sample?: string) => {
    const acts = { onRows: vi.fn(), onAdjustments: vi.fn(), onClose: vi.fn() };
    asked.length = 0;
    const plan = { kind: 'plan', label: 'Default plan, version 1', date: null, amount: 100_000, note: 'quota of 2026-Q4' };
    const http = async (path: string): Promise<unknown> => {
      asked.push(path);
      if (path.endsWith('/explain')) return { rows: [plan, { ...plan, kind: 'earlier' }] };
      if (path.endsWith('/changes')) return { since: null, from: 0, to: 3_520.06, steps: [{ label: 'Commission', amount: 3_520.06 }] };
      if (path.endsWith('/difference')) return difference;
      return { data: [adjustment], pagination: { cursor: null, limit: 25 } };
    };
    const app = { ...(await createStage()), http, serviceOf: (make: (of: typeof http) => unknown) => make(http) };
    await act(async () => {
      render(
        <Stage app={app as Parameters<typeof Stage>[0]['app']}>
          <WhySummary figure={figure} summary={summary} userId="7" range={range} sample={sample} {...acts} />
        </Stage>,
      );
    });
    return acts;
  };

  it('Adjustments lists those that add up to it, and leads to their table', async () => {
    const acts = await open('total_adjustments');
    const table = await screen.findByRole('table', { name: 'How it is calculated' });
    expect(table.textContent).toContain('Invoice 1042-A: Referral bonusNov 3, 2026$25.05');
    expect(table.textContent).toContain('+ Other adjustments-$5.00');
    expect(table.textContent).toContain('= Adjustments$20.05');
    fireEvent.click(screen.getByRole('button', { name: 'Show the adjustments' }));
    expect(acts.onAdjustments).toHaveBeenCalledTimes(1);
  });

  it('decisions 2.05: Earned names the adjustments by which it differs from the total, each leading to its other month', async () => {
    const acts = await open('total_commission_earned');
    const table = await screen.findByRole('table', { name: 'Why Earned differs from the total' });
    expect(
      [...table.querySelectorAll('tbody tr')].map(({ children }) => [...children].map((cell) => cell.textContent).join(' | ')),
    ).toEqual([
      'Invoice 1042-A | Sam Sales | Dec 2, 2026 | Nov 3, 2026 | $30.00',
      'Invoice 1001-B | Sam Sales | Nov 5, 2026 | Sep 20, 2026 | -$15.00',
      '+ Other adjustments |  |  |  | $5.00',
      '= Earned less the total |  |  |  | $20.00',
    ]);
    expect([...table.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/commissions?period=month&start=2026-12-01&end=2026-12-31&adjustments=approved',
      '/commissions?period=month&start=2026-09-01&end=2026-09-30&record=9',
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Invoice 1042-A' }));
    expect(acts.onClose).toHaveBeenCalledTimes(1);
  });

  it('Paid narrows the table to its rows, the over paid ones too, and draws no total', async () => {
    const acts = await open('total_commission_paid', '9');
    fireEvent.click(screen.getByRole('button', { name: 'Show the rows that are overpaid' }));
    expect(acts.onRows).toHaveBeenCalledWith('over_paid');
    expect(screen.getByText(/^Overpaid rows had \$400\.00 paid out/)).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
    expect(asked).toEqual([]);
  });

  it("Quota shows what the plan says, of one person's record", async () => {
    await open('quota_amount', '9');
    const table = await screen.findByRole('table', { name: 'What the plan says' });
    expect(table.textContent).toContain('Plan: Default plan, version 1—quota of 2026-Q4$100,000.00');
    expect(table.querySelectorAll('tbody tr')).toHaveLength(1);
  });

  it('spec 2.35: the filter has its five options, and over paid stands beside them as what can be taken away', () => {
    expect(statusOptions.map(({ label }) => label)).toEqual(['All', 'Due', 'Paid', 'Partially paid', 'Not due']);
    const onStatus = vi.fn();
    const choose = (_: string, status: string): void => onStatus(status);
    const chips = (status: string) => (
      <FilterChips
        chips={chipsOf({ filters: { status }, search: '', searches: 'all' }, { choose, setSearch: () => {} }, () => 'Overpaid')}
      />
    );
    const { rerender } = render(chips(''));
    expect(screen.queryByRole('button')).toBeNull();
    rerender(chips('over_paid'));
    fireEvent.click(screen.getByRole('button', { name: 'Only Overpaid: show all' }));
    expect(onStatus).toHaveBeenCalledWith('');
  });

  it('who sees others chooses between people, and searches all of the period where the server does', () => {
    const onPerson = vi.fn();
    const people = [
      { value: '7', label: 'Ada Park' },
      { value: '8', label: 'Ben Ortiz' },
    ];
    render(<Filters status="" search="" searches person="" people={people} onStatus={() => {}} onPerson={onPerson} onSearch={() => {}} />);
    const select = screen.getByRole('combobox', { name: 'Person' }) as HTMLSelectElement;
    expect([...select.options].map(({ textContent }) => textContent)).toEqual(['Everybody', 'Ada Park', 'Ben Ortiz']);
    fireEvent.change(select, { target: { value: '8' } });
    expect(onPerson).toHaveBeenCalledWith('8');
    expect(screen.getByRole('searchbox', { name: 'Search invoice, customer, person, notes' })).toBeTruthy();
  });
});

describe('decisions 2.04: the amount of an adjustment is the button that tells what was done to it', () => {
  const cellOf = (columns: ReturnType<typeof adjustmentColumns>) => {
    const column = columns.find(({ key }) => key === 'adjustment_amount');
    render(<p>{column?.cell(adjustment)}</p>);
  };

  it('opens its history: who, when, before, after and why', async () => {
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
          opened={{ id: '1', front: '', row: adjustment, previous: null, next: null }}
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
    ['adjustments are on this page only', adjustmentColumns(false, [], () => {})],
  ])('decisions 1.03: where %s it is text', (_what, columns) => {
    cellOf(columns);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('$25.05')).toBeTruthy();
  });
});
