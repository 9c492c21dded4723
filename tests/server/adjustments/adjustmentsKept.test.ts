import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const { server, ids, tokens, renew, make, made, edit, decide, remove, list } = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

const get = (name: string, id: string) => server.call('GET', `/api/v1/adjustments/${id}`, { token: tokens[name] });
const history = async (id: string) => (await server.call('GET', `/api/v1/adjustments/${id}/history`, { token: tokens.vic })).json().data;

describe('conflicts answer with the stored adjustment', () => {
  it('spec 2.38: when a key was already used for another amount after a lost response', async () => {
    const saved = (await make('vic', {}, 'lost-1')).json();
    const repeated = await make('vic', { adjustment_amount: '26' }, 'lost-1');
    expect([repeated.statusCode, repeated.json().code, repeated.json().current]).toEqual([422, 'idempotency_key_used', saved]);
    await remove('ada', saved);
    expect((await make('vic', { adjustment_amount: '27' }, 'lost-1')).json().current).toMatchObject({
      id: saved.id,
      state: 'void',
      version: 2,
    });
  });

  it('spec 2.38: on a stale edit, decision or void, including one that has since been voided', async () => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const newest = (await edit('ada', adjustment, { adjustment_amount: '950' })).json();
    for (const answer of [await edit('vic', adjustment), await decide('vic', 'approve', adjustment), await remove('vic', adjustment)]) {
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([409, 'stale_version']);
      expect(answer.json().current).toMatchObject({ version: 2, adjustment_amount: 950, actions: ['edit', 'void', 'approve', 'reject'] });
    }
    expect((await decide('ada', 'approve', newest)).json().current).toEqual(newest);
    const deleted = (await remove('vic', newest)).json();
    expect((await edit('vic', newest)).json()).toMatchObject({
      code: 'stale_version',
      current: { state: 'void', version: 3, actions: [] },
    });
    expect((await edit('vic', deleted)).json()).toMatchObject({ code: 'adjustment_step', current: deleted });
  });

  it('spec 6.02: only to callers who can see it in the list', async () => {
    const { id } = await made('mia');
    for (const name of ['mia', 'max', 'vic', 'fay', 'sam'])
      expect((await get(name, id)).json(), name).toEqual((await list(name)).find((row) => row.id === id));
    expect((await get('kim', id)).statusCode).toBe(403);
    expect((await get('vic', '999999')).statusCode).toBe(404);
    expect((await get('vic', 'x')).statusCode).toBe(404);
  });
});

describe('decision reasons', () => {
  it('keeps the reason for a rejection or void on the adjustment and in its history', async () => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const url = `/api/v1/adjustments/${adjustment.id}`;
    const rejected = await server.call('POST', `${url}/reject`, { token: tokens.vic, body: { version: 1, reason: ' Not agreed ' } });
    expect(rejected.json()).toMatchObject({ state: 'rejected', decision_reason: 'Not agreed' });
    const small = await made('mia');
    const reason = encodeURIComponent('Entered twice');
    const deleted = await server.call('DELETE', `/api/v1/adjustments/${small.id}?version=1&reason=${reason}`, { token: tokens.mia });
    expect(deleted.json(), deleted.body).toMatchObject({ state: 'void', decision_reason: 'Entered twice' });
    expect((await history(small.id))[0]).toMatchObject({ action: 'Adjustment voided', cause: 'Entered twice' });
    const longReason = await server.call('DELETE', `/api/v1/adjustments/${small.id}?version=2&reason=${'x'.repeat(2001)}`, {
      token: tokens.mia,
    });
    expect(longReason.statusCode).toBe(400);
  });
});

describe('pending adjustments', () => {
  const waiting = async (name: string) => (await server.call('GET', '/api/v1/adjustments/waiting', { token: tokens[name] })).json();
  const move = (id: string, effective_date: string) =>
    server.db.query.updateTable('adjustments').set({ effective_date }).where('id', '=', Number(id)).execute();

  it('decisions 2.13: counts every month in Review Adjustments, except the caller’s own adjustments', async () => {
    await server.db.query.updateTable('adjustments').set({ state: 'void' }).where('state', '=', 'pending').execute();
    const large = { adjustment_amount: '900' };
    await move((await made('mia', large)).id, '2026-10-30');
    await made('vic', large);
    await edit('ada', await made('mia', large), { adjustment_amount: '901' });
    const october = { start_date: '2026-10-01', end_date: '2026-10-31', count: 1 };
    const november = (count: number) => ({ start_date: '2026-11-01', end_date: '2026-11-30', count });
    expect(await waiting('ada')).toEqual({ count: 2, months: [october, november(1)] });
    expect(await waiting('vic')).toEqual({ count: 2, months: [october, november(1)] });
    for (const name of ['mia', 'fay', 'sam', 'eve']) expect(await waiting(name), name).toEqual({ count: 0, months: [] });
    const vic = server.db.query.updateTable('users').where('id', '=', ids.vic!);
    await vic.set({ active: false }).execute();
    expect(await waiting('ada')).toEqual({ count: 3, months: [october, november(2)] });
    await vic.set({ active: true }).execute();
    expect((await list('ada', 'state=pending')).map(({ effective_date }) => effective_date)).toContain('2026-10-30');
  });

  it('decisions 2.11: offers no actions in a closed month', async () => {
    const adjustment = await made('mia');
    await move(adjustment.id, '2026-09-30');
    await sql`insert into pay_periods (start_date, end_date, state) values ('2026-09-01', '2026-09-30', 'closed')`.execute(server.db.query);
    const shown = async () => (await get('ada', adjustment.id)).json();
    expect(await shown()).toMatchObject({ month_closed: true, actions: [] });
    await sql`update pay_periods set state = 'reopened'`.execute(server.db.query);
    expect(await shown()).toMatchObject({ month_closed: false, actions: ['edit', 'void'] });
  });
});
