import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beginDay, previewEverybody } from '../../../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../../../server/domain/plans/config.ts';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, facts, book, close, as, idOf, why } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

/** Differences that a full recomputation would still find. */
const findRemainingDiffs = async () => {
  const remaining: unknown[] = [];
  for await (const { diff } of previewEverybody(facts.store, await currentConfig(facts.store), '2026-05-20'))
    remaining.push(...diff.inserts, ...diff.updates, ...diff.removals);
  return remaining;
};

/** The record's state according to the list and to Why. */
const readState = async (invoice: number) => {
  const { status, due_cents, reason } = (await facts.recordsOf(invoice)).find(({ user_id }) => user_id === ids.sam)!;
  const { status: whyStatus, amounts } = await why(await idOf(invoice, ids.sam));
  return [status, due_cents, reason, whyStatus, amounts.due];
};

const version = async (invoice: number): Promise<number> => (await as('ada', 'GET', `/invoices/${invoice}`)).json().version;
const shares = [{ user_id: String(ids.kim), share: 1 }];
const takenAway: readonly (readonly [string, (invoice: number) => Promise<unknown>])[] = [
  ['split with others', (id) => as('vic', 'PUT', `/invoices/${id}/split`, { shares, reason: 'Kim sold it', version: 0 })],
  [
    'assigned to somebody else',
    async (id) => as('fin', 'POST', `/invoices/${id}/assign`, { salesperson_id: String(ids.kim), version: await version(id) }),
  ],
  ['cancelled', async (id) => as('fin', 'POST', `/invoices/${id}/cancel`, { version: await version(id) })],
];

describe('decisions 2.02, 2.04: an adjusted record that nobody is credited for any more', () => {
  it.each(takenAway)(
    'an invoice %s: its adjustment waits for no payment in the list, Why, on a new day and after closing',
    async (_how, takeAway) => {
      const invoice = await book('sam', '2026-05-07', 1000);
      await facts.adjust(invoice, 1_800, '2026-05-08');
      expect(await readState(invoice)).toEqual(['not_due', 0, 'customer_payment', 'not_due', 0]);
      const taken = (await takeAway(invoice)) as { statusCode: number; body: string };
      expect(taken.statusCode, taken.body).toBe(200);
      const due = ['due', 1_800, 'released', 'due', 18];
      expect(await readState(invoice)).toEqual(due);
      expect((await why(await idOf(invoice, ids.sam))).sentence).toBe(
        'Due: the invoice is not credited to the person any more, so all of $18.00 is released; none of it has been paid out yet.',
      );
      expect(await findRemainingDiffs()).toEqual([]);
      await beginDay(facts.store, '2026-05-20', server.clock());
      expect(await readState(invoice)).toEqual(due);
      await close('2026-05');
      expect(await findRemainingDiffs()).toEqual([]);
      expect(await readState(invoice)).toEqual(due);
      await company.reopen('2026-05');
    },
  );

  it('is in no wake of a payment, because its Why names none', async () => {
    const invoice = await book('sam', '2026-05-07', 1000);
    await facts.adjust(invoice, 1_800, '2026-05-08');
    await facts.pay(invoice, 1000_00, '2026-05-09');
    const payment = await server.db.query.selectFrom('customer_payments').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const wakeRecords = async (): Promise<string[]> =>
      (await as('ada', 'GET', `/wake/payment/${payment.id}`)).json().figures.map(({ ref }: { ref: { id: string } }) => ref.id);
    expect(await wakeRecords()).toEqual([String(await idOf(invoice, ids.sam))]);
    await as('fin', 'POST', `/invoices/${invoice}/assign`, { salesperson_id: String(ids.kim), version: await version(invoice) });
    expect(await wakeRecords()).toEqual([String(await idOf(invoice, ids.kim))]);
  });
});
