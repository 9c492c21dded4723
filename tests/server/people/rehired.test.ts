import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { readDraw } from '../../../server/domain/draws/drawFor.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

const t = messages.userFormText;
let company: ClosingCompany;
let token: string;
let sam: number;

/** A monthly quota of 10,000 at 5%, above it 10%; a new person has a quarter of it in the first month and half in the second. */
const plan = {
  id: 'sellers',
  name: 'Sellers',
  applies_to: { roles: ['salesperson'] },
  quota: { period: 'month', amount: 10_000, ramp: [0.25, 0.5] },
  base_commission_rate: 0.05,
  over_quota_commission_rate: 0.1,
  draw: { amount: 2_000, recoverable: true },
};
const call = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
  company.server.call(method, `/api/v1${url}`, { token, ...(body ? { body } : {}) });
const put = async (body: object, id = sam) => {
  const answer = await call('PUT', `/users/${id}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const refused = async (body: object): Promise<Record<string, string>> => {
  const answer = await call('PUT', `/users/${sam}`, body);
  expect(answer.statusCode, answer.body).toBe(422);
  return answer.json().errors;
};
const book = (booking_date: string, dollars = 10_000): Promise<number> =>
  company.facts.addInvoice({ salesperson_id: sam, booking_date, net_cents: dollars * 100 });
const earned = async (...invoices: number[]): Promise<(number | null)[]> => {
  const result = await Promise.all(invoices.map((invoice) => company.facts.recordsOf(invoice)));
  return result.map((records) => records.map(({ amount_cents }) => amount_cents / 100)[0] ?? null);
};
const spans = async () =>
  (await call('GET', `/users/${sam}/history`))
    .json()
    .data.filter(({ field }: { field: string }) => field === 'employment')
    .map(({ first_day, value, recorded_by }: Record<string, string | null>) => [first_day, value, recorded_by]);

beforeAll(async () => {
  company = await createClosingCompany();
  company.server.clock.set('2026-11-28T18:00:00Z');
  token = (await company.server.signIn('ada@example.test')).access_token;
  const config = { books_begin_on: '2026-01-01', plans: [plan] };
  const saved = await call('PUT', '/settings/general', { companyName: 'Acme', commissionsConfig: JSON.stringify(config) });
  expect(saved.statusCode, saved.body).toBe(200);
});
afterAll(() => company.server.close());

let counter = 0;
/** Employed from January 15 to March 31. */
beforeEach(async () => {
  counter += 1;
  const person = { first_name: `s${counter}`, last_name: 'Again', email: `again${counter}@example.test`, role: 'salesperson' };
  const answer = await call('POST', '/users', { ...person, employment_start: '2026-01-15', employment_end: '2026-03-31' });
  expect(answer.statusCode, answer.body).toBe(201);
  sam = Number(answer.json().id);
});

describe('decisions 2.22: a rehired person', () => {
  it('has both spans in the history, and the current one displayed', async () => {
    expect(await put({ employment_start: '2026-09-15' })).toMatchObject({ employment_start: '2026-09-15', employment_end: null });
    expect(await spans()).toEqual([
      ['2026-09-15', null, 'ada Person'],
      ['2026-01-15', '2026-03-31', 'ada Person'],
    ]);
    expect(await put({ employment_end: '2026-10-31' })).toMatchObject({ employment_start: '2026-09-15', employment_end: '2026-10-31' });
    expect(await put({ employment_start: '2026-11-15', employment_end: '2026-12-31' })).toMatchObject({ employment_end: '2026-12-31' });
    expect((await spans()).map(([first, last]: string[]) => [first, last])).toEqual([
      ['2026-11-15', '2026-12-31'],
      ['2026-09-15', '2026-10-31'],
      ['2026-01-15', '2026-03-31'],
    ]);
  });

  it('is credited on the days of both spans, and the ramp restarts: 750.00 in February, 875.00 in September', async () => {
    const sales = [
      await book('2026-02-10'),
      await book('2026-06-10'),
      await book('2026-09-20'),
      await book('2026-10-05'),
      await book('2026-11-05'),
    ];
    // February is the second month: 5,000 · 5% + 5,000 · 10%.
    expect(await earned(...sales)).toEqual([750, null, null, null, null]);
    await put({ employment_start: '2026-09-15' });
    // September counts as a first month again: 2,500 · 5% + 7,500 · 10%; November has the full quota.
    expect(await earned(...sales)).toEqual([750, null, 875, 750, 500]);
    const why = await company.facts.recordsOf(sales[0] as number);
    expect(why[0]).toMatchObject({ quota_cents: 5_000_00 });
  });

  it('has a draw at the end of each month of a span, and none in between', async () => {
    const drawn = async () => {
      const days = ['2026-01-14', '2026-02-28', '2026-03-31', '2026-04-30', '2026-08-31', '2026-09-30', '2026-11-30'];
      const draws = await Promise.all(days.map((day) => readDraw(company.facts.store, sam, day)));
      return draws.map((draw) => draw !== null);
    };
    expect(await drawn()).toEqual([false, true, true, false, false, false, false]);
    await put({ employment_start: '2026-09-15' });
    expect(await drawn()).toEqual([false, true, true, false, false, true, true]);
  });

  it('shows the difference in the preview, which stores nothing', async () => {
    const sale = await book('2026-09-20');
    const impact = (await call('POST', `/users/${sam}/impact`, { employment_start: '2026-09-15' })).json();
    expect(impact.open).toEqual([{ user_id: String(sam), name: `s${counter} Again`, month: '2026-09', before: 0, after: 875 }]);
    expect(await earned(sale)).toEqual([null]);
    expect(await spans()).toHaveLength(1);
  });

  it('keeps the first span when the second start or a role is corrected later', async () => {
    const [february, september] = [await book('2026-02-10'), await book('2026-09-20')];
    await put({ employment_start: '2026-09-15' });
    await put({ territory: 'West', effective_from: '2026-10-10' });
    await put({ employment_start: '2026-08-15' });
    expect(await earned(february, september)).toEqual([750, 750]);
    expect((await spans()).map(([first, last]: string[]) => [first, last])).toEqual([
      ['2026-08-15', null],
      ['2026-01-15', '2026-03-31'],
    ]);
  });

  it('joins both spans with the first start, and removes the second with the first end', async () => {
    const sales = [await book('2026-06-10'), await book('2026-09-20')];
    await put({ employment_start: '2026-09-15' });
    await put({ employment_start: '2026-01-15' });
    expect(await earned(...sales)).toEqual([500, 500]);
    expect((await spans()).map(([first, last]: string[]) => [first, last])).toEqual([['2026-01-15', null]]);
    await put({ employment_end: '2026-03-31' });
    expect(await earned(...sales)).toEqual([null, null]);
  });

  it('is active from the new start once the account is activated', async () => {
    await put({ employment_end: null });
    await put({ active: false, employment_end: '2026-03-31' });
    const sale = await book('2026-09-20');
    await put({ employment_start: '2026-09-15' });
    expect(await earned(sale)).toEqual([null]);
    await put({ active: true });
    expect(await earned(sale)).toEqual([875]);
    expect((await spans()).map(([first, last]: string[]) => [first, last])).toEqual([
      ['2026-09-15', null],
      ['2026-01-15', '2026-03-31'],
    ]);
  });

  it('is paid for a corrected day on which the account was inactive: an earlier second start, a joined span, a later last day', async () => {
    await put({ employment_end: null });
    await put({ active: false, employment_end: '2026-03-31' });
    const [april, june, september, october] = [
      await book('2026-04-10'),
      await book('2026-06-10'),
      await book('2026-09-20'),
      await book('2026-10-20'),
    ];
    await put({ active: true, employment_start: '2026-09-15' });
    await put({ active: false, employment_end: '2026-09-30' });
    expect(await earned(april, june, september, october)).toEqual([null, null, 875, null]);
    await put({ employment_end: '2026-10-31' });
    expect(await earned(april, june, september, october)).toEqual([null, null, 875, 750]);
    await put({ employment_start: '2026-06-01' });
    // Four months after June 1 the quota is the full 10,000.
    expect(await earned(april, june, september, october)).toEqual([null, 875, 500, 500]);
    await put({ employment_start: '2026-01-15' });
    expect(await earned(april, june, september, october)).toEqual([500, 500, 500, 500]);
  });

  it('stays inactive on later inactive days after a start correction', async () => {
    await put({ employment_end: null });
    await put({ active: false, employment_end: '2026-03-31' });
    await put({ active: true, employment_start: '2026-09-15' });
    await put({ active: false, employment_end: '2026-09-30' });
    await put({ active: true, employment_end: null });
    const [june, october] = [await book('2026-06-10'), await book('2026-10-20')];
    await put({ employment_start: '2026-06-01' });
    expect(await earned(june, october)).toEqual([875, null]);
  });

  it('can still have a coming start corrected after deactivation', async () => {
    await put({ employment_start: '2027-02-01' });
    expect(await put({ active: false })).toMatchObject({ active: false, employment_start: '2027-02-01', employment_end: null });
    expect(await put({ employment_start: '2027-03-01' })).toMatchObject({ employment_start: '2027-03-01', employment_end: null });
    expect((await spans()).map(([first, last]: string[]) => [first, last])).toEqual([
      ['2027-03-01', null],
      ['2026-01-15', '2026-03-31'],
    ]);
  });

  it('bad input: refuses a start within an earlier span, a second start before the last day has passed, and an end before the start', async () => {
    await put({ employment_start: '2026-09-15' });
    expect(await refused({ employment_start: '2026-03-31' })).toEqual({
      employment_start: 'Employment from Jan 15, 2026 to Mar 31, 2026 is recorded. Enter a later day, or Jan 15, 2026 to join the two.',
    });
    expect(await refused({ employment_start: '2025-12-01' })).toEqual({ employment_start: expect.stringContaining('is recorded') });
    expect(await refused({ employment_end: '2026-09-14' })).toEqual({ employment_end: t.endBeforeStart });
    await put({ employment_end: '2026-12-31' });
    expect(await refused({ employment_start: '2027-02-01' })).toEqual({
      employment_start: 'Employment goes on until Dec 31, 2026. Enter the new start after that day has passed.',
    });
    expect(await spans()).toHaveLength(2);
  });
});

describe('rehires in a CSV file', () => {
  const file = (start: string, end: string): string =>
    `first_name,last_name,email,role,employment_start,employment_end\ns${counter},Again,again${counter}@example.test,salesperson,${start},${end}\n`;
  const preview = async (start: string, end: string) => (await call('POST', '/users/import/preview', { csv: file(start, end) })).json();
  const apply = async (start: string, end: string) => {
    const { lines } = await preview(start, end);
    return (await call('POST', '/users/import', { lines })).json().results[0];
  };

  it('decisions 2.22: opens a second span once by a start after the recorded end', async () => {
    const sale = await book('2026-09-20');
    const { lines, impact } = await preview('2026-09-15', '');
    expect(lines[0]).toMatchObject({ what: 'update', fields: ['employment_start'], errors: [] });
    expect(impact.open).toMatchObject([{ month: '2026-09', after: 875 }]);
    expect(await apply('2026-09-15', '')).toMatchObject({ what: 'update', errors: [] });
    expect(await earned(sale)).toEqual([875]);
    expect(await apply('2026-09-15', '')).toMatchObject({ what: 'same' });
    expect(await spans()).toHaveLength(2);
  });

  it('changes nothing by days of an earlier span: a file of first hire dates keeps both', async () => {
    await put({ employment_start: '2026-09-15' });
    expect(await apply('2026-01-15', '')).toMatchObject({ what: 'same' });
    expect(await apply('2026-01-15', '2026-03-31')).toMatchObject({ what: 'same' });
    expect(await spans()).toHaveLength(2);
  });

  it('bad input: refuses a line with a start within an earlier span', async () => {
    await put({ employment_start: '2026-09-15' });
    expect((await preview('2026-02-01', '')).lines[0]).toMatchObject({ what: 'error', errors: [expect.stringContaining('is recorded')] });
  });
});

it('decisions 2.22: a second span that begins in a closed month is proposed as an adjustment', async () => {
  const sale = await book('2026-08-20');
  await company.close('2026-08');
  await put({ employment_start: '2026-08-15' });
  expect(await earned(sale)).toEqual([null]);
  expect((await company.late()).filter(([name]) => name === `s${counter}`)).toEqual([[`s${counter}`, sale, 875_00, 'pending']]);
});
