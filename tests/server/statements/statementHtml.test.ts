import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatementFigures } from '../../../contract/rules/statements/recompute.ts';
import { differencesOf } from '../../../contract/rules/statements/shownFigures.ts';
import { readStatementPage } from '../../../server/documents/readStatementPage.ts';
import { statementHtml } from '../../../server/documents/statementHtml.ts';
import { figure } from '../../../server/documents/wording.ts';
import { checkStatement } from '../../../server/domain/statements/statementCheck.ts';
import { readStatementContent, type StatementContent } from '../../../server/domain/statements/statementContent.ts';
import { statementFiguresOf } from '../../../server/domain/statements/statementFigures.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

const range = { start_date: '2026-11-01', end_date: '2026-11-30' };
let world: ClosingCompany;
let content: StatementContent;
let html: string;
let figures: StatementFigures;

beforeAll(async () => {
  world = await createClosingCompany();
  await world.book('sam', '2026-10-05', 60_000, { customer_name: 'Before the month' });
  const first = await world.book('sam', '2026-11-03', 60_000, { customer_name: '<b>Reed & Sons</b>', due_date: '2026-12-03' });
  await world.book('sam', '2026-11-04', 1_000, { customer_name: 'Late payer', due_date: '2026-11-10' });
  await world.book('sam', '2026-11-05', 1_000, { customer_name: 'No due date' });
  const memo = { credit_of_id: first, customer_name: 'Reed & Sons', gross_cents: -6_000_00 };
  await world.book('sam', '2026-11-06', -6_000, memo);
  content = await readStatementContent(world.facts.store, world.ids.sam, range, world.server.clock());
  const runs = await checkStatement(world.facts.store, world.ids.sam, range);
  figures = statementFiguresOf(content, runs);
  html = (await statementHtml(content, figures, { why: 'range' })).toString();
}, 60_000);
afterAll(() => world.server.close());

/** The file's content after its script has run, as in a browser. */
const opened = (page: string) => {
  const { document } = new Window();
  document.write(page.replace(/<script>[\s\S]*<\/script>/, ''));
  const script = /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '';
  new Function('document', script)(document);
  const marked = [...document.querySelectorAll('tr.differs')].map((row) => row.querySelector('.check')?.textContent);
  return { verdict: document.getElementById('verdict')?.textContent, marked };
};

describe('decisions 2.13: statement contents besides balances', () => {
  it('shows attainment and reached tier over the whole quota period', () => {
    expect(content.quotas).toMatchObject([{ quota: 100_000_00, sold: 116_000_00, attainment: 1.16, rate: 0.075, next: null }]);
  });

  it('shows unreleased amounts, by customer and expected date', () => {
    expect(content.waiting.map(({ customer, expected, why }) => [customer, expected, why])).toEqual([
      ['Before the month', null, 'The customer has not paid, and the invoice has no due date.'],
      ['<b>Reed & Sons</b>', '2026-12-03', 'Released once the customer pays; the invoice is due Dec 3, 2026.'],
      ['Late payer', null, 'The customer has not paid; it was due Nov 10, 2026.'],
      ['No due date', null, 'The customer has not paid, and the invoice has no due date.'],
      // A credit memo waits for the customer of the invoice it reverses (decisions 2.03).
      ['Reed & Sons', '2026-12-03', 'Released once the customer pays; the invoice is due Dec 3, 2026.'],
    ]);
  });

  it('names the invoice that a credit memo reverses', () => {
    const [original] = content.lines;
    expect(content.lines.at(-1)).toMatchObject({ memoOf: original?.invoice });
  });
});

describe('decisions 2.13: a statement as one HTML file', () => {
  it('recomputes its own lines, although its month is part of the quota period', () => {
    expect(opened(html)).toEqual({ verdict: 'Recomputed in this file: 4 of 4 lines match. The balances add up.', marked: [] });
  });

  it('detects a changed sale, amount and balance', () => {
    const sale = opened(html.replace('"bookingDate":"2026-11-03","net":6000000,', '"bookingDate":"2026-11-03","net":9000000,'));
    expect(sale.verdict).toContain('only');
    expect(sale.marked[0]).toMatch(/^Recomputed: /);
    const { id, amount } = content.lines[1] as StatementContent['lines'][number];
    const shown = `data-figure="line.${id}.amount">${(amount / 100).toFixed(2)}<`;
    expect(html).toContain(shown);
    expect(opened(html.replace(shown, shown.replace('75.00', '99.00'))).verdict).toBe(
      'Recomputed in this file: only 3 of 4 lines match. The others are marked. The balances add up.',
    );
    for (const key of ['closing', 'total.earned']) {
      const start = `data-figure="${key}">`;
      expect(html).toContain(start);
      expect(opened(html.replace(start, `${start}9`)).verdict).toContain(
        '4 of 4 lines match. The balances, adjustments and payouts shown do not',
      );
    }
  });

  it('detects a rule other than the one that priced a line (issue 49, 1)', () => {
    const reason = '["tiers.1",7500]';
    expect(html).toContain(reason);
    expect(opened(html.replace(reason, '["tiers.0",7500]')).verdict).toContain('only 3 of 4 lines match');
  });

  it('compares each adjustment and payout, on opening and by the command', async () => {
    const [adjusted, paid] = [-40_00, 60_00];
    const more = { adjusted, paid, closing: content.opening + content.earned + adjusted - paid };
    const adjustment = { invoice_number: '', effective_date: '2026-11-09', reason: 'Shirt', origin: 'manual', kind: null } as const;
    const payout = { paid_on: '2026-11-20', method: 'ACH', reference: null };
    const full: StatementContent = {
      ...{ ...content, ...more },
      adjustments: [{ ...adjustment, amount_cents: adjusted }],
      payouts: [20_00, 40_00].map((amount_cents) => ({ ...payout, amount_cents })),
    };
    const fullFigures = statementFiguresOf(full, figures.runs);
    const page = (await statementHtml(full, fullFigures, { why: 'range' })).toString();
    const differencesIn = (text: string) => [...differencesOf(fullFigures, readStatementPage(text)?.figures ?? [], figure)];
    expect(opened(page).verdict).toContain('The balances add up.');
    expect(differencesIn(page)).toEqual([]);
    for (const key of ['adjustment.0', 'payout.1', 'total.adjusted', 'total.paid', 'opening']) {
      const changed = page.replace(`data-figure="${key}">`, `data-figure="${key}">9`);
      expect(differencesIn(changed)).toEqual([key]);
      expect(opened(changed).verdict, key).toContain('The balances, adjustments and payouts shown do not add up.');
      expect(differencesIn(page.replace(` data-figure="${key}"`, ''))).toEqual([key]);
    }
    // Both amounts exchanged: the sums are the same.
    const exchanged = page.replace('"payout.0"', '"payout.x"').replace('"payout.1"', '"payout.0"').replace('"payout.x"', '"payout.1"');
    expect(differencesIn(exchanged)).toEqual(['payout.1', 'payout.0']);
  });

  it('needs no network, and executes nothing in a name', () => {
    expect(html).not.toMatch(/(?:src|href)=|https?:\/\//);
    expect(html).toContain('&lt;b&gt;Reed &amp; Sons&lt;/b&gt;');
    expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/);
  });
});

describe('decisions 2.01: a tier begins at the same cent as in the engine', () => {
  it('1,000.10 × 115% is 1,150.115, so 1,150.11 is a cent short', async () => {
    const quota = { amount: 1000.1 };
    const tiers = [
      { from: 0, rate: 0.05 },
      { from: 1.15, rate: 0.09 },
    ];
    await world.save({ plans: [{ id: 'default', quota, tiers }] });
    await world.facts.addInvoice({ salesperson_id: world.ids.kim, booking_date: '2026-11-03', net_cents: 1150_11 });
    const standing = async () => (await readStatementContent(world.facts.store, world.ids.kim, range, world.server.clock())).quotas;
    expect(await standing()).toMatchObject([{ sold: 1150_11, rate: 0.05, next: { missing: 1, rate: 0.09 } }]);
    await world.facts.addInvoice({ salesperson_id: world.ids.kim, booking_date: '2026-11-04', net_cents: 1 });
    expect(await standing()).toMatchObject([{ sold: 1150_12, rate: 0.09, next: null }]);
  });
});
