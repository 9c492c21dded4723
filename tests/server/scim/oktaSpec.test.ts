import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProvisioningWorld,
  ERROR_SCHEMA,
  LIST_SCHEMA,
  type ProvisioningWorld,
  USER_SCHEMA,
  USERS_PATH,
} from '../support/worlds/provisioning.ts';

/** Okta's public "SCIM 2.0 SPEC Test" (Runscope): its steps in their order, with its assertions. */
const okta = { accept: 'application/scim+json', 'accept-charset': 'utf-8', 'user-agent': 'OKTA SCIM Integration' };
/** Okta posts as plain JSON here. */
const posted = { 'content-type': 'application/json', accept: 'application/scim+json; charset=utf-8' };
const newUser = (email: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'runscope300abc@atko.test',
  name: { givenName: 'Runscope', familyName: 'Test' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Runscope Test',
  active: true,
});

describe('Okta SCIM 2.0 SPEC Test', () => {
  let world: ProvisioningWorld;
  let firstId: string;
  let createdId: string;
  beforeAll(async () => {
    world = await createProvisioningWorld();
  });
  afterAll(() => world.server.close());
  const get = (url: string, headers: object = {}) => world.scim('GET', url, undefined, { headers: { ...okta, ...headers } });

  it('Required Test: Test Users endpoint', async () => {
    const answer = await get(`${USERS_PATH}?count=1&startIndex=1`);
    const body = answer.json();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(body).toMatchObject({ schemas: [LIST_SCHEMA], itemsPerPage: 1, startIndex: 1, totalResults: 1 });
    expect(body.Resources[0]).toMatchObject({
      id: String(world.ada),
      name: { familyName: 'Admin', givenName: 'Ada' },
      userName: 'ada@example.test',
      active: true,
      emails: [{ value: 'ada@example.test' }],
    });
    firstId = body.Resources[0].id;
  });

  it('Required Test: Get Users/{{id}}', async () => {
    const answer = await get(`${USERS_PATH}/${firstId}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        id: firstId,
        name: { familyName: 'Admin', givenName: 'Ada' },
        userName: 'ada@example.test',
        active: true,
        emails: [{ value: 'ada@example.test' }],
      },
    ]);
  });

  it('Required Test: Test invalid User by username', async () => {
    const answer = await get(`${USERS_PATH}?filter=${encodeURIComponent('userName eq "abcdefgh@atko.test"')}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { schemas: [LIST_SCHEMA], totalResults: 0, Resources: [] }]);
  });

  it('Required Test: Test invalid User by ID', async () => {
    const answer = await get(`${USERS_PATH}/010101001010101011001010101011`);
    expect([answer.statusCode, answer.json()]).toEqual([404, { schemas: [ERROR_SCHEMA], status: '404', detail: expect.any(String) }]);
    expect(answer.json().detail).not.toBe('');
  });

  it("Required Test: Make sure random user doesn't exist", async () => {
    const answer = await get(`${USERS_PATH}?filter=${encodeURIComponent('userName eq "random@atko.test"')}`);
    expect([answer.statusCode, answer.json().totalResults, answer.json().schemas]).toEqual([200, 0, [LIST_SCHEMA]]);
  });

  it('Required Test: Create Okta user with realistic values', async () => {
    const answer = await world.scim('POST', USERS_PATH, newUser('random@atko.test'), { headers: posted });
    const body = answer.json();
    expect([answer.statusCode, body]).toMatchObject([
      201,
      {
        active: true,
        id: expect.stringMatching(/^\d+$/),
        name: { familyName: 'Test', givenName: 'Runscope' },
        schemas: [USER_SCHEMA],
        userName: 'runscope300abc@atko.test',
        emails: [{ value: 'random@atko.test' }],
      },
    ]);
    expect(answer.headers.location).toBe(`https://sales.example.test/scim/v2/Users/${body.id}`);
    createdId = body.id;
  });

  it('Required Test: Verify that user was created', async () => {
    const answer = await get(`${USERS_PATH}/${createdId}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { userName: 'runscope300abc@atko.test', name: { familyName: 'Test', givenName: 'Runscope' } },
    ]);
  });

  it('Required Test: Expect failure when recreating user with same values', async () => {
    const answer = await world.scim('POST', USERS_PATH, newUser('runscope300abc@atko.test'), { headers: posted });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { schemas: [ERROR_SCHEMA], status: '409', scimType: 'uniqueness', detail: 'userName: another user has this name.' },
    ]);
  });

  it('Required Test: Username Case Sensitivity Check', async () => {
    const answer = await get(`${USERS_PATH}?filter=${encodeURIComponent('userName eq "RUNSCOPE300ABC@ATKO.TEST"')}`);
    expect([answer.statusCode, answer.json().Resources.map(({ id }: { id: string }) => id)]).toEqual([200, [createdId]]);
  });

  it('Optional Test: Verify Groups endpoint', async () => {
    const answer = await get('/scim/v2/Groups');
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { schemas: [LIST_SCHEMA], totalResults: 0, Resources: [] }]);
  });

  it('Required Test: Check status 401', async () => {
    const answer = await world.server.call('GET', `${USERS_PATH}?filter=${encodeURIComponent('userName eq "a"')}`, {
      headers: { ...okta, authorization: 'non-token' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([401, { schemas: [ERROR_SCHEMA], status: '401', detail: expect.any(String) }]);
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  });

  it('Required Test: Check status 404', async () => {
    const answer = await get(`${USERS_PATH}/00919288221112222`);
    expect([answer.statusCode, answer.json()]).toEqual([404, { schemas: [ERROR_SCHEMA], status: '404', detail: expect.any(String) }]);
  });
});

/** The requests that Okta sends during its public "SCIM 2.0 CRUD Test": its steps 4 to 13. */
describe('Okta SCIM 2.0 CRUD Test', () => {
  let world: ProvisioningWorld;
  let id: string;
  let created: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    world = await createProvisioningWorld();
  });
  afterAll(() => world.server.close());
  const isActive = async () => (await world.scim('GET', `${USERS_PATH}/${id}`)).json().active;

  it('verifies that the user was created on the SCIM server', async () => {
    const lookup = await world.scim(
      'GET',
      `${USERS_PATH}?filter=${encodeURIComponent('userName eq "sky@atko.test"')}&startIndex=1&count=100`,
    );
    expect(lookup.json().totalResults).toBe(0);
    const answer = await world.scim('POST', USERS_PATH, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'sky@atko.test',
      name: { givenName: 'Sky', familyName: 'Doe' },
      emails: [{ primary: true, value: 'sky@atko.test', type: 'work' }],
      displayName: 'Sky Doe',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { userName: 'sky@atko.test', externalId: '00ujl29u0le5T6Aj10h7' }]);
    expect(answer.body).not.toContain('1mz050nq');
    created = answer.json();
    id = answer.json().id;
    expect((await world.accountOf(id)).password_hash).toBeNull();
  });

  it('verifies that the user attribute was updated on the SCIM server', async () => {
    const answer = await world.scim('PUT', `${USERS_PATH}/${id}`, {
      ...created,
      name: { givenName: 'Skye', familyName: 'Doe' },
      displayName: 'Skye Doe',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, name: { givenName: 'Skye', familyName: 'Doe' }, displayName: 'Skye Doe' },
    ]);
    expect(await world.accountOf(id)).toMatchObject({ first_name: 'Skye', last_name: 'Doe', email: 'sky@atko.test', role: 'salesperson' });
  });

  it('verifies that the user was deactivated on the SCIM server', async () => {
    const answer = await world.patch(id, [{ op: 'replace', value: { active: false } }]);
    expect([answer.statusCode, answer.json().active]).toEqual([200, false]);
    expect(await isActive()).toBe(false);
  });

  it('verifies the user was reactivated and assigned on the SCIM server', async () => {
    const answer = await world.patch(id, [{ op: 'replace', value: { active: true } }]);
    expect([answer.statusCode, answer.json().active]).toEqual([200, true]);
    expect(await isActive()).toBe(true);
  });

  it('verifies that the user is deactivated on the SCIM server', async () => {
    const answer = await world.scim('PUT', `${USERS_PATH}/${id}`, { ...created, active: false });
    expect([answer.statusCode, answer.json().active]).toEqual([200, false]);
    expect(await isActive()).toBe(false);
  });
});
