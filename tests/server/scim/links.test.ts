import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProvisioningWorld, type ProvisioningWorld } from '../support/worlds/provisioning.ts';

let at: ProvisioningWorld;
beforeAll(async () => {
  at = await createProvisioningWorld();
});
afterAll(() => at.server.close());

describe('alternative spellings of names', () => {
  it.each([
    ['İrem', 'İrem'],
    ['ΑΣ', 'ΑΣ'],
    ['Ren\u00e9', 'Rene\u0301'],
  ])('reads %s as %s', async (first, second) => {
    await at.create({ userName: first });
    const repeated = await at.scim('POST', '/scim/v2/Users', at.person({ userName: second }));
    expect([repeated.statusCode, repeated.json().scimType]).toEqual([409, 'uniqueness']);
    const found = await at.scim('GET', `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${second}"`)}`);
    expect(found.json().totalResults).toBe(1);
  });
});

describe('concurrent changes', () => {
  const race = async (more: object) => {
    const { id, meta } = await at.create();
    const headers = 'expected' in more ? { 'if-match': meta.version } : {};
    const answers = await Promise.all([
      at.patch(id, [{ op: 'replace', path: 'externalId', value: 'one' }], { headers }),
      at.patch(id, [{ op: 'replace', path: 'displayName', value: 'Two' }], { headers }),
    ]);
    return { statuses: answers.map(({ statusCode }) => statusCode).sort(), user: (await at.scim('GET', `/scim/v2/Users/${id}`)).json() };
  };
  it('refuse the second one with the same ETag', async () => {
    expect((await race({ expected: true })).statuses).toEqual([200, 412]);
  });
  it('both apply without an ETag', async () => {
    const { statuses, user } = await race({});
    expect([statuses, user.externalId, user.displayName]).toEqual([[200, 200], 'one', 'Two']);
  });
});

it('logs a new display name in the audit log', async () => {
  const { id } = await at.create();
  await at.patch(id, [{ op: 'replace', path: 'displayName', value: 'Ida B. Known' }]);
  expect((await at.auditOf(id)).at(-1)).toMatchObject({
    action: 'user.provisioned',
    before: { display_name: null },
    after: { display_name: 'Ida B. Known' },
  });
});
