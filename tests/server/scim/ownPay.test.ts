import { afterAll, expect, it } from 'vitest';
import { createClauseCompany } from '../support/clauses.ts';
import { PASSWORD } from '../support/testApp.ts';

const company = await createClauseCompany();
const { server, ids, book, as, plan, recordsOf } = company;
afterAll(() => server.close());

it('decisions 3.06: a change that raises the token owner’s pay waits for another person', async () => {
  company.newDay();
  await plan({ team_override: { role: 'admin', rate: 0.01 } });
  await server.db.query.updateTable('users').set({ manager_id: ids.ada, role: 'events_manager' }).where('id', '=', ids.kim).execute();
  const body = { name: 'Okta', scopes: ['scim'], expires_in_days: 30, current_password: PASSWORD };
  const { secret } = (await as('ada', 'POST', '/tokens', body)).json();
  const invoice = await book('kim', '2026-05-20', 1000);
  const ownPay = async () => (await recordsOf(invoice)).filter(([id]) => id === ids.ada).map(([, , amount]) => amount);
  const before = await ownPay();
  const answer = await server.call('PATCH', `/scim/v2/Users/${ids.kim}`, {
    token: secret,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'roles', value: [{ value: 'salesperson' }] }],
    },
  });
  expect([answer.statusCode, answer.json().detail, before, await ownPay()]).toEqual([
    409,
    'This would raise the pay of the token’s owner, so it waits for another person’s approval in Quotaboard.',
    [],
    [],
  ]);
});
