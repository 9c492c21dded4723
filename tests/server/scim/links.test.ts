import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provisioning, provisioning } from '../support/worlds/provisioning.ts';

let at: Provisioning;
beforeAll(async () => {
  at = await provisioning();
});
afterAll(() => at.server.close());

describe('one name, however it is written', () => {
  it.each([
    ['İrem', 'İrem'],
    ['ΑΣ', 'ΑΣ'],
    ['Ren\u00e9', 'Rene\u0301'],
  ])('%s is taken as %s', async (first, second) => {
    await at.create({ userName: first });
    const repeated = await at.scim('POST', '/scim/v2/Users', at.person({ userName: second }));
    expect([repeated.statusCode, repeated.json().scimType]).toEqual([409, 'uniqueness']);
    const found = await at.scim('GET', `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${second}"`)}`);
    expect(found.json().totalResults).toBe(1);
  });
});

describe('changes at the same time', () => {
  const race = async (more: object) => {
    const { id, meta } = await at.create();
    const headers = 'expected' in more ? { 'if-match': meta.version } : {};
    const answers = await Promise.all([
      at.patch(id, [{ op: 'replace', path: 'externalId', value: 'one' }], { headers }),
      at.patch(id, [{ op: 'replace', path: 'displayName', value: 'Two' }], { headers }),
    ]);
    return { statuses: answers.map(({ statusCode }) => statusCode).sort(), user: (await at.scim('GET', `/scim/v2/Users/${id}`)).json() };
  };
  it('the second one with the same ETag is refused', async () => {
    expect((await race({ expected: true })).statuses).toEqual([200, 412]);
  });
  it('without an ETag, both are kept', async () => {
    const { statuses, user } = await race({});
    expect([statuses, user.externalId, user.displayName]).toEqual([[200, 200], 'one', 'Two']);
  });
});

it('a new display name is in the audit log', async () => {
  const { id } = await at.create();
  await at.patch(id, [{ op: 'replace', path: 'displayName', value: 'Ida B. Known' }]);
  expect((await at.auditOf(id)).at(-1)).toMatchObject({
    action: 'user.provisioned',
    before: { display_name: null },
    after: { display_name: 'Ida B. Known' },
  });
});
