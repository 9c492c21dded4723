import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let sam: string;
let kim: string;
let token: string;

const configText = (...plans: readonly object[]): string => JSON.stringify({ books_begin_on: '2026-01-01', plans });
const inUse = { id: 'default', name: 'Plan', base_commission_rate: 0.05 };

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = String(await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Poe' }));
  kim = String(await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim', last_name: 'Lee' }));
  await server.add({ email: 'finance@example.test', role: 'finance' });
  token = (await server.signIn('admin@example.test')).access_token;
  const body = { companyName: 'Acme', commissionsConfig: configText(inUse) };
  await server.call('PUT', '/api/v1/settings/general', { token, body });
  const { addInvoice } = createFactWriter(server.db, admin, server.clock);
  for (const [who, booking_date, net] of [
    [sam, '2026-07-10', 90_000],
    [sam, '2026-09-30', 20_000],
    [sam, '2026-10-01', 50_000],
    [kim, '2026-08-01', 1_000],
  ] as const)
    await addInvoice({ salesperson_id: Number(who), booking_date, net_cents: net * 100 });
});
afterAll(() => server.close());

const attempt = (commissionsConfig: string, people: readonly string[], as = token) =>
  server.call('POST', '/api/v1/settings/general/try', { token: as, body: { commissionsConfig, people } });

describe('decisions 2.35: a draft is tried on the last quarter of a few people', () => {
  it('compares that quarter as recorded with the draft, and stores nothing', async () => {
    const answer = (await attempt(configText({ ...inUse, base_commission_rate: 0.06 }), [sam, kim])).json();
    expect(answer).toMatchObject({ range: { start_date: '2026-07-01', end_date: '2026-09-30' }, errors: [] });
    // 90,000 × 5% + 10,000 × 5% + 10,000 × 7.5% = 5,750; with the draft 100,000 × 6% + 10,000 × 7.5% = 6,750.
    expect(answer.people).toEqual([
      { user_id: sam, name: 'Sam Poe', records: 2, before: 5_750, after: 6_750 },
      { user_id: kim, name: 'Kim Lee', records: 1, before: 50, after: 60 },
    ]);
    expect((await attempt(configText(inUse), [sam])).json().people).toEqual([
      { user_id: sam, name: 'Sam Poe', records: 0, before: 5_750, after: 5_750 },
    ]);
  });

  it('tries a plan that begins later as if in force then, instead of the one before it', async () => {
    const later = configText(
      { id: 'next', base_commission_rate: 0.1, effective_from: '2027-01-01' },
      { ...inUse, effective_to: '2026-12-31' },
    );
    expect((await attempt(later, [kim])).json().people).toMatchObject([{ before: 50, after: 100 }]);
  });

  it('pays nothing to a person whom no plan names', async () => {
    const forSam = configText({ ...inUse, applies_to: { users: [sam] } });
    expect((await attempt(forSam, [kim])).json().people).toMatchObject([{ records: 1, before: 50, after: 0 }]);
  });

  it('includes closed months', async () => {
    const august = { start_date: '2026-08-01', end_date: '2026-08-31', state: 'closed' } as const;
    await server.db.query.insertInto('pay_periods').values(august).execute();
    expect((await attempt(configText({ ...inUse, base_commission_rate: 0.07 }), [kim])).json().people).toMatchObject([{ after: 70 }]);
  });

  it('bad input: names the paths of errors, skips unknown people, and refuses everyone else', async () => {
    const wrong = (await attempt(configText({ ...inUse, base_commission_rate: 6 }), [sam])).json();
    expect(wrong).toMatchObject({ people: [], errors: [{ path: 'plans[0].base_commission_rate' }] });
    expect((await attempt(configText(inUse), ['999999'])).json().people).toEqual([]);
    expect((await attempt(configText(inUse), ['sam'])).statusCode).toBe(400);
    expect((await attempt(configText(inUse), [])).statusCode).toBe(400);
    const seller = (await server.signIn('sam@example.test')).access_token;
    expect((await attempt(configText(inUse), [sam], seller)).statusCode).toBe(403);
  });

  it('is open to draft authors who cannot save', async () => {
    const finance = (await server.signIn('finance@example.test')).access_token;
    expect((await attempt(configText(inUse), [sam], finance)).statusCode).toBe(200);
    const body = { companyName: 'Acme', commissionsConfig: configText(inUse) };
    expect((await server.call('PUT', '/api/v1/settings/general', { token: finance, body })).statusCode).toBe(403);
  });
});
