import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/entities/audit.ts';
import { fieldText, historyValueText } from '../../../server/domain/audit/historyWords.ts';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let sam: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin', first_name: 'Ada', last_name: 'Admin' });
  await server.add({ email: 'vic@example.test', role: 'vp_sales', first_name: 'Vic', last_name: 'Vice' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam' });
  for (const name of ['admin', 'vic', 'sam']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

const book = async (booking_date: string, net_cents: number) => {
  const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date, net_cents });
  return { invoice, id: (await facts.recordOf(invoice)).id };
};
const historyOf = async (id: number): Promise<AuditEntry[]> =>
  (await server.call('GET', `/api/v1/commissions/${id}/history`, { token: tokens.sam })).json().data;
const saveRate = async (base_commission_rate: number): Promise<void> => {
  const body = { companyName: 'Acme', commissionsConfig: JSON.stringify({ plans: [{ base_commission_rate }] }) };
  const saved = await server.call('PUT', '/api/v1/settings/general', { token: tokens.admin, body });
  expect(saved.statusCode).toBe(200);
};

describe('decisions 2.04: planned payout day', () => {
  it('is the pay day in history and explanation, so nothing counts as paid early', () => {
    expect([fieldText('payout', 'paid_on'), historyValueText('payout', 'paid_on', '2026-11-30')]).toEqual(['Pay day', 'Nov 30, 2026']);
  });
});

describe('decisions 2.04: every change of money appears in the history', () => {
  it('a new configuration: old and new amount, who saved it, when and which version', async () => {
    const { id } = await book('2026-11-02', 920_20);
    server.clock.set('2026-11-21T12:01:00Z');
    await saveRate(0.07);
    const [changed, ...others] = await historyOf(id);
    expect(changed).toMatchObject({
      actor: 'Ada Admin',
      action: 'Commission recalculated',
      at: '2026-11-21T12:01:00.000Z',
      cause: 'Version 2 of the configuration was saved',
      changes: [{ field: 'Commission', before: '$46.01', after: '$64.41' }],
    });
    expect(others).toHaveLength(1);
    server.clock.set('2026-11-21T12:02:00Z');
    await saveRate(0.08);
    const entries = await historyOf(id);
    expect(entries.map(({ at }) => at)).toEqual([...entries.map(({ at }) => at)].sort().reverse());
    expect(entries.map(({ changes }) => changes.find(({ field }) => field === 'Commission')?.after)).toEqual([
      '$73.62',
      '$64.41',
      '$46.01',
    ]);
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(3);
  });

  it('does not repeat what the log already has', async () => {
    server.clock.set('2026-11-21T12:03:00Z');
    const { id, invoice } = await book('2026-11-03', 1_000_00);
    server.clock.set('2026-11-21T12:04:00Z');
    await facts.changeInvoice(invoice, { net_cents: 2_000_00 });
    const entries = await historyOf(id);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ cause: 'An invoice was changed' });
  });

  it('shows an otherwise unexplained amount as a separate change', async () => {
    const { id } = await book('2026-11-04', 1_000_00);
    await server.db.script(
      `insert into amount_changes (commission_id, user_id, booking_date, at, before_cents, after_cents)
        values (${id}, ${sam}, '2026-11-04', '2026-11-05T10:00:00Z', 9000, 8000)`,
    );
    expect((await historyOf(id)).at(-1)).toMatchObject({
      actor: 'System',
      cause: null,
      changes: [{ field: 'Commission', before: '$90.00', after: '$80.00' }],
    });
  });
});

describe('spec 4.03, decisions 2.04: the history uses the words of the screens', () => {
  it('for statuses, states, questions, days and causes', async () => {
    const { id, invoice } = await book('2026-11-06', 1_000_00);
    const ask = await server.call('POST', `/api/v1/commissions/${id}/disputes`, {
      token: tokens.sam,
      body: { message: 'The rate is too low' },
    });
    expect(ask.statusCode).toBe(201);
    const taken = await server.call('POST', `/api/v1/disputes/${ask.json().id}/take`, { token: tokens.vic, body: {} });
    expect(taken.statusCode).toBe(200);
    const body = {
      adjustment_amount: '600',
      adjustment_reason: 'Referral bonus',
      related_invoice_id: String(invoice),
      commission_id: String(id),
    };
    const created = (await server.call('POST', '/api/v1/adjustments', { token: tokens.admin, body })).json();
    const approved = await server.call('POST', `/api/v1/adjustments/${created.id}/approve`, {
      token: tokens.vic,
      body: { version: created.version },
    });
    expect(approved.statusCode).toBe(200);
    const small = { ...body, adjustment_amount: '5', adjustment_reason: 'Lunch: for 2' };
    expect((await server.call('POST', '/api/v1/adjustments', { token: tokens.vic, body: small })).json().state).toBe('approved');
    await facts.pay(invoice, 1_000_00, '2026-11-07');
    const entries = await historyOf(id);
    const shown = entries.map(({ action, cause, changes }) => [
      action,
      cause,
      ...changes.map((change) => `${change.field}: ${change.before} → ${change.after}`),
    ]);
    expect(shown).toContainEqual(['Question taken on', null, 'Question: Open → In review']);
    expect(shown.find(([action]) => action === 'Question asked')?.[1]).toBe('The rate is too low');
    expect(shown).toContainEqual(['Adjustment approved', null, 'State: Waiting for approval → Approved']);
    expect(shown).toContainEqual(['Commission recalculated', 'An adjustment was approved', 'Adjustments: $0.00 → $600.00']);
    expect(shown).toContainEqual(['Commission recalculated', 'A payment came in', 'Released: $0.00 → $685.00', 'Status: Not due → Due']);
    expect(shown).toContainEqual(['Commission recalculated', 'An adjustment: Lunch: for 2', 'Adjustments: $600.00 → $605.00']);
    expect(shown.find(([action]) => action === 'Adjustment created')).toContain('Effective date: null → Nov 21, 2026');
    expect(JSON.stringify(shown)).not.toMatch(/not_due|in_review|pending|Dispute|Adjustment \d|\d{4}-\d{2}-\d{2}/);
  });
});

describe('decisions 7.08: changes by a saved configuration', () => {
  it('are grouped by person and listed for each record', async () => {
    const [one, other] = [await book('2026-11-07', 1_000_00), await book('2026-11-08', 2_000_00)];
    server.clock.set('2026-11-21T12:09:00Z');
    await saveRate(0.09);
    const { rows } = await sql<{ commission_ids: number[]; booking_dates: string[]; before_cents: number[]; after_cents: number[] }>`
      select commission_ids, booking_dates, before_cents, after_cents from run_amounts order by id desc limit 1`.execute(server.db.query);
    const together = new Map(
      rows[0]?.commission_ids.map((id, index) => [
        id,
        [rows[0]?.booking_dates[index], rows[0]?.before_cents[index], rows[0]?.after_cents[index]],
      ]),
    );
    expect(together.get(one.id)).toEqual(['2026-11-07', 80_00, 90_00]);
    expect(together.get(other.id)).toEqual(['2026-11-08', 160_00, 180_00]);
    const changes = [{ field: 'Commission', before: '$160.00', after: '$180.00' }];
    expect((await historyOf(other.id))[0]).toMatchObject({ cause: 'Version 4 of the configuration was saved', changes });
    const { rows: alone } = await sql<{ commission_id: number }>`
      select commission_id from amount_changes where at = '2026-11-21T12:09:00Z'`.execute(server.db.query);
    expect(alone).toEqual([]);
  });
});
