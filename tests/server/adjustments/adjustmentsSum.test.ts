import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addRecord } from '../support/records.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const { server, ids, invoiceOf, renew, made, edit, decide, remove, list, worth } = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

const large = { adjustment_amount: '1000' };

describe('threshold per author, person and month', () => {
  const amount400 = { adjustment_amount: '400' };
  it('decisions 2.10: requires a second approver for two of 400 as for one of 800, whatever their signs', async () => {
    expect((await made('mia', amount400)).state).toBe('approved');
    const second = await made('mia', { adjustment_amount: '-400' });
    expect(second.state).toBe('pending');
    expect((await made('mia', { adjustment_amount: '0.01' })).state).toBe('pending');
    expect((await worth()).adjustments_cents).toBe(400_00);
  });

  it('decisions 2.10: ignores rejected and void adjustments', async () => {
    await remove('mia', await made('mia', amount400));
    await decide('vic', 'reject', await made('mia', large));
    expect((await made('mia', { adjustment_amount: '500' })).state).toBe('approved');
  });

  it('decisions 2.10: ignores other authors, other people and other months', async () => {
    await made('mia', amount400);
    expect((await made('ada', amount400)).state).toBe('approved');
    const other = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    expect((await made('vic', { ...amount400, related_invoice_id: await invoiceOf(other) })).state).toBe('approved');
    expect((await made('vic', amount400)).state).toBe('approved');
    await server.db.query.updateTable('adjustments').set({ effective_date: '2026-10-31' }).execute();
    expect((await made('mia', amount400)).state).toBe('approved');
  });

  it('decisions 2.10: adds an edit to the total of its editor and of the new person', async () => {
    await made('ada', amount400);
    const miasAdjustment = await made('mia', { adjustment_amount: '50' });
    expect((await edit('ada', miasAdjustment, { adjustment_amount: '101' })).json()).toMatchObject({
      state: 'pending',
      set_by: 'ada Person',
    });
    const other = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    const kimsAdjustment = await made('ada', { ...amount400, related_invoice_id: await invoiceOf(other) });
    expect(kimsAdjustment.state).toBe('approved');
    expect((await edit('ada', kimsAdjustment, amount400)).json().state).toBe('pending');
  });

  it('decisions 2.10: requires a possible approver to void an amount above the total threshold', async () => {
    const first = await made('mia', amount400);
    const second = (await decide('vic', 'approve', await made('mia', amount400))).json();
    const refused = await remove('mia', second);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'needs_approver']);
    expect(refused.json().message).toBe(
      'This adjustment counts, and the adjustments by you for Sam Seller in its month add up to more than $500.00. You set it, so ask another person who may approve adjustments to change or void it.',
    );
    expect((await list('mia')).find(({ id }) => id === first.id)?.actions).toEqual([]);
    expect((await remove('ada', second)).json().state).toBe('void');
    expect((await remove('mia', first)).json().state).toBe('void');
  });

  it('decisions 2.10: serializes two simultaneous adjustments', async () => {
    const both = await Promise.all([made('mia', amount400), made('mia', amount400)]);
    expect(both.map(({ state }) => state).sort()).toEqual(['approved', 'pending']);
  });

  it('decisions 2.10: holds proposals from late facts, edited or not', async () => {
    const late = await made('mia', large);
    await server.db.query.updateTable('adjustments').set({ origin: 'late_fact' }).where('id', '=', Number(late.id)).execute();
    expect((await edit('mia', late, { adjustment_amount: '10' })).json().state).toBe('pending');
  });
});
