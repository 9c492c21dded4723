import { randomUUID } from 'node:crypto';
import { allowance, startVendor, type VendorAnswer, type VendorCall } from '../kit/vendor.ts';
import { xeroSpec } from '../specs/xero.ts';
import { createOrganisation, endpointNamed, millisecondsIn, type Organisation, type Row, xeroDate } from './organisation.ts';

const CLIENT_ID = 'xero-stand-in';
const CLIENT_SECRET = 'xero-stand-in-secret';
const MINUTE = 60_000;
const ACCESS_S = 1800;
const REFRESH_MS = 60 * 24 * 60 * MINUTE;
/** An exchanged refresh token keeps working this long, in case the response was lost. */
const GRACE_MS = 30 * MINUTE;

type Connection = Readonly<{ id: string; authEventId: string; organisation: Organisation }>;
/** `spent`: exchanged refresh tokens, and until when they keep working. */
type SignIn = { scopes: string[]; access: string; accessUntil: number; refresh: string; refreshUntil: number; spent: Map<string, number> };

const problem = (status: number, Title: string, Detail: string): VendorAnswer => ({
  status,
  body: { Type: null, Title, Status: status, Detail, Instance: randomUUID(), Extensions: {} },
});
const scopeOf = (endpoint: string): string => {
  if (endpoint === 'Contacts') return 'accounting.contacts.read';
  return endpoint === 'Invoices' || endpoint === 'CreditNotes' ? 'accounting.invoices.read' : 'accounting.payments.read';
};
const jwt = (claims: object): string =>
  [{ alg: 'RS256', typ: 'JWT' }, claims, { signature: randomUUID() }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

/** `Type=="ACCREC"` or `IsCustomer==true`. @throws for any other filter */
const filterOf = (where: string): ((row: Row) => boolean) => {
  if (where === '') return () => true;
  const [, field = '', text, word] = /^(\w+)==(?:"(\w*)"|(true|false))$/.exec(where) ?? [];
  if (field === '') throw new Error('unsupported where');
  return (row) => (text === undefined ? String(row[field] ?? true) === word : row[field] === text);
};

/** A page of rows, as the OpenAPI file documents it: filtered, changed since, sorted. */
const answerPage = (organisation: Organisation, name: string, { query, headers, at }: VendorCall): VendorAnswer => {
  const endpoint = endpointNamed(name);
  if (endpoint === undefined) return problem(404, 'Not Found', 'The resource cannot be found');
  const [, field = '', way] = /^(\w+) (ASC|DESC)$/.exec(query.get('order') ?? '') ?? [];
  const since = Date.parse(String(headers['if-modified-since'] ?? ''));
  const [page, pageSize] = [Number(query.get('page') ?? 1), Math.min(1000, Number(query.get('pageSize') ?? 100))];
  const isArchivedShown = query.get('includeArchived') === 'true';
  const rows = [...organisation.of(endpoint).values()]
    .filter(filterOf(query.get('where') ?? ''))
    .filter(({ UpdatedDateUTC }) => Number.isNaN(since) || millisecondsIn(UpdatedDateUTC) >= since)
    .filter(({ ContactStatus }) => isArchivedShown || ContactStatus !== 'ARCHIVED');
  if (field) rows.sort((a, b) => (String(a[field]) < String(b[field]) ? -1 : 1) * (way === 'DESC' ? -1 : 1));
  const pagination = { page, pageSize, pageCount: Math.ceil(rows.length / pageSize), itemCount: rows.length };
  const DateTimeUTC = xeroDate(new Date(at)).replace('+0000', '');
  const body = { Id: randomUUID(), Status: 'OK', ProviderName: 'Quotaboard', DateTimeUTC, pagination };
  return { status: 200, body: { ...body, [endpoint]: rows.slice((page - 1) * pageSize, page * pageSize) } };
};

/** Sign-ins: codes, token rotation, and the organisations that each sign-in connects. */
const createIdentity = (organisations: ReadonlyMap<string, Organisation>, now: () => number) => {
  const connections: Connection[] = [];
  const signIns: SignIn[] = [];
  const codes = new Map<string, Readonly<{ tenantIds: readonly string[]; scopes: string[] }>>();
  const remove = (isGone: (item: Connection) => boolean): boolean => {
    const index = connections.findIndex(isGone);
    if (index >= 0) connections.splice(index, 1);
    return index >= 0;
  };
  const issue = (signIn: SignIn, authEventId: string): VendorAnswer => {
    signIn.access = jwt({ authentication_event_id: authEventId, scope: signIn.scopes });
    signIn.accessUntil = now() + ACCESS_S * 1000;
    signIn.refresh = randomUUID();
    signIn.refreshUntil = now() + REFRESH_MS;
    const { access: access_token, refresh: refresh_token, scopes } = signIn;
    return { status: 200, body: { access_token, refresh_token, expires_in: ACCESS_S, token_type: 'Bearer', scope: scopes.join(' ') } };
  };
  const byCode = (code: string): VendorAnswer => {
    const result = codes.get(code);
    codes.delete(code);
    if (!result) return { status: 400, body: { error: 'invalid_grant' } };
    const authEventId = randomUUID();
    for (const tenantId of result.tenantIds) {
      remove(({ organisation }) => organisation.tenantId === tenantId);
      connections.push({ id: randomUUID(), authEventId, organisation: organisations.get(tenantId) as Organisation });
    }
    const signIn: SignIn = { scopes: result.scopes, access: '', accessUntil: 0, refresh: '', refreshUntil: 0, spent: new Map() };
    signIns.push(signIn);
    return issue(signIn, authEventId);
  };
  return {
    connections,
    remove,
    signInOf: (access: string): SignIn | undefined => signIns.find((signIn) => signIn.access === access && signIn.accessUntil > now()),
    expireAccess: (): void => {
      for (const signIn of signIns) signIn.accessUntil = 0;
    },
    codeFor: (tenantIds: readonly string[], scope: string): string => {
      const code = randomUUID();
      codes.set(code, { tenantIds, scopes: scope.split(' ') });
      return code;
    },
    token: ({ headers, body }: VendorCall): VendorAnswer => {
      const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
      if (headers.authorization !== expected) return { status: 400, body: { error: 'invalid_client' } };
      const form = new URLSearchParams(body);
      if (form.get('grant_type') === 'authorization_code') return byCode(form.get('code') ?? '');
      const given = form.get('refresh_token') ?? '';
      const isTokenOf = ({ refresh, refreshUntil, spent }: SignIn): boolean =>
        (refresh === given && refreshUntil > now()) || (spent.get(given) ?? 0) > now();
      const signIn = signIns.find(isTokenOf);
      if (!signIn) return { status: 400, body: { error: 'invalid_grant' } };
      if (signIn.refresh === given) signIn.spent.set(given, now() + GRACE_MS);
      return issue(signIn, randomUUID());
    },
  };
};
type Identity = ReturnType<typeof createIdentity>;

/** Xero's page on which a user chooses an organisation. */
const answerAuthorize = ({ query }: VendorCall, organisations: readonly Organisation[], { codeFor }: Identity): VendorAnswer => {
  const back = (more: Record<string, string>): string => {
    const url = new URL(query.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries({ ...more, state: query.get('state') ?? '' })) url.searchParams.set(name, value);
    return url.href.replace(/&/g, '&amp;');
  };
  const links = organisations.map(({ tenantId, name }) => {
    const code = codeFor([tenantId], query.get('scope') ?? '');
    return `<p><a href="${back({ code })}">Connect ${name}</a></p>`;
  });
  const cancel = `<p><a href="${back({ error: 'access_denied' })}">Cancel</a></p>`;
  return { status: 200, body: `<!doctype html><title>Xero stand-in</title><h1>Connect to Xero</h1>${links.join('')}${cancel}` };
};

const answerConnections = ({ method, path, query }: VendorCall, { connections, remove }: Identity): VendorAnswer => {
  if (method === 'DELETE')
    return remove(({ id }) => path.endsWith(`/${id}`)) ? { status: 204 } : problem(404, 'Not Found', 'Resource not found');
  const event = query.get('authEventId');
  const shown = connections.filter(({ authEventId }) => event === null || authEventId === event);
  const body = shown.map(({ id, authEventId, organisation: { tenantId, name } }) => ({
    ...{ id, authEventId, tenantId, tenantType: 'ORGANISATION', tenantName: name },
    ...{ createdDateUtc: '2026-11-01T10:00:00.0000000', updatedDateUtc: '2026-11-01T10:00:00.0000000' },
  }));
  return { status: 200, body };
};

/** A local Xero, as documented: sign-in, rotation, organisations, limits, pages, changes. */
export const startXero = async ({ now = Date.now, perMinute = 60 }: Readonly<{ now?: () => number; perMinute?: number }> = {}) => {
  const organisations = new Map<string, Organisation>();
  const identity = createIdentity(organisations, now);
  const mayCall = allowance(perMinute, MINUTE, now);
  let writes = 0;

  const answer = (call: VendorCall): VendorAnswer => {
    const { method, path, headers } = call;
    if (path === '/identity/connect/authorize') return answerAuthorize(call, [...organisations.values()], identity);
    if (path === '/connect/token') return identity.token(call);
    const signIn = identity.signInOf((headers.authorization ?? '').replace('Bearer ', ''));
    if (!signIn) return problem(401, 'Unauthorized', 'TokenExpired: token expired');
    if (path.startsWith('/connections')) return answerConnections(call, identity);
    if (method !== 'GET') writes += 1;
    const [, name = ''] = /^\/api\.xro\/2\.0\/(\w+)$/.exec(path) ?? [];
    const tenantId = headers['xero-tenant-id'];
    const organisation = identity.connections.find((connection) => connection.organisation.tenantId === tenantId)?.organisation;
    if (!organisation) return problem(403, 'Forbidden', 'AuthenticationUnsuccessful');
    if (!signIn.scopes.includes(scopeOf(name))) return problem(401, 'Unauthorized', 'AuthorizationUnsuccessful');
    if (!mayCall()) return { status: 429, headers: { 'retry-after': '30', 'x-rate-limit-problem': 'minute', 'x-minlimit-remaining': '0' } };
    return answerPage(organisation, name, call);
  };

  const vendor = await startVendor(answer, { now, spec: xeroSpec });
  const { url } = vendor;
  return {
    ...vendor,
    env: {
      XERO_API_URL: url,
      XERO_AUTHORIZE_URL: `${url}/identity/connect/authorize`,
      XERO_TOKEN_URL: `${url}/connect`,
      XERO_CLIENT_ID: CLIENT_ID,
      XERO_CLIENT_SECRET: CLIENT_SECRET,
    },
    organisation: (tenantId: string, name: string): Organisation => {
      const created = createOrganisation(tenantId, name, () => new Date(now()));
      organisations.set(tenantId, created);
      return created;
    },
    /** The code that the page would return for these organisations. */
    codeFor: identity.codeFor,
    expireAccess: identity.expireAccess,
    /** A Xero user disconnects the organisation; the user's tokens stay valid. */
    disconnect: (tenantId: string): boolean => identity.remove(({ organisation }) => organisation.tenantId === tenantId),
    connected: (): string[] => identity.connections.map(({ organisation }) => organisation.tenantId),
    writes: (): number => writes,
  };
};
export type XeroStandIn = Awaited<ReturnType<typeof startXero>>;
