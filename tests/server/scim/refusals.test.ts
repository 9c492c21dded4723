import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProvisioningWorld,
  ERROR_SCHEMA,
  PATCH_SCHEMA,
  type ProvisioningWorld,
  USER_SCHEMA,
  USERS_PATH,
} from '../support/worlds/provisioning.ts';

let world: ProvisioningWorld;
let id: string;
beforeAll(async () => {
  world = await createProvisioningWorld();
  id = (await world.create()).id;
});
afterAll(() => world.server.close());

const refusalOf = (answer: Readonly<{ statusCode: number; body: string; headers: object; json: () => Record<string, unknown> }>) => {
  expect(answer.headers).toMatchObject({ 'content-type': 'application/scim+json; charset=utf-8' });
  const { schemas, status, ...rest } = answer.json();
  expect([schemas, status]).toEqual([[ERROR_SCHEMA], String(answer.statusCode)]);
  return [answer.statusCode, ...Object.values(rest)];
};

/** Every URL of the service, from its routes. */
const addresses: readonly (readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string])[] = [
  ['GET', '/ServiceProviderConfig'],
  ['GET', '/ResourceTypes'],
  ['GET', '/ResourceTypes/User'],
  ['GET', '/Schemas'],
  ['GET', '/Users'],
  ['GET', '/Users/1'],
  ['POST', '/Users'],
  ['PUT', '/Users/1'],
  ['PATCH', '/Users/1'],
  ['DELETE', '/Users/1'],
  ['GET', '/Groups'],
  ['POST', '/Groups'],
  ['POST', '/Bulk'],
  ['GET', '/Me'],
];

describe('who may provision users (decisions 4.17)', () => {
  const callAs = async (token: string | undefined, [method, path]: (typeof addresses)[number]) => {
    const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? { body: {} } : {};
    return refusalOf(await world.server.call(method, `/scim/v2${path}`, { token, ...body }));
  };

  it.each(addresses)('%s %s: refuses a missing or unknown token, a session, and a token without the scope', async (...address) => {
    expect(await callAs(undefined, address)).toEqual([401, 'Sign in to continue.']);
    expect((await callAs(`qb_${'A'.repeat(43)}`, address))[0]).toBe(401);
    expect(await callAs(world.adaToken, address)).toEqual([403, 'Identity providers call this address with an API token.']);
    const other = await world.issue(world.adaToken, ['read:people']);
    expect(await callAs(other.secret, address)).toEqual([403, 'This API token needs the scope scim.']);
    await world.server.call('DELETE', `/api/v1/tokens/${other.id}`, { token: world.adaToken });
  });

  it.each(['vp_sales', 'sales_manager', 'salesperson', 'finance', 'events_manager'] as const)(
    'a %s cannot create such a token',
    async (role) => {
      const email = `${role}@example.test`;
      await world.server.add({ email, role });
      const session = (await world.server.signIn(email)).access_token;
      await expect(world.issue(session, ['scim'])).rejects.toThrow('Your role does not include this: scim');
      expect(await callAs(session, ['GET', '/Users'])).toEqual([403, expect.any(String)]);
    },
  );

  it('a token ends when its owner loses the admin role', async () => {
    await world.server.add({ email: 'second@example.test', role: 'admin' });
    const { secret } = await world.issue((await world.server.signIn('second@example.test')).access_token, ['scim']);
    expect((await world.server.call('GET', USERS_PATH, { token: secret })).statusCode).toBe(200);
    await world.server.db.query.updateTable('users').set({ role: 'finance' }).where('email', '=', 'second@example.test').execute();
    expect((await callAs(secret, ['GET', '/Users']))[0]).toBe(403);
  });

  it('a token with this scope can do nothing else', async () => {
    for (const url of [
      '/api/v1/users',
      `/api/v1/users/${id}`,
      '/api/v1/commissions?start_date=2026-11-01&end_date=2026-11-30',
      '/api/v1/audit',
    ])
      expect((await world.server.call('GET', url, { token: world.scimToken })).statusCode, url).toBe(403);
    expect((await world.server.call('PUT', `/api/v1/users/${id}`, { token: world.scimToken, body: { role: 'admin' } })).statusCode).toBe(
      403,
    );
  });

  it('25 calls a second are allowed, as Microsoft Entra ID requires', async () => {
    for (let calls = 0; calls < 200; calls += 1) expect((await world.scim('GET', '/scim/v2/ServiceProviderConfig')).statusCode).toBe(200);
  });

  it('a token with further scopes has the rate limit of other tokens', async () => {
    const { secret } = await world.issue(world.adaToken, ['scim', 'read:people']);
    const codes = new Set<number>();
    for (let calls = 0; calls < 125; calls += 1) codes.add((await world.server.call('GET', '/api/v1/users', { token: secret })).statusCode);
    expect([...codes]).toEqual([200, 429]);
  });
});

describe('malformed requests', () => {
  const post = async (overrides: object) => refusalOf(await world.scim('POST', USERS_PATH, world.person(overrides)));
  const patch = async (operation: object) => refusalOf(await world.patch(id, [operation]));

  it.each([
    [{ schemas: undefined }, [400, 'invalidSyntax', `schemas must contain ${USER_SCHEMA}.`]],
    [{ schemas: ['urn:example'] }, [400, 'invalidSyntax', `schemas must contain ${USER_SCHEMA}.`]],
    [{ userName: undefined }, [400, 'invalidValue', 'userName is required.']],
    [{ userName: '' }, [400, 'invalidValue', 'userName is required.']],
    [{ userName: 7 }, [400, 'invalidValue', 'userName must be a text of at most 256 characters.']],
    [{ userName: 'x'.repeat(257) }, [400, 'invalidValue', 'userName must be a text of at most 256 characters.']],
    [{ name: undefined }, [400, 'invalidValue', 'name.givenName is required.']],
    [{ name: 'Ida Known' }, [400, 'invalidValue', 'name must be an object.']],
    [{ name: { givenName: 'Ida' } }, [400, 'invalidValue', 'name.familyName is required.']],
    [{ name: { givenName: 'I'.repeat(101), familyName: 'K' } }, [400, 'invalidValue', expect.stringMatching(/^name\.givenName: /)]],
    [{ emails: [{ value: 'nowhere', type: 'work' }] }, [400, 'invalidValue', expect.stringMatching(/^emails: /)]],
    [{ emails: [{ type: 'work' }] }, [400, 'invalidValue', 'emails: a user needs an email address, in emails or as userName.']],
    [{ emails: undefined, userName: 'nobody' }, [400, 'invalidValue', 'emails: a user needs an email address, in emails or as userName.']],
    [{ emails: [7] }, [400, 'invalidValue', 'emails must be an object.']],
    [
      { emails: [{ value: { toString: 1 }, type: { toString: 1 }, primary: { toString: 1 } }, { value: 'x@example.test' }] },
      [400, 'invalidValue', 'emails.value must be a text of at most 256 characters.'],
    ],
    [{ active: 'maybe' }, [400, 'invalidValue', 'active must be true or false.']],
    [
      { roles: [{ value: 'emperor' }] },
      [
        400,
        'invalidValue',
        'roles: none of the values has a role here. Known are admin, vp_sales, sales_manager, salesperson, finance, events_manager.',
      ],
    ],
    [{ externalId: { id: 1 } }, [400, 'invalidValue', 'externalId must be a text of at most 256 characters.']],
  ])('a new user with %j', async (overrides, expected) => expect(await post(overrides)).toEqual(expected));

  it.each([
    [{ op: 'move', path: 'active', value: true }, [400, 'invalidSyntax', 'Operations: op must be add, replace or remove.']],
    [{ path: 'active', value: true }, [400, 'invalidSyntax', 'Operations: op must be add, replace or remove.']],
    [{ op: 'remove' }, [400, 'noTarget', 'Operations: remove needs a path.']],
    [{ op: 'replace', value: 'x' }, [400, 'invalidValue', 'Operations: without a path, value must be an object of attributes.']],
    [{ op: 'replace', path: 'salary', value: 1 }, [400, 'invalidPath', 'Operations: the path salary is not an attribute of a user.']],
    [
      { op: 'replace', path: 'name.nick', value: 'x' },
      [400, 'invalidPath', 'Operations: the path name.nick is not an attribute of a user.'],
    ],
    [{ op: 'replace', path: 'emails[', value: 'x' }, [400, 'invalidPath', 'Operations: the path emails[ is not an attribute of a user.']],
    [{ op: 'replace', path: 'name[type eq "x"].givenName', value: 'x' }, [400, 'invalidPath', expect.any(String)]],
    [{ op: 'replace', path: ['active'], value: true }, [400, 'invalidPath', expect.any(String)]],
    [{ op: 'replace', path: 'emails[type co "work"].value', value: 'x' }, [400, 'invalidFilter', expect.any(String)]],
    [{ op: 'replace', path: 'emails[salary eq "work"].value', value: 'x' }, [400, 'invalidFilter', expect.any(String)]],
    [
      { op: 'replace', path: 'emails[type eq "home"].value', value: 'x@example.test' },
      [400, 'noTarget', 'Operations: the path emails[type eq "home"].value matches nothing.'],
    ],
    [{ op: 'replace', path: 'id', value: '7' }, [400, 'mutability', 'id cannot be changed.']],
    [{ op: 'replace', path: 'meta.created', value: '7' }, [400, 'mutability', 'meta cannot be changed.']],
    [{ op: 'add', path: 'groups', value: [] }, [400, 'mutability', 'groups cannot be changed.']],
    [{ op: 'remove', path: 'userName' }, [400, 'mutability', 'userName cannot be removed.']],
    [{ op: 'remove', path: 'name.familyName' }, [400, 'mutability', 'name.familyName cannot be removed.']],
    [{ op: 'remove', path: 'active' }, [400, 'mutability', 'active cannot be removed.']],
    [{ op: 'remove', path: 'emails' }, [400, 'mutability', 'emails cannot be removed.']],
    [{ op: 'remove', path: 'emails[type eq "work"]' }, [400, 'mutability', 'emails cannot be removed.']],
    [{ op: 'remove', path: 'emails[type eq "work"].value' }, [400, 'mutability', 'emails.value cannot be removed.']],
    [{ op: 'replace', path: 'userName', value: null }, [400, 'invalidValue', 'userName is required.']],
    [{ op: 'replace', path: 'active', value: 1 }, [400, 'invalidValue', 'active must be true or false.']],
    [
      { op: 'replace', path: 'emails', value: [] },
      [400, 'invalidValue', 'emails: a user needs an email address, in emails or as userName.'],
    ],
    [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'nowhere' }, [400, 'invalidValue', expect.stringMatching(/^emails: /)]],
  ])('a patch with %j', async (operation, expected) => expect(await patch(operation)).toEqual(expected));

  it.each([
    [undefined, [400, 'invalidSyntax', 'The request must be a JSON object.']],
    ['[]', [400, 'invalidSyntax', 'The request must be a JSON object.']],
    ['{', [400, 'invalidSyntax', expect.any(String)]],
    [`{"schemas":["${USER_SCHEMA}"],"userName":"a\\u0000b"}`, [400, 'invalidValue', expect.stringContaining('userName')]],
  ])('the body %j', async (text, expected) => {
    const headers = { 'content-type': 'application/scim+json' };
    const answer = await world.server.call('POST', USERS_PATH, {
      token: world.scimToken,
      headers,
      ...(text === undefined ? {} : { body: text }),
    });
    expect(refusalOf(answer)).toEqual(expected);
  });

  it.each([
    [{}, `schemas must contain ${PATCH_SCHEMA}.`],
    [{ schemas: [PATCH_SCHEMA] }, 'Operations must be a list of 1 to 100 objects.'],
    [{ schemas: [PATCH_SCHEMA], Operations: [] }, 'Operations must be a list of 1 to 100 objects.'],
    [{ schemas: [PATCH_SCHEMA], Operations: Array(101).fill({ op: 'add', value: {} }) }, 'Operations must be a list of 1 to 100 objects.'],
  ])('a patch of %.60j', async (body, detail) =>
    expect(refusalOf(await world.scim('PATCH', `${USERS_PATH}/${id}`, body))).toEqual([400, 'invalidSyntax', detail]),
  );

  it('another media type', async () => {
    const headers = { 'content-type': 'application/xml' };
    const answer = await world.server.call('POST', USERS_PATH, { token: world.scimToken, headers, body: '<user/>' });
    expect(refusalOf(answer)[0]).toBe(415);
  });

  it.each([
    'userName',
    'userName eq',
    'userName eq Ida',
    'userName co "ida"',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    'salary eq "a"',
    'userName eq true',
    'emails.type eq "work"',
    'userName eq "a" and',
    'userName eq "\\u12"',
    `userName eq "${'x'.repeat(1000)}"`,
  ])('the filter %.60s', async (filter) => {
    const answer = await world.scim('GET', `${USERS_PATH}?filter=${encodeURIComponent(filter)}`);
    expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'invalidFilter']);
  });

  it.each([
    ['startIndex=one', 'startIndex must be a whole number.'],
    ['count=1.5', 'count must be a whole number.'],
    ['count=1&count=2', 'count may be given once.'],
  ])('%s', async (query, detail) =>
    expect(refusalOf(await world.scim('GET', `${USERS_PATH}?${query}`))).toEqual([400, 'invalidValue', detail]),
  );

  it.each([
    ['startIndex=0&count=1', { startIndex: 1, itemsPerPage: 1 }],
    ['startIndex=-5&count=1', { startIndex: 1, itemsPerPage: 1 }],
    ['count=0', { startIndex: 1, itemsPerPage: 0, Resources: [] }],
    ['count=-1', { itemsPerPage: 0 }],
    ['count=1000000', { startIndex: 1 }],
    ['startIndex=999999999999999', { itemsPerPage: 0, Resources: [] }],
    ['sortBy=userName&unknown=1', { startIndex: 1 }],
  ])('%s gets an answer (RFC 7644, 3.4.2.4)', async (query, expected) => {
    const answer = await world.scim('GET', `${USERS_PATH}?${query}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, expected]);
  });

  it.each([
    ['PUT', `${USERS_PATH}/999999`],
    ['PATCH', `${USERS_PATH}/abc`],
    ['DELETE', `${USERS_PATH}/0`],
    ['GET', '/scim/v2/Nothing'],
    ['GET', '/scim/v2/ResourceTypes/Group'],
  ] as const)('%s %s is 404', async (method, url) => {
    const body =
      method === 'PATCH'
        ? { schemas: [PATCH_SCHEMA], Operations: [{ op: 'add', value: {} }] }
        : method === 'PUT'
          ? world.person()
          : undefined;
    expect(refusalOf(await world.scim(method, url, body))[0]).toBe(404);
  });

  it.each([
    ['POST', '/scim/v2/Groups'],
    ['POST', '/scim/v2/Bulk'],
    ['POST', '/scim/v2/Users/.search'],
    ['GET', '/scim/v2/Me'],
  ] as const)('%s %s is 501', async (method, url) =>
    expect(refusalOf(await world.scim(method, url, method === 'POST' ? {} : undefined))[0]).toBe(501),
  );
});

it('beside the web app, an unknown address is answered in SCIM format too', async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'));
  writeFileSync(join(webRoot, 'index.html'), '<html></html>');
  const withApp = await createProvisioningWorld({ webRoot });
  for (const path of ['/scim/v2/Nothing', '/scim/v2/Users/1/more']) {
    const answer = await withApp.scim('GET', path, undefined, { headers: { accept: 'text/html' } });
    expect(refusalOf(answer)).toEqual([404, 'There is no such address.']);
  }
  await withApp.server.close();
  rmSync(webRoot, { recursive: true });
});

describe('uniqueness', () => {
  it('covers userName and address of a new user', async () => {
    const { userName, emails } = await world.create();
    expect(refusalOf(await world.scim('POST', USERS_PATH, world.person({ userName: userName.toUpperCase() })))).toEqual([
      409,
      'uniqueness',
      'userName: another user has this name.',
    ]);
    expect(refusalOf(await world.scim('POST', USERS_PATH, world.person({ emails }))).slice(0, 2)).toEqual([409, 'uniqueness']);
    expect(refusalOf(await world.scim('POST', USERS_PATH, world.person({ userName: 'ADA@example.test' }))).slice(0, 2)).toEqual([
      409,
      'uniqueness',
    ]);
  });

  it('covers userName and address of an edited user', async () => {
    const [first, second] = [await world.create(), await world.create()];
    const taken = async (path: string, value: string) =>
      refusalOf(await world.patch(second.id, [{ op: 'replace', path, value }])).slice(0, 2);
    expect(await taken('userName', first.userName)).toEqual([409, 'uniqueness']);
    expect(await taken('emails[type eq "work"].value', first.emails[0].value)).toEqual([409, 'uniqueness']);
    expect((await world.scim('GET', `${USERS_PATH}/${second.id}`)).json()).toEqual(second);
  });
});

it('ServiceProviderConfig and ResourceTypes describe the supported features', async () => {
  const config = (await world.scim('GET', '/scim/v2/ServiceProviderConfig')).json();
  expect(config).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken', primary: true }],
  });
  const types = (await world.scim('GET', '/scim/v2/ResourceTypes')).json();
  expect(types).toMatchObject({
    totalResults: 1,
    Resources: [
      {
        id: 'User',
        name: 'User',
        endpoint: '/Users',
        schema: USER_SCHEMA,
        meta: { location: 'https://sales.example.test/scim/v2/ResourceTypes/User' },
      },
    ],
  });
});
