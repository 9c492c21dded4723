import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plan, type PricedRecord, priceFaults } from '../../../soak/company/arithmetic.ts';
import * as checks from '../../../soak/company/checks.ts';
import { withFailures } from '../../../soak/company/databaseFailure.ts';
import { mayWrite } from '../../../soak/company/rights.ts';
import { approvedByTwoPeople } from '../../../soak/company/twoPeople.ts';
import { addPerson } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

const plan: Plan = { quota: { amount: 600 }, team_override: { rate: 0.02 } };
const TODAY = '2025-07-20';
/** 600 of 1,000 below the quota. */
const validRecord: PricedRecord = {
  id: 1,
  credit: 'sale',
  day: '2025-07-10',
  net: 1000_00,
  base: 600_00,
  over: 400_00,
  amount: 60_00,
  earned: 60_00,
  released: 0,
  cum: 0,
  quota: 600_00,
  counts: 1000_00,
  parts: [
    { net: 600_00, rate: 0.05, amount: 30_00, clause: 'tiers.0' },
    { net: 400_00, rate: 0.075, amount: 30_00, clause: 'tiers.1' },
  ],
  gross: 1000_00,
  customer_type: null,
  rate_override: null,
  memos: false,
  held: false,
  payments: [],
};
const faultsOf = (overrides: Partial<PricedRecord>, changed: Partial<Plan> = {}): string[] =>
  priceFaults([{ ...plan, ...changed }], { ...validRecord, ...overrides }, TODAY);

describe('independent check of the pay rules', () => {
  it('accepts a record that follows from its facts', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ released: 60_00, payments: [['2025-07-12', 1000_00]] })).toEqual([]);
  });
  it('finds parts that do not add up, and a wrong rate', () => {
    expect(faultsOf({ amount: 59_99, earned: 59_99 })).toEqual(['its parts do not add up to its amount', '5999 is not 6000 rounded']);
    const [first, second] = validRecord.parts as [PricedRecord['parts'][number], PricedRecord['parts'][number]];
    expect(faultsOf({ parts: [{ ...first, rate: 0.06, amount: 36_00 }, second], amount: 66_00, earned: 66_00 })).toEqual([
      'tiers.0 pays 0.06 instead of 0.05',
    ]);
    expect(faultsOf({}, { base_commission_rate: 0.06 })).toEqual(['tiers.0 pays 0.05 instead of 0.06']);
  });
  it('finds a wrong split at the quota, and a wrong quota', () => {
    expect(faultsOf({ base: 600_01, over: 399_99 })).toEqual(['60001 and 39999 of 100000 from 0 under a quota of 60000']);
    expect(faultsOf({}, { quota: { amount: 700 } })).toEqual(['a quota of 60000 instead of 70000']);
  });
  it('weights the quotas of a quarter by their days (decisions 2.21)', () => {
    const plans: Plan[] = [
      { ...plan, effective_to: '2025-08-14' },
      { ...plan, quota: { amount: 400 }, effective_from: '2025-08-15' },
    ];
    // 600 on 45 of 92 days, 400 on 47.
    const quota = 497_83;
    expect(priceFaults(plans, validRecord, TODAY)).toEqual(['a quota of 60000 instead of 49783']);
    const weighted = { ...validRecord, quota, base: quota, over: 1000_00 - quota };
    expect(priceFaults(plans, weighted, TODAY)).toEqual([]);
  });
  it('finds a release without its payment, and one a day too early', () => {
    expect(faultsOf({ released: 60_00, payments: [['2025-07-12', 999_99]] })).toEqual(['6000 of 6000 released, 99999 of 100000 received']);
    const due = { when: 'invoice_paid_in_full', wait_days: 5 };
    expect(faultsOf({ released: 60_00, payments: [['2025-07-15', 1000_00]] }, { due })).toEqual([]);
    expect(faultsOf({ released: 60_00, payments: [['2025-07-16', 1000_00]] }, { due })).toHaveLength(1);
    const proportional = { due: { when: 'proportional_to_payments' } };
    expect(faultsOf({ released: 30_00, payments: [['2025-07-12', 500_00]] }, proportional)).toEqual([]);
    expect(faultsOf({ released: 30_01, payments: [['2025-07-12', 500_00]] }, proportional)).toHaveLength(1);
  });
});

describe('independent check of rights in the simulation', () => {
  it('lists who may write what', () => {
    expect(mayWrite('finance', 'POST', '/payments')).toBe(true);
    expect(mayWrite('vp_sales', 'POST', '/payments')).toBe(false);
    expect(mayWrite('finance', 'POST', '/periods/2025-07/reopen')).toBe(false);
    expect(mayWrite('sales_manager', 'PUT', '/commissions/3/hold')).toBe(false);
    expect(mayWrite('salesperson', 'DELETE', '/adjustments/3?version=1')).toBe(false);
    expect(mayWrite('admin', 'POST', '/unknown')).toBe(false);
  });
});

describe('stored facts of a simulated company', () => {
  let db: TestDatabase;
  let [sam, fay, finn] = [0, 0, 0];
  beforeAll(async () => {
    db = await freshDatabase();
    sam = await addPerson(db, { email: 'sam@example.test', role: 'salesperson' });
    fay = await addPerson(db, { email: 'fay@example.test', role: 'finance' });
    finn = await addPerson(db, { email: 'finn@example.test', role: 'finance' });
  });
  afterAll(() => db.drop());

  it('reveal a payout that one person made and approved', async () => {
    const payout = { user_id: sam, amount_cents: 100, paid_on: '2025-07-02', method: 'ACH', reference: null, reversal_of_id: null };
    const add = (approved_by: number | null) =>
      db.query
        .insertInto('payouts')
        .values({ ...payout, state: 'completed', created_by: fay, approved_by })
        .execute();
    await add(finn);
    expect(await approvedByTwoPeople(db)).toEqual([]);
    await add(fay);
    await add(null);
    expect(await approvedByTwoPeople(db)).toHaveLength(2);
  });
  it('reveal a secret in a stored text', async () => {
    expect(await checks.secretsStored(db, ['canary'])).toEqual([]);
    await sql`insert into notifications (user_id, type, priority, title, message, dedupe_key)
      values (${sam}, 'commission', 'medium', 'Due', 'a canary sings', 'one')`.execute(db.query);
    expect(await checks.secretsStored(db, ['canary'])).toEqual([expect.stringMatching(/^notifications .* contains a secret$/)]);
  });
  it('a simulated failure hits its statement, and none after it', async () => {
    const trouble = withFailures(db, null);
    const read = () => trouble.db.query.selectFrom('users').select('id').execute();
    const write = () => trouble.db.query.updateTable('users').set({ territory: 'West' }).where('id', '=', sam).execute();
    trouble.begin({ kind: 'crash', statement: 2 });
    await read();
    await expect(read()).rejects.toThrow('the process died here');
    trouble.begin({ kind: 'full disk', statement: 1 });
    await read();
    await expect(write()).rejects.toMatchObject({ code: '53100' });
    await expect(sql`update users set territory = 'West' where id = ${sam}`.execute(trouble.db.query)).rejects.toMatchObject({
      code: '53100',
    });
    trouble.begin({ kind: 'lost connection', statement: 1 });
    await read();
    await expect(read()).rejects.toMatchObject({ code: '57P01' });
    await read();
    expect(trouble.hasBegun()).toBe(true);
    trouble.end();
    await write();
    expect(trouble.hasBegun()).toBe(false);
  });
});
