import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

const t = messages.userFormText;
const spring = { from: '2026-03-01', to: '2026-04-15' };
const summer = { from: '2026-07-01', to: '2026-07-14' };
let company: ClosingCompany;
let token: string;
let sam: number;
let counter = 0;

const call = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: object, as = token) =>
  company.server.call(method, `/api/v1${url}`, { token: as, ...(body ? { body } : {}) });
const put = async (body: object) => {
  const answer = await call('PUT', `/users/${sam}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const refused = async (leaves: readonly object[]): Promise<Record<string, string>> => {
  const answer = await call('PUT', `/users/${sam}`, { leaves });
  expect(answer.statusCode, answer.body).toBe(422);
  return answer.json().errors;
};
const person = async () => (await call('GET', `/users/${sam}`)).json();
const history = async () =>
  (await call('GET', `/users/${sam}/history`))
    .json()
    .data.filter(({ field }: { field: string }) => field === 'leave')
    .map(({ first_day, value, recorded_by }: Record<string, string | null>) => [first_day, value, recorded_by]);

beforeAll(async () => {
  company = await createClosingCompany();
  company.server.clock.set('2026-11-28T18:00:00Z');
  token = (await company.server.signIn('ada@example.test')).access_token;
});
afterAll(() => company.server.close());

/** Employed from January 15. */
beforeEach(async () => {
  counter += 1;
  const email = `leave${counter}@example.test`;
  const account = { first_name: `s${counter}`, last_name: 'Away', email, role: 'salesperson', employment_start: '2026-01-15' };
  const answer = await call('POST', '/users', account);
  expect(answer.statusCode, answer.body).toBe(201);
  sam = Number(answer.json().id);
});

describe('decisions 2.22: leave', () => {
  it('is a dated fact of the person, sorted, with its author in history and audit log', async () => {
    expect((await person()).leaves).toEqual([]);
    expect((await put({ leaves: [summer, spring] })).leaves).toEqual([spring, summer]);
    expect(await history()).toEqual([
      [summer.from, summer.to, 'ada Person'],
      [spring.from, spring.to, 'ada Person'],
    ]);
    expect((await put({ leaves: [summer] })).leaves).toEqual([summer]);
    const rows = await company.server.db.query
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity_id', '=', String(sam))
      .where('action', '=', 'user.updated')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { before: { leaves: [] }, after: { leaves: [spring, summer] } },
      { before: { leaves: [spring, summer] }, after: { leaves: [summer] } },
    ]);
  });

  it('changes nothing when saved unchanged, and survives a role change', async () => {
    const { version } = await put({ leaves: [spring] });
    expect((await put({ leaves: [spring] })).version).toBe(version);
    expect((await put({ role: 'sales_manager' })).leaves).toEqual([spring]);
  });

  it('changes no pay: sales on a day of leave are credited, and the impact is empty', async () => {
    const sale = await company.facts.addInvoice({ salesperson_id: sam, booking_date: '2026-10-10', net_cents: 10_000_00 });
    const leave = { from: '2026-10-01', to: '2026-12-31' };
    expect((await call('POST', `/users/${sam}/impact`, { leaves: [leave] })).json()).toEqual({ open: [], late: [], leaving: null });
    await put({ leaves: [leave] });
    expect((await company.facts.recordsOf(sale)).map(({ amount_cents }) => amount_cents)).toEqual([500_00]);
  });

  it('is readable only by administrators and the person', async () => {
    await put({ leaves: [spring] });
    const { access_token } = await company.server.signIn('vic@example.test');
    const seen = await call('GET', `/users/${sam}`, undefined, access_token);
    expect([seen.statusCode, seen.json().leaves]).toEqual([200, undefined]);
    const list = await call('GET', '/users', undefined, access_token);
    expect(list.body).not.toContain(spring.to);
  });

  it('stays if employment ends before it, and another can still be added', async () => {
    const futureLeave = { from: '2026-12-01', to: '2026-12-10' };
    await put({ leaves: [futureLeave] });
    expect(await put({ active: false })).toMatchObject({ employment_end: '2026-11-28', leaves: [futureLeave] });
    expect((await put({ leaves: [futureLeave, spring] })).leaves).toEqual([spring, futureLeave]);
    expect(await refused([spring, { ...futureLeave, to: '2026-12-09' }])).toEqual({ leaves: t.leaveOutside });
    expect((await put({ leaves: [spring] })).leaves).toEqual([spring]);
    expect(await refused([spring, futureLeave])).toEqual({ leaves: t.leaveOutside });
  });

  it('bad input: refuses an end before the start, a shared day, days outside employment, and impossible days', async () => {
    expect(await refused([{ from: '2026-03-02', to: '2026-03-01' }])).toEqual({ leaves: t.leaveEndBeforeStart });
    expect(await refused([spring, { from: spring.to, to: '2026-05-01' }])).toEqual({ leaves: t.leaveOverlap });
    expect(await refused([{ from: '2026-01-14', to: '2026-02-01' }])).toEqual({ leaves: t.leaveOutside });
    for (const day of ['', '2026-02-30', 'soon'])
      expect(await refused([{ from: '2026-03-01', to: day }])).toEqual({ leaves: t.dayInvalid });
    await put({ employment_end: '2026-06-30' });
    expect(await refused([summer])).toEqual({ leaves: t.leaveOutside });
    await put({ employment_start: '2026-09-01' });
    expect((await put({ leaves: [spring] })).leaves).toEqual([spring]);
    expect(await refused([{ from: '2026-06-15', to: '2026-09-15' }])).toEqual({ leaves: t.leaveOutside });
    expect((await call('PUT', `/users/${sam}`, { leaves: [{ ...spring, kind: 'sick' }] })).statusCode).toBe(400);
    expect((await person()).leaves).toEqual([spring]);
  });
});

describe('leave in a CSV file', () => {
  const header = 'first_name,last_name,email,role,employment_start,leave_start,leave_end';
  const own = () => `s${counter},Away,leave${counter}@example.test,salesperson,`;
  const preview = async (...lines: string[]) =>
    (await call('POST', '/users/import/preview', { csv: [header, ...lines].join('\n') })).json();
  const apply = async (...lines: string[]) =>
    (await call('POST', '/users/import', { lines: (await preview(...lines)).lines })).json().results;

  it('a line adds a leave to the existing ones, once', async () => {
    await put({ leaves: [spring] });
    const line = `${own()},7/1/2026,7/14/2026`;
    expect((await preview(line)).lines[0]).toMatchObject({ what: 'update', fields: ['leaves'], errors: [] });
    expect(await apply(line)).toMatchObject([{ what: 'update', errors: [] }]);
    expect((await person()).leaves).toEqual([spring, summer]);
    expect(await apply(line)).toMatchObject([{ what: 'same' }]);
  });

  it('a line adds a leave beside one that is after the end of employment', async () => {
    await put({ leaves: [summer] });
    await put({ employment_end: '2026-06-30' });
    expect(await apply(`${own()},${spring.from},${spring.to}`)).toMatchObject([{ what: 'update', errors: [] }]);
    expect((await person()).leaves).toEqual([spring, summer]);
  });

  it('a new person can have a leave', async () => {
    const email = `new${counter}@example.test`;
    expect(await apply(`Nia,Noor,${email},salesperson,2026-01-15,${spring.from},${spring.to}`)).toMatchObject([
      { what: 'create', errors: [] },
    ]);
    const result = (await call('GET', `/users?search=${email}`)).json().data;
    expect((await call('GET', `/users/${result[0].id}`)).json().leaves).toEqual([spring]);
  });

  it('bad input: refuses half a leave, an overlap, days outside employment, and an end before the start', async () => {
    await put({ leaves: [spring] });
    const errorsOf = async (line: string) => (await preview(line)).lines[0].errors;
    expect(await errorsOf(`${own()},2026-07-01,`)).toEqual([t.leaveHalf]);
    expect(await errorsOf(`${own()},2026-04-15,2026-05-01`)).toEqual([t.leaveOverlap]);
    expect(await errorsOf(`${own()},2026-01-01,2026-02-01`)).toEqual([t.leaveOutside]);
    expect(await errorsOf(`${own()},2026-07-14,2026-07-01`)).toEqual([t.leaveEndBeforeStart]);
    expect(await errorsOf(`${own()},soon,2026-07-01`)).toEqual([t.dayInvalid]);
    expect(await errorsOf(`Nia,Noor,nia${counter}@example.test,salesperson,2026-06-01,${spring.from},${spring.to}`)).toEqual([
      t.leaveOutside,
    ]);
  });
});
