import { afterAll, describe, expect, it } from 'vitest';
import { createDatedCompany } from '../support/worlds/dated.ts';

const company = await createDatedCompany();
const { book, call, earned, put, seller } = company;
afterAll(() => company.server.close());

describe('preview of a change', () => {
  const impact = async (id: number, body: object) => {
    const answer = await call('POST', `/users/${id}/impact`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  it('decisions 2.28: shows the difference in open months that the save makes', async () => {
    const { mia, max } = company.ids;
    const sam = await seller({ manager_id: String(mia) });
    const [october, november] = [await book(sam, '2026-10-15', 10_000), await book(sam, '2026-11-15', 20_000)];
    const before = await earned(october);
    const change = { territory: 'West', manager_id: String(max), effective_from: '2026-11-01' };
    const preview = await impact(sam, change);
    expect(
      preview.open.map(({ user_id, month, before, after }: Record<string, unknown>) => [
        Number(user_id),
        month,
        Number(after) - Number(before),
      ]),
    ).toEqual(
      expect.arrayContaining([
        [sam, '2026-11', 400],
        [mia, '2026-11', -200],
        [max, '2026-11', 200],
      ]),
    );
    expect(preview.open).toHaveLength(3);
    expect(preview.late).toEqual([]);
    expect((await earned(november))[sam]).toBe(1000);
    await put(sam, change);
    expect([await earned(october), await earned(november)]).toEqual([before, { [sam]: 1400, [max]: 200 }]);
    expect((await impact(sam, change)).open).toEqual([]);
  });

  it('shows what a departing person leaves behind', async () => {
    const sam = await seller();
    await book(sam, '2026-11-10', 10_000);
    expect((await impact(sam, { employment_end: '2026-11-20' })).leaving).toEqual({ last_day: '2026-11-20', open_deals: 0, unpaid: 500 });
    expect((await impact(sam, { first_name: 'Sam' })).leaving).toBeNull();
  });

  it('is limited to administrators', async () => {
    const { access_token } = await company.server.signIn('mia@example.test');
    const answer = await company.server.call('POST', `/api/v1/users/${company.ids.sam}/impact`, {
      token: access_token,
      body: { territory: 'West' },
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('history of a person', () => {
  it('shows each value with its first day and author', async () => {
    const sam = await seller({ territory: 'West' });
    await put(sam, { territory: 'Midwest', effective_from: '2026-10-01' });
    await put(sam, { role: 'sales_manager' });
    const answer = await call('GET', `/users/${sam}/history`);
    expect(
      answer.json().data.map(({ field, value, first_day, recorded_by }: Record<string, unknown>) => [field, value, first_day, recorded_by]),
    ).toEqual([
      ['role', 'sales_manager', '2026-11-28', 'ada Person'],
      ['territory', 'Midwest', '2026-10-01', 'ada Person'],
      ['manager', null, null, 'ada Person'],
      ['role', 'salesperson', null, 'ada Person'],
      ['territory', 'West', null, 'ada Person'],
    ]);
    const { access_token } = await company.server.signIn('mia@example.test');
    expect((await company.server.call('GET', `/api/v1/users/${sam}/history`, { token: access_token })).statusCode).toBe(403);
  });
});

describe('Why, summary and why not', () => {
  const get = async (url: string) => {
    const answer = await call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  it('decisions 2.04: explains an August sale in the West as such after a territory change', async () => {
    const sam = await seller({ territory: 'West' });
    const { id } = await company.facts.recordOf(await book(sam, '2026-08-01', 10_000));
    const before = await get(`/commissions/${id}/explain`);
    await put(sam, { territory: 'Midwest' });
    const after = await get(`/commissions/${id}/explain`);
    expect([after.sentence, after.formula]).toEqual([before.sentence, before.formula]);
  });

  it('updates the summary after a backdated change', async () => {
    const sam = await seller({ territory: 'West' });
    const { id } = await company.facts.recordOf(await book(sam, '2026-11-10', 10_000));
    await put(sam, { territory: 'Midwest', effective_from: '2026-11-01' });
    expect((await get(`/commissions/${id}`)).commission_amount).toBe(500);
    const range = 'start_date=2026-11-01&end_date=2026-11-30';
    expect((await get(`/commissions/summary?${range}&user_id=${sam}`)).summary.period_commission).toBe(500);
  });

  it('decisions 1.02 `why-not`: says that a sale’s seller was not employed', async () => {
    const sam = await seller({ employment_start: '2026-10-05' });
    const invoice = await book(sam, '2026-10-04', 1_000);
    const { invoice_number } = await company.server.db.query
      .selectFrom('invoices')
      .select('invoice_number')
      .where('id', '=', invoice)
      .executeTakeFirstOrThrow();
    const answer = await get(`/why-not?q=${invoice_number}&start_date=2026-10-01&end_date=2026-10-31&user_id=${sam}`);
    expect(answer.data[0].reasons[0]).toMatchObject({ code: 'not_employed' });
  });
});
