import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let run: PayoutRun;
beforeAll(async () => {
  world = await createPayoutWorld();
  const school = await world.customer();
  for (const [name, net] of [
    ['sam', 20_000_00],
    ['kim', 10_000_00],
  ] as const)
    await world.facts.pay(await world.invoice(school, net, '2026-10-05', name), net, '2026-11-03');
  run = await world.ok(world.call('fay', 'POST', 'payout-runs', { month: '2026-10', pay_on: '2026-11-30' }), 201);
  run = await world.ok(world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version }));
});
afterAll(() => world.server.close());

const payroll = () => world.call('fay', 'GET', `payout-runs/${run.id}/payroll`);
const settings = async (config: object): Promise<void> => {
  const body = { companyName: 'Brightpath', commissionsConfig: JSON.stringify(config) };
  await world.ok(world.call('ada', 'PUT', 'settings/general', body));
};
const number = (name: string, employee_number: string | null) => world.call('ada', 'PUT', `users/${world.ids[name]}`, { employee_number });

it('decisions 2.16: the payroll file uses the configured layout once everyone can be identified by it', async () => {
  await settings({ payroll: { layout: 'adp', earning_code: 'COM', company_code: 'XYZ' } });
  const refused = await payroll();
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'employee_number_missing']);
  expect(refused.json().message).toContain('Kim Keller, Sam Seller');
  await world.ok(number('sam', ' 1042 '));
  await world.ok(number('kim', '1043'));
  const { body } = await payroll();
  // Without a byte order mark, which only spreadsheets expect.
  expect(body.split('\r\n')).toEqual([
    'Co Code,Batch ID,File #,Employee Name,Earnings 3 Code,Earnings 3 Amount',
    'XYZ,202610,1043,Kim Keller,COM,500.00',
    'XYZ,202610,1042,Sam Seller,COM,1000.00',
    '',
  ]);
});

it('a payroll number belongs to one person, has one line, and is visible only to admins and that person', async () => {
  expect(await world.refused(number('kim', '1042'))).toEqual([422, { employee_number: 'Somebody else has this employee number' }]);
  expect((await world.refused(number('kim', 'x'.repeat(101))))[0]).toBe(422);
  expect(await world.ok(number('kim', ' 10\n43 '))).toMatchObject({ employee_number: '10 43' });
  const other = { first_name: 'Nia', last_name: 'New', email: 'nia@example.test', role: 'salesperson', employee_number: '1042' };
  expect((await world.refused(world.call('ada', 'POST', 'users', other)))[0]).toBe(422);
  const read = async (name: string) => (await world.call(name, 'GET', `users/${world.ids.sam}`)).json();
  expect(await read('ada')).toMatchObject({ employee_number: '1042' });
  expect(await read('sam')).toMatchObject({ employee_number: '1042' });
  expect(await read('mia')).not.toHaveProperty('employee_number');
  await world.ok(number('sam', null));
  expect(await read('ada')).toMatchObject({ employee_number: null });
});
