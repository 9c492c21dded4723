import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fromCents } from '../../../../contract/rules/money.ts';
import { addRandomRecords } from '../../support/records.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

const RANGE = 'start_date=2026-01-20&end_date=2026-08-10';
let server: TestApp;
let token: string;

beforeAll(async () => {
  server = await testApp();
  const people = [await server.add({ email: 'sam@example.test', role: 'salesperson' })];
  people.push(await server.add({ email: 'kim@example.test', role: 'salesperson' }));
  await server.add({ email: 'admin@example.test', role: 'admin' });
  await addRandomRecords(server.db, people, { seed: 11, count: 60, from: '2026-01-01', days: 300 });
  token = (await server.signIn('admin@example.test')).access_token;
});
afterAll(() => server.close());

describe('"Why?" of a summary figure', () => {
  it('spec 7.31, decisions 2.05: splits by status match the totals of the records and add up to Earned, Paid and Due', async () => {
    const answer = await server.call('GET', `/api/v1/commissions/summary?${RANGE}`, { token });
    const summary: CommissionSummary = answer.json().summary;
    const all = await server.db.query.selectFrom('commission_records').selectAll().execute();
    const rows = all.filter(({ booking_date }) => booking_date >= '2026-01-20' && booking_date <= '2026-08-10');
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const parts = summary.by_status ?? [];
    expect(parts.length).toBeGreaterThan(3);
    for (const { status, ...part } of parts) {
      const inStatus = rows.filter((row) => row.status === status);
      expect(part, status).toEqual({
        records: inStatus.length,
        earned: fromCents(sum(inStatus.map((row) => row.amount_cents + row.adjustments_cents))),
        paid: fromCents(sum(inStatus.map((row) => row.paid_cents))),
        due: fromCents(sum(inStatus.map((row) => row.due_cents))),
      });
    }
    expect(sum(parts.map(({ records }) => records))).toBe(rows.length);
    expect(sum(parts.map(({ paid }) => paid))).toBeCloseTo(summary.total_commission_paid, 2);
    const positive = rows.filter((row) => row.net_cents > 0);
    expect(summary.positive_records).toBe(positive.length);
    expect(summary.positive_net_revenue).toBe(fromCents(sum(positive.map((row) => row.net_cents))));
  });
});
