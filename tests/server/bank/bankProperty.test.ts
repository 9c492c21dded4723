import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BankFact, reviewUndecided } from '../../../server/domain/bank/importTransactions.ts';
import { randomOf } from '../support/records.ts';
import { type BankWorld, bankFact, createBankWorld, linesOf } from '../support/worlds/bank.ts';

const STEPS = 45;
let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.server.close());

/** Nothing is lost or matched twice, and the matches account for all of the money. */
const assertSound = async (arrived: number, after: string): Promise<void> => {
  const { summary } = await world.page('limit=1');
  expect([summary.proposed + summary.waiting + summary.matched + summary.ignored, summary.total], after).toEqual([arrived, arrived]);
  const rows = await world.query.selectFrom('bank_transactions').selectAll().execute();
  const matches = await world.query.selectFrom('bank_matches').selectAll().where('undone_at', 'is', null).execute();
  for (const { id, state, amount_cents, proposal, wait, ignored_reason, bank_status } of rows) {
    const own = matches.filter(({ transaction_id }) => transaction_id === id);
    const sum = own.reduce((total, item) => total + item.amount_cents, 0);
    expect(sum, `${after}: ${state}`).toBe(state === 'matched' ? Math.abs(amount_cents) : 0);
    expect(proposal !== null, after).toBe(state === 'proposed');
    if (state === 'waiting') expect(wait, after).not.toBeNull();
    if (state === 'ignored') expect(ignored_reason !== null || bank_status !== 'settled', after).toBe(true);
  }
  const receipts = await world.query.selectFrom('receipts').selectAll().execute();
  const payouts = await world.query.selectFrom('payouts').selectAll().execute();
  for (const { receipt_id, payout_id } of matches) {
    const match = receipt_id === null ? payouts.find(({ id }) => id === payout_id) : receipts.find(({ id }) => id === receipt_id);
    expect(match?.state, after).toBe('completed');
  }
};

it('decisions 2.15, 2.16: counts add up to the total after any sequence of arrivals, matches, ignores, undos and bank changes', async () => {
  const random = randomOf(47);
  const customer = await world.named('Chance School');
  for (let index = 0; index < 8; index += 1) await world.owed('Chance School', customer, (1 + random.below(4)) * 500_00);
  const facts: BankFact[] = [];
  for (let index = 0; index < STEPS; index += 1) {
    const label = random.below(5);
    const { data } = await world.page('limit=500');
    const one = data.length > 0 ? await world.detail(random.of(data).id) : null;
    if (label <= 1 || !one) {
      const amount_cents = (1 + random.below(6)) * 500_00 * (random.below(4) === 0 ? -1 : 1);
      const bank_status = random.of(['settled', 'settled', 'settled', 'pending'] as const);
      facts.push(bankFact({ amount_cents, bank_status, counterparty: random.of(['Chance School', 'Lockbox', 'Sam Seller']) }));
      await world.take(facts.at(-1) as BankFact);
    } else if (label === 2 && facts.length > 0) {
      const changed = { ...random.of(facts), bank_status: random.of(['settled', 'cancelled', 'failed'] as const) };
      facts[facts.findIndex(({ external_id }) => external_id === changed.external_id)] = changed;
      await world.take(changed);
    } else {
      const lines =
        linesOf(one).length > 0 ? linesOf(one) : (one.candidates[0]?.lines ?? []).map(({ kind, id, amount }) => ({ kind, id, amount }));
      const kind = random.of(one.actions.length > 0 ? one.actions : (['undo'] as const));
      const more = { match: { lines }, receipt: { customer_id: String(customer) }, ignore: { reason: 'By chance' }, undo: {} }[kind];
      // If it exceeds the open amount, it is refused and nothing changes.
      expect((await world.decide('fay', one, kind, more)).statusCode).toBeLessThan(500);
    }
    if (index % 9 === 0) await reviewUndecided(world.store);
    await assertSound(facts.length, `step ${index}`);
  }
}, 60_000);
