import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import { addRecord } from '../support/records.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const { server, ids, tokens, now, invoiceOf, renew, made, edit, decide, remove } = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

const large = { adjustment_amount: '1000' };
/** Notifications about an adjustment since `from`, by recipient. */
const noticesOf = async ({ id }: Adjustment, from = 0): Promise<Record<string, string[]>> => {
  const rows = await server.db.query
    .selectFrom('notifications')
    .select(['user_id', 'message'])
    .where('dedupe_key', 'like', `adjustment:${id}:%`)
    .orderBy('id')
    .execute();
  const people = Object.entries(ids).map(([name, id]) => [name, rows.slice(from).filter((row) => row.user_id === id)] as const);
  return Object.fromEntries(people.filter(([, mine]) => mine.length > 0).map(([name, mine]) => [name, mine.map(({ message }) => message)]));
};
const end = (name: string, { id, version }: Adjustment, step: 'approve' | 'reject', reason: string) =>
  server.call('POST', `/api/v1/adjustments/${id}/${step}`, { token: tokens[name], body: { version, reason } });
const number = async (): Promise<string> =>
  (await server.db.query.selectFrom('commission_records').select('invoice_number').where('id', '=', now.record).executeTakeFirstOrThrow())
    .invoice_number;

describe('notifications of adjustment changes', () => {
  it('decisions 5.02: notifies the owner of every new amount, up or down', async () => {
    const on = `on invoice ${await number()}`;
    const adjustment = await made('mia', { adjustment_amount: '200' });
    const reduced = (await edit('mia', adjustment, { adjustment_amount: '-200' })).json();
    const more = (await edit('mia', reduced, { adjustment_amount: '150' })).json();
    await edit('mia', more, { adjustment_amount: '150', adjustment_reason: 'Other words of it' });
    expect(await noticesOf(adjustment)).toEqual({
      sam: [
        `+$200.00 ${on}: Referral bonus`,
        `-$200.00 ${on} instead of +$200.00 ${on}: Referral bonus`,
        `+$150.00 ${on} instead of -$200.00 ${on}: Referral bonus`,
      ],
    });
  });

  it('decisions 5.02: notifies both people when an adjustment moves between them', async () => {
    const on = await number();
    const adjustment = await made('vic');
    const other = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    await edit('vic', adjustment, { related_invoice_id: await invoiceOf(other) });
    expect(await noticesOf(adjustment, 1)).toEqual({
      sam: [`+$25.00 on invoice ${on} does not count for you any more: Referral bonus`],
      kim: [expect.stringContaining('+$25.00 on invoice')],
    });
  });

  it('decisions 5.02: notifies approvers when a pending amount rises or a counted one becomes pending again', async () => {
    const on = `on invoice ${await number()}`;
    const adjustment = await made('mia', large);
    const raised = (await edit('vic', adjustment, { adjustment_amount: '900000' })).json();
    expect(await noticesOf(adjustment, 2)).toEqual({
      ada: [`+$900,000.00 ${on} for Sam Seller, +$1,000.00 before: Referral bonus`],
      mia: [`+$900,000.00 ${on} for Sam Seller instead of +$1,000.00 ${on} for Sam Seller: Referral bonus`],
    });
    const approved = (await decide('ada', 'approve', raised)).json();
    expect(await noticesOf(adjustment, 4)).toEqual({
      sam: [`+$900,000.00 ${on}: Referral bonus`],
      mia: [`+$900,000.00 ${on} for Sam Seller was approved.`],
      vic: [`+$900,000.00 ${on} for Sam Seller was approved.`],
    });
    const repeated = (await edit('ada', approved, { adjustment_amount: '800000' })).json();
    expect(await noticesOf(adjustment, 7)).toEqual({
      sam: [`+$900,000.00 ${on} does not count until its change is approved.`],
      vic: [`+$800,000.00 ${on} for Sam Seller, +$900,000.00 before: Referral bonus`],
      mia: [`+$800,000.00 ${on} for Sam Seller instead of +$900,000.00 ${on} for Sam Seller: Referral bonus`],
    });
    expect((await decide('vic', 'approve', repeated)).json().state).toBe('approved');
    expect((await noticesOf(adjustment, 10)).sam).toEqual([`+$800,000.00 ${on}: Referral bonus`]);
  });

  it('decisions 5.02: does not notify the intended recipient when a pending one is voided, and tells the author why one was refused', async () => {
    const on = `on invoice ${await number()}`;
    const waiting = await made('mia', large);
    await remove('mia', waiting);
    expect(Object.keys(await noticesOf(waiting))).toEqual(['ada', 'vic']);
    const rejected = await made('mia', large);
    await end('vic', rejected, 'reject', 'Not agreed');
    expect(await noticesOf(rejected, 2)).toEqual({ mia: [`+$1,000.00 ${on} for Sam Seller was not approved: Not agreed`] });
    const counted = await made('mia');
    await server.call('DELETE', `/api/v1/adjustments/${counted.id}?version=1&reason=Twice`, { token: tokens.vic });
    expect(await noticesOf(counted, 1)).toEqual({
      sam: [`+$25.00 ${on} does not count any more: Twice`],
      mia: [`+$25.00 ${on} for Sam Seller was voided: Twice`],
    });
  });

  it('decisions 5.02: links the notification to the month in which the adjustment counts', async () => {
    const { id } = await made('mia');
    const row = await server.db.query
      .selectFrom('notifications')
      .select('link')
      .where('dedupe_key', '=', `adjustment:${id}:approved`)
      .executeTakeFirstOrThrow();
    expect(row.link).toBe(`/commissions?period=month&start=2026-11-01&end=2026-11-30&adjustment=${id}`);
  });
});
