import { afterAll, beforeEach, expect, it } from 'vitest';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, book, as } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

const noticesOf = async (user: number): Promise<readonly string[]> => {
  const rows = await server.db.query
    .selectFrom('notifications')
    .select(['message', 'id'])
    .where('user_id', '=', user)
    .orderBy('id')
    .execute();
  return rows.map(({ message }) => message).filter((message) => /share|yours before/.test(message));
};
const shares = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([id, share]) => ({ user_id: String(id), share }));

it('a seller is notified when someone else splits their invoice, or changes or removes the split to their loss', async () => {
  const invoice = await book('sam', '2026-05-08', 1000);
  const body = (version: number, ...pairs: readonly (readonly [number, number])[]) => ({
    shares: shares(...pairs),
    reason: 'Worked on it together',
    version,
  });
  const first = await as('vic', 'PUT', `/invoices/${invoice}/split`, body(0, [ids.sam, 0.5], [ids.kim, 0.5]));
  expect(first.statusCode, first.body).toBe(200);
  expect(await noticesOf(ids.sam)).toEqual([expect.stringMatching(/changed your share of invoice \S+ \(.+\) from 100\.0% to 50\.0%\.$/)]);
  expect(await noticesOf(ids.kim)).toEqual([]);
  const second = await as('vic', 'PUT', `/invoices/${invoice}/split`, body(first.json().version, [ids.sam, 0.8], [ids.kim, 0.2]));
  expect(second.statusCode, second.body).toBe(200);
  expect(await noticesOf(ids.sam)).toHaveLength(1);
  expect(await noticesOf(ids.kim)).toEqual([expect.stringMatching(/from 50\.0% to 20\.0%\.$/)]);
});

it('a seller is notified when their invoice is assigned to someone else', async () => {
  const invoice = await book('sam', '2026-05-09', 1000);
  const { version } = await server.db.query.selectFrom('invoices').select('version').where('id', '=', invoice).executeTakeFirstOrThrow();
  const before = (await noticesOf(ids.sam)).length;
  const answer = await as('vic', 'POST', `/invoices/${invoice}/assign`, { salesperson_id: String(ids.kim), version });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await noticesOf(ids.sam)).slice(before)).toEqual([
    expect.stringMatching(/assigned invoice \S+ \(.+\) to kim Person\. It was yours before\.$/),
  ]);
});
