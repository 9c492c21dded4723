import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
  await world.run('invoices', 'Number,Customer,Date,Total,Sales Rep\nF-1,Acme,2026-11-02,1000,sam@example.test');
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

const file = (amount: number): string => `Payment Date,Check Number,Invoice,Amount\n2026-11-10,771,F-1,${amount}`;
const step = async (event: 'fail' | 'reverse' | 'retry'): Promise<void> => {
  const { id, version } = await world.server.db.query.selectFrom('receipts').selectAll().orderBy('id').executeTakeFirstOrThrow();
  const body = { version, reason: 'It bounced' };
  const answer = await world.server.call('POST', `/api/v1/payments/cp-${id}/${event}`, {
    token: world.token,
    body: event === 'retry' ? { version } : body,
  });
  expect(answer.statusCode, answer.body).toBe(200);
};
const payments = async (): Promise<(readonly [number, string])[]> =>
  (await world.server.db.query.selectFrom('customer_payments').select(['amount_cents', 'state']).orderBy('id').execute()).map(
    ({ amount_cents, state }) => [amount_cents, state],
  );

describe.each([
  { steps: ['fail'], left: [[40_000, 'failed']] },
  { steps: ['fail', 'retry'], left: [[40_000, 'pending']] },
  {
    steps: ['reverse'],
    left: [
      [40_000, 'completed'],
      [-40_000, 'completed'],
    ],
  },
] as const)('an imported receipt with manual steps: $steps', ({ steps, left }) => {
  beforeEach(async () => {
    await world.run('receipts', file(400));
    for (const event of steps) await step(event);
  });

  it('is unchanged by the same file', async () => {
    expect(await world.run('receipts', file(400))).toMatchObject({ state: 'completed', counts: { same: 1, new: 0, changed: 0 } });
    expect(await payments()).toEqual(left);
  });

  it('blocks the undo of its import, with the reason', async () => {
    const [{ id }] = (await world.ask('GET', '')).data;
    const refused = await world.call('POST', `/${id}/undo`, {});
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'The receipt for $400.00 of Nov 10, 2026 has been changed since.']);
    expect(await payments()).toEqual(left);
  });

  it('is unchanged by a file: the row waits with the reason', async () => {
    const done = await world.run('receipts', file(500));
    expect(done).toMatchObject({ state: 'completed', counts: { quarantined: 1, same: 0, new: 0, changed: 0 } });
    expect((await world.quarantine(done.id)).map(({ row, column, reason, twice }) => [row, column, reason, twice])).toEqual([
      [2, 'Amount', 'Its receipt has since been returned, reversed or sent for approval. Change it under Payments.', false],
    ]);
    expect(await payments()).toEqual(left);
  });
});

it('a receipt matched with a bank transaction stays: its import cannot be undone', async () => {
  const { id } = await world.run('receipts', file(400));
  await sql`
    with bank as (insert into connections (kind, name, external_account) values ('mercury', 'Mercury', 'm') returning id), line as (
      insert into bank_transactions (connection_id, external_id, payload_hash, account_name, account_last4, amount_cents, booked_on, occurred_at,
        kind, counterparty, counterparty_key, bank_status, state)
      select id, 't1', 'h', 'Checking', '1234', 40000, '2026-11-10', '2026-11-10T12:00:00Z', 'ach', 'Acme', 'acme', 'settled', 'matched'
      from bank returning id)
    insert into bank_matches (transaction_id, receipt_id, amount_cents, wrote, created_by)
    select line.id, r.id, 40000, 'linked', ${world.ids.ada} from line, receipts r`.execute(world.server.db.query);
  const refused = await world.call('POST', `/${id}/undo`, {});
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The receipt for $400.00 of Nov 10, 2026 was matched with a bank transaction, whose history names it.',
  ]);
});
