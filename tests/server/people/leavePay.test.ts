import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quotaTitle } from '../../../server/documents/wording.ts';
import { readStatementContent } from '../../../server/domain/statements/statementContent.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let company: ClosingCompany;
let token: string;
const leaves = [{ from: '2026-10-01', to: '2026-11-15' }];
const prorating = { plans: [{ leave: 'prorate' }] };
beforeEach(async () => {
  company = await createClosingCompany();
  token = (await company.server.signIn('ada@example.test')).access_token;
});
afterEach(() => company.server.close());

const call = (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
  company.server.call(method, `/api/v1${url}`, { token, ...(body ? { body } : {}) });
const saveLeaves = (list: readonly object[]) => company.ask('PUT', `/users/${company.ids.sam}`, { leaves: list });
const quotaOf = async (user: string) => {
  const query = `start_date=2026-10-01&end_date=2026-12-31${user}`;
  return (await company.ask('GET', `/commissions/summary?${query}`)).summary.quota_amount;
};

describe('issue 49: leave under a plan that prorates (decisions 2.22)', () => {
  it('reduces the quota of open months for a person and for everybody, previews and explains it', async () => {
    await company.save(prorating);
    const sold = await company.book('sam', '2026-11-20', 100_000);
    const everybody = await quotaOf('');
    const { open } = (await call('POST', `/users/${company.ids.sam}/impact`, { leaves })).json();
    expect(open).toMatchObject([{ month: '2026-11', before: 5000, after: 6250 }]);
    await saveLeaves(leaves);
    // 46 of 92 days: a quota of 50,000, so 50,000 · 5% and 50,000 · 7.5%.
    expect((await company.amounts())[`${sold} sam`]).toBe(6_250_00);
    expect(await quotaOf(`&user_id=${company.ids.sam}`)).toBe(50_000);
    expect(await quotaOf('')).toBe(everybody - 50_000);
    const causes = await company.server.db.query.selectFrom('audit_log').selectAll().where('entity', '=', 'commission').execute();
    expect(JSON.stringify(causes)).toContain('leave_changed');
    await saveLeaves([]);
    expect((await company.amounts())[`${sold} sam`]).toBe(5_000_00);
  });

  it('previews its effect when imported from a file, and recomputes earlier sales of the quarter, as the form does', async () => {
    await company.save(prorating);
    await company.change('sam', { last_name: 'Poe' });
    const sold = await company.book('sam', '2026-10-20', 100_000);
    const csv = [
      'first_name,last_name,email,role,leave_start,leave_end',
      'sam,Poe,sam@example.test,salesperson,2026-11-16,2026-12-31',
      'Nia,Noor,nia@example.test,salesperson,2026-10-01,2026-12-31',
    ].join('\n');
    const { lines, impact } = await company.ask('POST', '/users/import/preview', { csv });
    expect(impact.open).toMatchObject([{ month: '2026-10', before: 5000, after: 6250 }]);
    const { results, import_id } = await company.ask('POST', '/users/import', { lines });
    expect(results).toMatchObject([{ what: 'update' }, { what: 'create' }]);
    // 46 of 92 days: a quota of 50,000.
    expect((await company.amounts())[`${sold} sam`]).toBe(6_250_00);
    const causes = await company.server.db.query.selectFrom('audit_log').selectAll().where('entity', '=', 'commission').execute();
    expect(JSON.stringify(causes)).toContain('leave_changed');
    await company.ask('POST', `/users/imports/${import_id}/undo`, {});
    expect((await company.amounts())[`${sold} sam`]).toBe(5_000_00);
  });

  it('keeps at least 25% of the quota, so that a small sale in a quarter of leave earns the base rate', async () => {
    await company.save(prorating);
    await saveLeaves([{ from: '2026-09-15', to: '2027-01-15' }]);
    const sold = await company.book('sam', '2026-11-20', 10_000);
    expect((await company.amounts())[`${sold} sam`]).toBe(500_00);
    expect(await quotaOf(`&user_id=${company.ids.sam}`)).toBe(25_000);
  });

  it('appears with its days and both quotas in its own Why, plan page and statement only', async () => {
    await company.save(prorating);
    for (const name of ['sam', 'kim'] as const) await company.book(name, '2026-11-20', 100_000);
    await saveLeaves(leaves);
    const effect = 'uota of Q4 2026: 46 of its 92 days are leave, so it is $50,000.00 instead of $100,000.00';
    const range = { start_date: '2026-11-01', end_date: '2026-11-30' };
    const notes = async (userId: number): Promise<(string | null)[]> => {
      const { data } = await company.ask('GET', `/commissions?start_date=2026-11-01&end_date=2026-11-30&user_id=${userId}`);
      const { rows } = await company.ask('GET', `/commissions/${data[0].id}/explain`);
      return rows.filter(({ kind }: { kind: string }) => kind === 'plan').map(({ note }: { note: string }) => note);
    };
    const shown: unknown[] = [];
    for (const name of ['sam', 'kim'] as const) {
      const { quotas } = await readStatementContent(company.facts.store, company.ids[name], range, company.server.clock());
      const { access_token } = await company.server.signIn(`${name}@example.test`);
      const { plans } = (await company.server.call('GET', '/api/v1/plans', { token: access_token })).json();
      shown.push([await notes(company.ids[name]), plans[0].leave, quotas.map(quotaTitle)]);
    }
    expect(shown).toEqual([
      [[`q${effect}`], `Q${effect}.`, [`Q${effect}.`]],
      [['quota of 2026-Q4'], undefined, ['Q4 2026']],
    ]);
  });

  it('changes nothing under other plans', async () => {
    const sold = await company.book('sam', '2026-11-20', 120_000);
    await saveLeaves(leaves);
    expect((await company.amounts())[`${sold} sam`]).toBe(6_500_00);
    expect(await quotaOf('')).toBe(200_000);
  });

  it('proposes the difference of a closed month, whose quota stays', async () => {
    await company.save(prorating);
    const sold = await company.book('sam', '2026-10-20', 100_000);
    await company.close('2026-10', '2026-11', '2026-12');
    await saveLeaves(leaves);
    expect(await company.late()).toEqual([['sam', sold, 1_250_00, 'pending']]);
    expect((await company.amounts())[`${sold} sam`]).toBe(5_000_00);
    expect(await quotaOf(`&user_id=${company.ids.sam}`)).toBe(100_000);
    await saveLeaves([]);
    expect(await company.late()).toEqual([['sam', sold, 1_250_00, 'void']]);
  });

  it('leaves the closed month’s quota in a partly closed quarter’s summary, which names the quota for open sales', async () => {
    await company.save(prorating);
    await company.book('sam', '2026-10-20', 30_000);
    await company.close('2026-10');
    await saveLeaves([{ from: '2026-10-10', to: '2026-12-31' }]);
    const summaryOf = async (end: string) =>
      (await company.ask('GET', `/commissions/summary?start_date=2026-10-01&end_date=${end}&user_id=${company.ids.sam}`)).summary;
    // 100,000 · 31 / 92, and 25,000 · 61 / 92 of the open months.
    expect(await summaryOf('2026-12-31')).toMatchObject({ quota_amount: 50_271.74, pricing_quota: 25_000 });
    expect((await summaryOf('2026-11-30')).pricing_quota).toBeNull();
  });

  it('requires another person to reduce one’s own quota', async () => {
    const bob = await company.server.add({ email: 'bob@example.test', role: 'admin', first_name: 'Bob' });
    const applies_to = { roles: ['salesperson'], users: [String(bob)] };
    await company.save({ plans: [{ leave: 'prorate', applies_to, draw: { amount: 1000, recoverable: false } }] });
    token = (await company.server.signIn('bob@example.test')).access_token;
    const own = (list: readonly object[]) => call('PUT', `/users/${bob}`, { leaves: list });
    expect((await own([{ from: '2026-11-01', to: '2026-11-30' }])).statusCode).toBe(200);
    // Without the leave, the draw of November is paid again.
    const repeated = await own([]);
    expect([repeated.statusCode, repeated.json().code]).toEqual([202, 'waiting_for_approval']);
  });
});
