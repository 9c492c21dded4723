import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../server/start/environment.ts';
import { createProvisioningWorld, type ProvisioningWorld, USERS_PATH } from '../support/worlds/provisioning.ts';

let world: ProvisioningWorld;
beforeAll(async () => {
  world = await createProvisioningWorld();
});
afterAll(() => world.server.close());

const replace = (path: string, value: unknown) => [{ op: 'replace', path, value }];
const setActive = (id: string, active: boolean) => world.patch(id, replace('active', active));

describe('users provisioned by an identity provider (decisions 4.17)', () => {
  it('get an account without a password, and a role from roles', async () => {
    const { id, roles } = await world.create({ roles: [{ value: 'Sales Manager', primary: true }] });
    expect(roles).toEqual([{ value: 'Sales Manager', display: 'Sales Manager', primary: true }]);
    expect(await world.accountOf(id)).toMatchObject({
      role: 'sales_manager',
      password_hash: null,
      must_change_password: false,
      active: true,
    });
  });

  it('keep their role if none is sent', async () => {
    const created = await world.create({ roles: [{ value: 'sales_manager' }] });
    for (const more of [{ roles: [] }, { roles: undefined }])
      expect((await world.scim('PUT', `${USERS_PATH}/${created.id}`, { ...created, ...more })).json().roles[0].value).toBe('sales_manager');
    expect((await world.patch(created.id, [{ op: 'remove', path: 'roles' }])).json().roles[0].value).toBe('sales_manager');
  });

  it('are created once by concurrent requests', async () => {
    const body = world.person();
    const answers = await Promise.all([
      world.scim('POST', USERS_PATH, body),
      world.scim('POST', USERS_PATH, body),
      world.scim('POST', USERS_PATH, body),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  });

  it('may be created inactive', async () => {
    const { id, active } = await world.create({ active: false });
    expect([active, (await world.accountOf(id)).active]).toEqual([false, false]);
  });

  it('are logged with the token and its owner', async () => {
    const { id } = await world.create({ externalId: 'okta-1' });
    const rows = await world.auditOf(id);
    expect(rows.map(({ action, actor_id, token_id }) => [action, actor_id, token_id])).toEqual([
      ['user.created', world.ada, world.scimTokenId],
      ['user.provisioned', world.ada, world.scimTokenId],
    ]);
    expect(rows[1]?.after).toMatchObject({ external_id: 'okta-1', role_value: null });
  });

  it('are linked by address if they already have an account', async () => {
    const id = await world.server.add({ email: 'Old.Hand@example.test', role: 'finance', first_name: 'Olga', last_name: 'Hand' });
    const found = await world.scim('GET', `${USERS_PATH}?filter=${encodeURIComponent('userName eq "old.hand@example.test"')}`);
    expect(found.json().Resources).toMatchObject([{ id: String(id), roles: [{ value: 'finance' }] }]);
    const linked = await world.patch(String(id), [{ op: 'add', path: 'externalId', value: 'okta-7' }]);
    expect([linked.statusCode, linked.json()]).toMatchObject([200, { externalId: 'okta-7', userName: 'Old.Hand@example.test' }]);
    const byId = await world.scim('GET', `${USERS_PATH}?filter=${encodeURIComponent('externalId eq "okta-7"')}`);
    expect(byId.json().totalResults).toBe(1);
  });

  it('are refused without a role and a default', async () => {
    const strict = await createProvisioningWorld({ defaultRole: null });
    const answer = await strict.scim('POST', USERS_PATH, strict.person());
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        scimType: 'invalidValue',
        detail:
          'roles: a new user needs a role. Send one of admin, vp_sales, sales_manager, salesperson, finance, events_manager, or set SCIM_DEFAULT_ROLE.',
      },
    ]);
    await strict.server.close();
  });

  it('keep manager, employee number and territory, which the provider cannot set', async () => {
    const { id } = await world.create();
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const answer = await world.patch(id, [
      { op: 'add', path: `${enterprise}:manager`, value: String(world.ada) },
      { op: 'add', path: `${enterprise}:employeeNumber`, value: '77' },
    ]);
    expect(answer.statusCode).toBe(200);
    expect(await world.accountOf(id)).toMatchObject({ manager_id: null, employee_number: null, territory: null });
  });
});

describe('deactivation', () => {
  it('ends sessions and API tokens, and active true does not restore them', async () => {
    const id = String(await world.server.add({ email: 'leaver@example.test', role: 'salesperson' }));
    const session = (await world.server.signIn('leaver@example.test')).access_token;
    const { secret: program } = await world.issue(session, ['read:pay']);
    expect((await setActive(id, false)).statusCode).toBe(200);
    expect((await world.server.me(session)).statusCode).toBe(401);
    expect((await world.server.me(program)).json().code).toBe('token_revoked');
    expect((await world.auditOf(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['user.deactivated', world.ada],
      ['user.provisioned', world.ada],
    ]);
    await setActive(id, true);
    expect((await world.server.me(program)).json().code).toBe('token_revoked');
    expect((await world.server.login('leaver@example.test')).statusCode).toBe(200);
  });

  it('decisions 4.03: is refused for the last active admin', async () => {
    for (const answer of [await setActive(String(world.ada), false), await world.scim('DELETE', `${USERS_PATH}/${world.ada}`)])
      expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('admin')]);
    expect((await world.accountOf(String(world.ada))).active).toBe(true);
    expect((await world.patch(String(world.ada), replace('roles', [{ value: 'salesperson' }]))).statusCode).toBe(409);
  });

  it('of the token’s owner, who leaves the company, ends the token', async () => {
    const own = await createProvisioningWorld();
    await own.server.add({ email: 'second@example.test', role: 'admin' });
    const answer = await own.patch(String(own.ada), replace('active', false));
    expect([answer.statusCode, answer.json().active]).toEqual([200, false]);
    expect((await own.scim('GET', USERS_PATH)).statusCode).toBe(401);
    await own.server.close();
  });

  it('hides a removed person until they are added or activated in Quotaboard again', async () => {
    const { id, userName } = await world.create();
    await world.scim('DELETE', `${USERS_PATH}/${id}`);
    expect((await world.auditOf(id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.provisioned',
      'user.deactivated',
      'user.unprovisioned',
    ]);
    expect((await setActive(id, true)).statusCode).toBe(404);
    await world.server.call('PUT', `/api/v1/users/${id}`, { token: world.adaToken, body: { active: true } });
    expect((await world.scim('GET', `${USERS_PATH}/${id}`)).json()).toMatchObject({ userName, active: true });
  });

  it('does not give a removed person’s account to someone else with that address', async () => {
    const { id, emails, userName } = await world.create({ externalId: 'first' });
    await world.scim('DELETE', `${USERS_PATH}/${id}`);
    const other = await world.scim('POST', USERS_PATH, world.person({ userName, emails, externalId: 'second' }));
    expect([other.statusCode, other.json().scimType]).toEqual([409, 'uniqueness']);
    const namesake = await world.create({ userName, externalId: 'second' });
    expect(namesake.id).not.toBe(id);
    const same = await world.scim('POST', USERS_PATH, world.person({ emails, externalId: 'first' }));
    expect([same.statusCode, same.json().id]).toEqual([201, id]);
  });

  it('frees the userName of a removed person', async () => {
    const { id, userName } = await world.create();
    await world.scim('DELETE', `${USERS_PATH}/${id}`);
    const other = await world.create();
    expect((await world.patch(other.id, replace('userName', userName))).json().userName).toBe(userName);
  });
});

describe('roles that may approve (decisions 4.16, 4.17)', () => {
  const detail =
    'roles: an identity provider cannot make anybody an approver, reactivate one or change their email address, not even when the role is only planned. An administrator does that in User Management.';
  let finance: string;
  beforeEach(async () => {
    await world.server.db.query.deleteFrom('users').where('email', '=', 'fin@example.test').execute();
    finance = String(await world.server.add({ email: 'fin@example.test', role: 'finance', first_name: 'Fin', last_name: 'Ance' }));
  });

  it.each(['admin', 'vp_sales', 'finance'])('refuse a new %s', async (role) => {
    const answer = await world.scim('POST', USERS_PATH, world.person({ roles: [{ value: role }] }));
    expect([answer.statusCode, answer.json().detail]).toEqual([403, detail]);
  });

  it('cannot be assigned, nor exchanged for each other', async () => {
    const { id } = await world.create();
    for (const person of [id, finance]) {
      const answer = await world.patch(person, replace('roles', [{ value: 'admin' }]));
      expect([answer.statusCode, answer.json().detail]).toEqual([403, detail]);
    }
    expect([(await world.accountOf(id)).role, (await world.accountOf(finance)).role]).toEqual(['salesperson', 'finance']);
  });

  it('can be deactivated, but not reactivated, even by adding the user again', async () => {
    expect((await setActive(finance, false)).statusCode).toBe(200);
    expect((await setActive(finance, true)).statusCode).toBe(403);
    expect((await world.scim('DELETE', `${USERS_PATH}/${finance}`)).statusCode).toBe(204);
    const repeated = await world.scim('POST', USERS_PATH, world.person({ userName: 'fin@example.test', emails: undefined }));
    expect(repeated.statusCode).toBe(403);
    expect((await world.accountOf(finance)).active).toBe(false);
  });

  it('protect their address from anyone, including the token’s owner', async () => {
    for (const person of [finance, String(world.ada)]) {
      const answer = await world.patch(person, replace('emails[type eq "work"].value', 'thief@example.test'));
      expect(answer.statusCode).toBe(403);
    }
    expect((await world.accountOf(finance)).email).toBe('fin@example.test');
  });

  it('allow a change of name, here and at the identity provider', async () => {
    const answer = await world.patch(finance, [...replace('name.givenName', 'Finn'), ...replace('userName', 'finn@corp.test')]);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { userName: 'finn@corp.test', name: { givenName: 'Finn' } }]);
  });
});

describe('a new email address', () => {
  it('invalidates links sent to the old one', async () => {
    const id = String(await world.server.add({ email: 'before@example.test', role: 'salesperson' }));
    const invitation = await world.server.call('POST', `/api/v1/users/${id}/invitation`, { token: world.adaToken, body: {} });
    expect(invitation.statusCode).toBeLessThan(300);
    await world.patch(id, replace('emails[type eq "work"].value', 'after@example.test'));
    const links = await world.server.db.query.selectFrom('sign_in_links').select('outcome').where('user_id', '=', Number(id)).execute();
    expect(links).toEqual([{ outcome: 'withdrawn' }]);
    expect((await world.auditOf(id)).find(({ action }) => action === 'user.updated')).toMatchObject({
      before: { email: 'before@example.test' },
      after: { email: 'after@example.test' },
    });
  });
});

describe('with single sign-on groups (decisions 4.15)', () => {
  let mapped: ProvisioningWorld;
  beforeAll(async () => {
    const sso = readEnvironment(
      {
        PUBLIC_URL: 'https://sales.example.test',
        OIDC_ISSUER: 'https://id.example.test',
        OIDC_CLIENT_ID: 'a',
        OIDC_CLIENT_SECRET: 'b',
        OIDC_ROLES: 'leads=sales_manager; books=finance; sellers=salesperson',
      },
      [],
    ).sso;
    mapped = await createProvisioningWorld({ config: { logLevel: 'info', trustProxy: [], publicUrl: undefined, sso } });
  });
  afterAll(() => mapped.server.close());

  it('the first group in the list decides the role', async () => {
    const { id, roles } = await mapped.create({ roles: [{ value: 'sellers' }, { value: 'leads' }] });
    expect(roles).toEqual([{ value: 'leads', display: 'Sales Manager', primary: true }]);
    expect((await mapped.accountOf(id)).role).toBe('sales_manager');
  });

  it('a role name is not a group', async () => {
    const answer = await mapped.scim('POST', USERS_PATH, mapped.person({ roles: [{ value: 'sales_manager' }] }));
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      'roles: none of the values has a role here. Known are leads, books, sellers.',
    ]);
  });

  it('a person whose role has no group keeps it when written back unchanged', async () => {
    const { id } = await mapped.create();
    await mapped.server.call('PUT', `/api/v1/users/${id}`, { token: mapped.adaToken, body: { role: 'events_manager' } });
    const read = (await mapped.scim('GET', `${USERS_PATH}/${id}`)).json();
    expect(read.roles[0].value).toBe('events_manager');
    expect((await mapped.scim('PUT', `${USERS_PATH}/${id}`, read)).statusCode).toBe(200);
    expect((await mapped.accountOf(id)).role).toBe('events_manager');
  });
});

describe('SCIM_DEFAULT_ROLE', () => {
  it('must be a role that may not approve', () => {
    expect(readEnvironment({ SCIM_DEFAULT_ROLE: 'events_manager' }, []).scimDefaultRole).toBe('events_manager');
    expect(readEnvironment({}, []).scimDefaultRole).toBeNull();
    for (const role of ['admin', 'vp_sales', 'finance', 'seller'])
      expect(() => readEnvironment({ SCIM_DEFAULT_ROLE: role }, [])).toThrow(
        `SCIM_DEFAULT_ROLE must be one of sales_manager, salesperson, events_manager, not "${role}".`,
      );
  });
});
