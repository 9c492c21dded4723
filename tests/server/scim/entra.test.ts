import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProvisioningWorld, LIST_SCHEMA, PATCH_SCHEMA, type ProvisioningWorld, USERS_PATH } from '../support/worlds/provisioning.ts';

let world: ProvisioningWorld;
beforeAll(async () => {
  world = await createProvisioningWorld();
});
afterAll(() => world.server.close());

/** The body that Microsoft Entra ID sends with its default mappings. */
const entraUser = (name: string, overrides: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `0a21f0f2-8d2a-4f8e-bf98-${name}`,
  userName: `${name}@contoso.onmicrosoft.test`,
  active: true,
  displayName: 'Ryan Leenay',
  title: 'Account Executive',
  preferredLanguage: 'en-US',
  emails: [{ primary: true, type: 'work', value: `${name}@contoso.test` }],
  phoneNumbers: [{ type: 'work', value: '+1 555 0100' }],
  addresses: [{ type: 'work', formatted: '1 Main Street' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales', employeeNumber: '7', manager: { value: '1' } },
  ...overrides,
});
const createEntra = async (name: string, overrides: object = {}) => {
  const answer = await world.scim('POST', USERS_PATH, entraUser(name, overrides));
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
};
const find = async (filter: string) => (await world.scim('GET', `${USERS_PATH}?filter=${encodeURIComponent(filter)}`)).json();
const read = async (id: string) => (await world.scim('GET', `${USERS_PATH}/${id}`)).json();

/** The tests of users and of the protocol in Microsoft's public SCIM validation list (AzureAD/SCIMReferenceCode). */
describe('SCIM validation of Microsoft Entra ID', () => {
  it('1 Create_User_Test, 7 POD_User_Test: the user is found by userName', async () => {
    const { id } = await createEntra('create');
    expect(await find('userName eq "create@contoso.onmicrosoft.test"')).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(await world.accountOf(id)).toMatchObject({
      email: 'create@contoso.test',
      first_name: 'Ryan',
      last_name: 'Leenay',
      role: 'salesperson',
      manager_id: null,
      employee_number: null,
    });
  });

  it('2 Update_User_Test: updated attributes are stored, others ignored', async () => {
    const { id } = await createEntra('update');
    const answer = await world.patch(id, [
      { op: 'Add', path: 'title', value: 'Director' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'East' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@contoso.test' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Replace', path: 'displayName', value: 'Ryan L.' },
    ]);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        emails: [{ value: 'updatedEmail@contoso.test', type: 'work', primary: true }],
        name: { familyName: 'updatedFamilyName', givenName: 'Ryan' },
        displayName: 'Ryan L.',
      },
    ]);
    expect(await world.accountOf(id)).toMatchObject({ email: 'updatedEmail@contoso.test', last_name: 'updatedFamilyName' });
  });

  it.each([
    ['a text', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['a flag', [{ op: 'Replace', path: 'active', value: false }]],
    ['a wrapped text', [{ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }]],
    ['no path', [{ op: 'replace', value: { active: 'False' } }]],
  ])('3 Disable_User_Test: active false as %s, also in a GET and a filter', async (name, operations) => {
    const { id, userName } = await createEntra(`disable-${name.replaceAll(' ', '-')}`);
    expect((await world.patch(id, operations)).json().active).toBe(false);
    expect((await read(id)).active).toBe(false);
    expect((await find(`userName eq "${userName}"`)).Resources[0].active).toBe(false);
    expect((await world.accountOf(id)).active).toBe(false);
  });

  it('4 Delete_User_Test: the user is gone, but the account stays', async () => {
    const { id, userName } = await createEntra('delete');
    const answer = await world.scim('DELETE', `${USERS_PATH}/${id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await world.scim('GET', `${USERS_PATH}/${id}`)).statusCode).toBe(404);
    expect((await find(`userName eq "${userName}"`)).totalResults).toBe(0);
    expect((await world.scim('DELETE', `${USERS_PATH}/${id}`)).statusCode).toBe(404);
    expect(await world.accountOf(id)).toMatchObject({ active: false, email: 'delete@contoso.test' });
  });

  it('6 Restore_User_Test: created, removed, created again: the same person is back', async () => {
    const { id, userName } = await createEntra('restore');
    await world.scim('DELETE', `${USERS_PATH}/${id}`);
    const repeated = await createEntra('restore', { displayName: 'Ryan Again' });
    expect(repeated).toMatchObject({ id, active: true, displayName: 'Ryan Again' });
    expect((await find(`userName eq "${userName}"`)).Resources).toHaveLength(1);
    expect((await world.accountOf(id)).active).toBe(true);
  });

  it('15 Schema_Discoverability_Test: /Schemas lists the stored attributes', async () => {
    const answer = await world.scim('GET', '/scim/v2/Schemas');
    expect([answer.statusCode, answer.json().schemas]).toEqual([200, [LIST_SCHEMA]]);
    const [schema] = answer.json().Resources;
    type Shown = Readonly<{ name: string; subAttributes?: readonly Shown[] }>;
    const names = (schema.attributes as readonly Shown[]).flatMap(({ name, subAttributes }) =>
      subAttributes ? subAttributes.map((part) => `${name}.${part.name}`) : [name],
    );
    expect(schema.id).toBe('urn:ietf:params:scim:schemas:core:2.0:User');
    expect(names).toEqual([
      ...['userName', 'externalId', 'displayName', 'name.formatted', 'name.familyName', 'name.givenName', 'active'],
      ...['emails.value', 'emails.type', 'emails.primary', 'emails.display'],
      ...['roles.value', 'roles.type', 'roles.primary', 'roles.display'],
    ]);
    const one = await world.scim('GET', '/scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User');
    expect(one.json().attributes).toEqual(schema.attributes);
  });

  it.each([
    ['an empty text', ''],
    ['null', null],
  ])('16 SCIM_Null_Update_Test: %s clears an optional attribute', async (name, value) => {
    const { id } = await createEntra(`null-${name.replaceAll(' ', '-')}`);
    expect((await world.patch(id, [{ op: 'replace', path: 'externalId', value }])).statusCode).toBe(200);
    expect(await read(id)).not.toHaveProperty('externalId');
    expect((await world.patch(id, [{ op: 'replace', path: 'externalId', value: null }])).statusCode).toBe(200);
    expect(await read(id)).not.toHaveProperty('externalId');
  });

  it('17 SCIM_User_Create_Test: the answer has an id and the given userName', async () => {
    const created = await createEntra('direct');
    expect(created).toMatchObject({ id: expect.stringMatching(/^\d+$/), userName: 'direct@contoso.onmicrosoft.test' });
  });

  it('18 SCIM_User_Update_Test: every single-valued attribute reads back as patched', async () => {
    const { id } = await createEntra('single');
    const values = {
      userName: 'renamed@contoso.onmicrosoft.test',
      externalId: 'another-id',
      displayName: 'Robin Lane',
      'name.givenName': 'Robin',
      'name.familyName': 'Lane',
    };
    const answer = await world.patch(
      id,
      Object.entries(values).map(([path, value]) => ({ op: 'replace', path, value })),
    );
    expect(answer.statusCode).toBe(200);
    expect(await read(id)).toMatchObject({
      userName: 'renamed@contoso.onmicrosoft.test',
      externalId: 'another-id',
      displayName: 'Robin Lane',
      name: { givenName: 'Robin', familyName: 'Lane', formatted: 'Robin Lane' },
    });
    expect((await world.accountOf(id)).email).toBe('single@contoso.test');
  });

  it('23 SCIM_User_Pagination_Test: pages of five, starting at 1, without a gap', async () => {
    for (let count = 0; count < 11; count += 1) await world.create();
    const ids: string[] = [];
    let total = 1;
    for (let page = 0; page * 5 < total; page += 1) {
      const answer = await world.scim('GET', `${USERS_PATH}?startIndex=${page * 5 + 1}&count=5`);
      const body = answer.json();
      expect([answer.statusCode, body.startIndex, body.itemsPerPage]).toEqual([200, page * 5 + 1, body.Resources.length]);
      total = body.totalResults;
      ids.push(...body.Resources.map(({ id }: { id: string }) => id));
    }
    expect(ids.length).toBeGreaterThanOrEqual(12);
    expect(new Set(ids).size).toBe(total);
  });
});

describe('Microsoft Entra ID requests', () => {
  it.each([
    ['userName eq "FOUND@contoso.onmicrosoft.test"', 1],
    ['externalId eq "0a21f0f2-8d2a-4f8e-bf98-found"', 1],
    ['externalId eq "0A21F0F2-8D2A-4F8E-BF98-FOUND"', 0],
    ['emails[type eq "work"].value eq "found@contoso.test"', 1],
    ['emails[type eq "home"].value eq "found@contoso.test"', 0],
    ['emails.value eq "Found@contoso.test"', 1],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "found@contoso.onmicrosoft.test"', 1],
    ['userName eq "found@contoso.onmicrosoft.test" and active eq true', 1],
    ['userName eq "found@contoso.onmicrosoft.test" and active eq false', 0],
    ['userName EQ "nobody"', 0],
    ['id eq "abc"', 0],
  ])('%s finds %i', async (filter, count) => {
    if ((await find('externalId eq "0a21f0f2-8d2a-4f8e-bf98-found"')).totalResults === 0) await createEntra('found');
    expect((await find(filter)).totalResults).toBe(count);
  });

  it('may write a space as a plus', async () => {
    await createEntra('plus');
    const answer = await world.scim('GET', `${USERS_PATH}?filter=userName+eq+%22plus%40contoso.onmicrosoft.test%22`);
    expect(answer.json().totalResults).toBe(1);
  });

  it('may set attributes without a path, with paths as names', async () => {
    const { id } = await createEntra('paths');
    const answer = await world.patch(id, [
      {
        op: 'Add',
        value: { 'name.givenName': 'Paula', nickName: 'P', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:division': 'x' },
      },
    ]);
    expect([answer.statusCode, answer.json().name.givenName]).toEqual([200, 'Paula']);
  });

  it('may set a role by the expression SingleAppRoleAssignment or AssertiveAppRoleAssignmentsComplex', async () => {
    const { id } = await createEntra('roles');
    const single = await world.patch(id, [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'sales_manager' }]);
    expect(single.json().roles).toEqual([{ value: 'sales_manager', display: 'Sales Manager', primary: true }]);
    const complex = await world.patch(id, [
      {
        op: 'Add',
        path: 'roles',
        value: [{ primary: false, type: 'WindowsAzureActiveDirectoryRole', display: 'Seller', value: 'salesperson' }],
      },
    ]);
    expect(complex.json().roles[0].value).toBe('salesperson');
    expect((await world.accountOf(id)).role).toBe('salesperson');
  });

  it('may Add a new address over an existing one; the old one is notified, and a repeated patch changes nothing', async () => {
    const { id } = await createEntra('address');
    const operations = [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'address.new@contoso.test' }];
    const first = await world.patch(id, operations);
    expect(first.json().emails).toEqual([{ value: 'address.new@contoso.test', type: 'work', primary: true }]);
    expect(await world.noticesTo(id)).toEqual([
      'Your identity provider changed it from address@contoso.test to address.new@contoso.test. Your sessions, API tokens and password ended: sign in with single sign-on, or choose a new password by “Forgot your password?”. If the change is wrong, tell an administrator at once.',
    ]);
    const second = await world.patch(id, operations);
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  it('may use an ETag: 304 for the known version, 412 for a change of another one', async () => {
    const created = await createEntra('etag');
    const { version } = created.meta;
    expect((await world.scim('GET', `${USERS_PATH}/${created.id}`, undefined, { headers: { 'if-none-match': version } })).statusCode).toBe(
      304,
    );
    const operations = [{ op: 'replace', path: 'name.givenName', value: 'Eta' }];
    expect((await world.patch(created.id, operations, { headers: { 'if-match': version } })).statusCode).toBe(200);
    const stale = await world.patch(created.id, operations, { headers: { 'if-match': version } });
    expect([stale.statusCode, stale.json().status]).toEqual([412, '412']);
  });

  it('choose returned attributes by attributes and excludedAttributes', async () => {
    const { id } = await createEntra('projection');
    const chosen = await world.scim('GET', `${USERS_PATH}/${id}?attributes=userName,name.givenName`);
    expect(chosen.json()).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      userName: 'projection@contoso.onmicrosoft.test',
      name: { givenName: 'Ryan' },
    });
    const rest = await world.scim('GET', `${USERS_PATH}/${id}?excludedAttributes=emails,roles,meta,name.formatted`);
    expect(rest.json()).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      externalId: '0a21f0f2-8d2a-4f8e-bf98-projection',
      userName: 'projection@contoso.onmicrosoft.test',
      name: { familyName: 'Leenay', givenName: 'Ryan' },
      displayName: 'Ryan Leenay',
      active: true,
    });
  });

  it('apply all operations of a patch or none', async () => {
    const { id } = await createEntra('atomic');
    const answer = await world.scim('PATCH', `${USERS_PATH}/${id}`, {
      schemas: [PATCH_SCHEMA],
      Operations: [
        { op: 'replace', path: 'name.givenName', value: 'Changed' },
        { op: 'replace', path: 'active', value: 'maybe' },
      ],
    });
    expect([answer.statusCode, answer.json().detail]).toEqual([400, 'active must be true or false.']);
    expect((await read(id)).name.givenName).toBe('Ryan');
  });
});
