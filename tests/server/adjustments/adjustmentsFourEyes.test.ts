import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { up } from '../../../server/db/migrations/010_adjustments.ts';
import { addRecord } from '../support/records.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const { server, ids, invoiceOf, renew, made, edit, decide, remove, list, worth } = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

const largeAmount = { adjustment_amount: '1000' };
/** Creates an adjustment by Vic, approved by Ada. */
const counting = async (adjustment_amount: string) => (await decide('ada', 'approve', await made('vic', { adjustment_amount }))).json();

describe('the person who sets an amount cannot approve it', () => {
  it('decisions 2.10: refuses approval by an approver who edited another’s amount; the author can approve', async () => {
    const edited = (await edit('ada', await made('vic', largeAmount), { adjustment_amount: '900000' })).json();
    expect(edited).toMatchObject({ state: 'pending', created_by: 'vic Person', set_by: 'ada Person', actions: ['edit', 'void'] });
    const refused = await decide('ada', 'approve', edited);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'own_adjustment']);
    expect(refused.json().message).toBe('You changed this adjustment, so another person has to decide about it.');
    expect((await decide('ada', 'reject', edited)).statusCode).toBe(403);
    expect((await worth()).adjustments_cents).toBe(0);
    expect((await decide('vic', 'approve', edited)).json()).toMatchObject({ state: 'approved', self_approved: false });
  });

  it('decisions 2.10: refuses approval by someone who moved it to another person, but ignores mere wording changes', async () => {
    const adjustment = await made('vic', largeAmount);
    const worded = (await edit('ada', adjustment, { ...largeAmount, adjustment_reason: 'Referral bonus of May' })).json();
    expect(worded).toMatchObject({ set_by: 'vic Person', actions: ['edit', 'void', 'approve', 'reject'] });
    const other = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    const moved = (await edit('ada', worded, { ...largeAmount, related_invoice_id: await invoiceOf(other) })).json();
    expect(moved).toMatchObject({ user_id: String(ids.kim), set_by: 'ada Person' });
    expect((await decide('ada', 'approve', moved)).json().code).toBe('own_adjustment');
  });

  it('decisions 2.10: lets whoever set the amount approve when nobody else can, and flags it', async () => {
    const adjustment = await made('mia', largeAmount);
    const vic = server.db.query.updateTable('users').where('id', '=', ids.vic!);
    await vic.set({ active: false }).execute();
    const edited = (await edit('ada', adjustment, { adjustment_amount: '2000' })).json();
    expect((await decide('ada', 'approve', edited)).json()).toMatchObject({ state: 'approved', self_approved: true });
    await vic.set({ active: true }).execute();
  });
});

describe('threshold for changes', () => {
  it('decisions 2.10: refuses a manager who voids or edits an amount that two people approved', async () => {
    const adjustment = await counting('-5000');
    for (const answer of [await edit('mia', adjustment, { adjustment_amount: '-1' }), await remove('mia', adjustment)]) {
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([403, 'needs_approver']);
      expect(answer.json().message).toBe(
        'This adjustment counts and is above $500.00. Ask a person who may approve adjustments to change or void it.',
      );
    }
    expect((await list('mia')).find(({ id }) => id === adjustment.id)?.actions).toEqual([]);
    expect((await worth()).adjustments_cents).toBe(-5000_00);
  });

  it('decisions 2.10: refuses the approver who set it; another approver can void it', async () => {
    const adjustment = await counting('5000');
    const refused = await remove('vic', adjustment);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'needs_approver']);
    expect(refused.json().message).toContain('You set it, so ask another person who may approve adjustments');
    expect(adjustment.actions).toEqual(['edit', 'void']);
    expect((await remove('ada', adjustment)).json().state).toBe('void');
    expect((await worth()).adjustments_cents).toBe(0);
  });

  it('decisions 2.10: holds an edit that changes more than the threshold, even if the result is small', async () => {
    const small = await made('mia', { adjustment_amount: '400' });
    expect((await edit('mia', small, { adjustment_amount: '-400' })).json()).toMatchObject({ state: 'pending', version: 2 });
    const large = await counting('5000');
    expect((await edit('ada', large, { adjustment_amount: '1' })).json()).toMatchObject({ state: 'pending', set_by: 'ada Person' });
  });

  it('decisions 2.10: does not let small steps add up to an unapproved amount', async () => {
    const first = (await edit('mia', await made('mia', { adjustment_amount: '450' }), { adjustment_amount: '500' })).json();
    expect(first.state).toBe('approved');
    expect((await edit('mia', first, { adjustment_amount: '550' })).json().state).toBe('pending');
  });
});

it('decisions 2.10: finds out from the audit log who set older adjustments', async () => {
  const edited = (await edit('vic', await made('mia', largeAmount), { adjustment_amount: '2000' })).json();
  await edit('ada', edited, { adjustment_amount: '2000', adjustment_reason: 'Other words of it' });
  const worded = await made('mia', largeAmount);
  await edit('vic', worded, { ...largeAmount, adjustment_reason: 'Other words of it' });
  await server.db.script('alter table adjustments drop column set_by cascade; alter table adjustments drop column decision_reason cascade');
  await server.db.script(`begin; ${up} commit`);
  const { rows } = await sql<{ id: number; set_by: number | null }>`
    select id, set_by from adjustments where id in (${edited.id}, ${worded.id}) order by id`.execute(server.db.query);
  expect(rows.map(({ set_by }) => set_by)).toEqual([ids.vic, null]);
});
