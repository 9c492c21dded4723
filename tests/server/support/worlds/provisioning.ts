import type { Role } from '../../../../contract/entities/user.ts';
import { createConnectors } from '../../../../server/connectors/index.ts';
import { createOutside } from '../../../../server/connectors/outside.ts';
import { type Call, PASSWORD, type TestApp, testApp } from '../testApp.ts';

export const USERS_PATH = '/scim/v2/Users';
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const PUBLIC_URL = 'https://sales.example.test';

type Options = Readonly<{ defaultRole?: Role | null }> & Parameters<typeof testApp>[0];
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const issue = async (server: TestApp, session: string, scopes: readonly string[]): Promise<Readonly<{ id: number; secret: string }>> => {
  const body = { name: 'Okta', scopes, expires_in_days: 90, current_password: PASSWORD };
  const answer = await server.call('POST', '/api/v1/tokens', { token: session, body });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const { token, secret } = answer.json();
  return { id: Number(token.id), secret };
};

/** A company whose admin Ada gave an identity provider a token. */
export const createProvisioningWorld = async ({ defaultRole = 'salesperson', ...options }: Options = {}) => {
  const base = { logLevel: 'info', trustProxy: [], publicUrl: PUBLIC_URL } as const;
  const outside = createOutside(createConnectors(), { publicUrl: PUBLIC_URL });
  const server = await testApp({ outside, ...options, config: { ...base, ...options.config, scimDefaultRole: defaultRole } });
  const ada = await server.add({ email: 'ada@example.test', role: 'admin', first_name: 'Ada', last_name: 'Admin' });
  const adaToken = (await server.signIn('ada@example.test')).access_token;
  const { id: scimTokenId, secret: scimToken } = await issue(server, adaToken, ['scim']);
  const scim = (method: Method, url: string, body?: unknown, overrides: Call = {}) =>
    server.call(method, url, {
      token: scimToken,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...overrides,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }), ...overrides.headers },
    });
  let count = 0;
  /** The body of a new user. */
  const person = (overrides: object = {}) => {
    count += 1;
    const name = `person${count}`;
    return {
      schemas: [USER_SCHEMA],
      userName: `${name}@example.test`,
      name: { givenName: 'Ida', familyName: `Known${count}` },
      emails: [{ primary: true, type: 'work', value: `${name}@example.test` }],
      active: true,
      ...overrides,
    };
  };
  const create = async (overrides: object = {}) => {
    const answer = await scim('POST', USERS_PATH, person(overrides));
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const patch = (id: string, operations: readonly object[], overrides: Call = {}) =>
    scim('PATCH', `${USERS_PATH}/${id}`, { schemas: [PATCH_SCHEMA], Operations: operations }, overrides);
  const accountOf = (id: string) => server.db.query.selectFrom('users').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
  const auditOf = (id: string) =>
    server.db.query.selectFrom('audit_log').selectAll().where('entity', '=', 'user').where('entity_id', '=', id).orderBy('id').execute();
  const noticesTo = async (id: number | string) =>
    (await server.db.query.selectFrom('notifications').select('message').where('user_id', '=', Number(id)).orderBy('id').execute()).map(
      ({ message }) => message,
    );
  return {
    ...{ server, ada, adaToken, scimToken, scimTokenId, scim, person, create, patch, accountOf, auditOf, noticesTo },
    issue: (session: string, scopes: readonly string[]) => issue(server, session, scopes),
  };
};
export type ProvisioningWorld = Awaited<ReturnType<typeof createProvisioningWorld>>;
