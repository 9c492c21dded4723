import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProvisioningWorld, type ProvisioningWorld } from '../support/worlds/provisioning.ts';

let world: ProvisioningWorld;
beforeAll(async () => {
  world = await createProvisioningWorld();
});
afterAll(() => world.server.close());

describe('alternative spellings of names', () => {
  it.each([
    ['İrem', 'İrem'],
    ['ΑΣ', 'ΑΣ'],
    ['Ren\u00e9', 'Rene\u0301'],
  ])('reads %s as %s', async (first, second) => {
    await world.create({ userName: first });
    const repeated = await world.scim('POST', '/scim/v2/Users', world.person({ userName: second }));
    expect([repeated.statusCode, repeated.json().scimType]).toEqual([409, 'uniqueness']);
    const found = await world.scim('GET', `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${second}"`)}`);
    expect(found.json().totalResults).toBe(1);
  });
});

describe('concurrent changes', () => {
  const race = async (more: object) => {
    const { id, meta } = await world.create();
    const headers = 'expected' in more ? { 'if-match': meta.version } : {};
    const answers = await Promise.all([
      world.patch(id, [{ op: 'replace', path: 'externalId', value: 'one' }], { headers }),
      world.patch(id, [{ op: 'replace', path: 'displayName', value: 'Two' }], { headers }),
    ]);
    return { statuses: answers.map(({ statusCode }) => statusCode).sort(), user: (await world.scim('GET', `/scim/v2/Users/${id}`)).json() };
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
  const { id } = await world.create();
  await world.patch(id, [{ op: 'replace', path: 'displayName', value: 'Ida B. Known' }]);
  expect((await world.auditOf(id)).at(-1)).toMatchObject({
    action: 'user.provisioned',
    before: { display_name: null },
    after: { display_name: 'Ida B. Known' },
  });
});
