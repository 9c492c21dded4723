import { createHash, randomUUID } from 'node:crypto';
import { allowance, startVendor, type VendorAnswer, type VendorCall } from '../kit/vendor.ts';
import { answerSoql, InvalidField, type Row } from './soql.ts';

const CLIENT_ID = 'salesforce-stand-in';
const CLIENT_SECRET = 'salesforce-stand-in-secret';
const VERSION = 'v64.0';
const SESSION_MS = 2 * 60 * 60_000;

type SignIn = { refresh: string; access: string; usedAt: number };
export type OpportunityStage = Readonly<{
  ApiName: string;
  MasterLabel: string;
  SortOrder: number;
  DefaultProbability: number;
  IsActive: boolean;
  IsClosed: boolean;
  IsWon: boolean;
}>;

const refusal = (status: number, errorCode: string, message: string): VendorAnswer => ({ status, body: [{ message, errorCode }] });
/** Instants have whole seconds and a zone without a colon. */
const instant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '.000+0000');

/** Sign-ins of an External Client App, which requires PKCE; responses name no expiry, and a refresh response contains no refresh token. */
const createIdentity = (now: () => number) => {
  const codes = new Map<string, string>();
  const signIns: SignIn[] = [];
  const refuse = (error: string, error_description: string): VendorAnswer => ({ status: 400, body: { error, error_description } });
  const issue = (signIn: SignIn, url: string, isFirst: boolean): VendorAnswer => {
    signIn.access = `00Dx0!${randomUUID()}`;
    signIn.usedAt = now();
    return {
      status: 200,
      body: {
        ...{ access_token: signIn.access, signature: 'c2lnbmVk', scope: 'refresh_token api', token_type: 'Bearer' },
        ...{ instance_url: url, id: `${url}/id/00Dx00000000001EAA/005x00000000001AAA`, issued_at: String(now()) },
        ...(isFirst ? { refresh_token: signIn.refresh } : {}),
      },
    };
  };
  return {
    /** Each call extends its session. */
    isSession: (access: string): boolean => {
      const signIn = signIns.find((one) => one.access === access && one.usedAt + SESSION_MS > now());
      if (signIn) signIn.usedAt = now();
      return signIn !== undefined;
    },
    endSessions: (): void => {
      for (const signIn of signIns) signIn.usedAt = 0;
    },
    revokeAll: (): void => void signIns.splice(0),
    codeFor: (challenge: string): string => {
      const code = randomUUID();
      codes.set(code, challenge);
      return code;
    },
    revoke: ({ body }: VendorCall): VendorAnswer => {
      const token = new URLSearchParams(body).get('token');
      const index = signIns.findIndex(({ refresh, access }) => refresh === token || access === token);
      if (index >= 0) signIns.splice(index, 1);
      return index >= 0 ? { status: 200 } : refuse('unsupported_token_type', 'this token type is not supported');
    },
    token: ({ body }: VendorCall, url: string): VendorAnswer => {
      const form = new URLSearchParams(body);
      if (form.get('client_id') !== CLIENT_ID) return refuse('invalid_client_id', 'client identifier invalid');
      if (form.get('client_secret') !== CLIENT_SECRET) return refuse('invalid_client', 'invalid client credentials');
      if (form.get('grant_type') === 'refresh_token') {
        const signIn = signIns.find(({ refresh }) => refresh === form.get('refresh_token'));
        return signIn ? issue(signIn, url, false) : refuse('invalid_grant', 'expired access/refresh token');
      }
      const challenge = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (challenge === undefined) return refuse('invalid_grant', 'expired authorization code');
      const verifier = form.get('code_verifier') ?? '';
      if (createHash('sha256').update(verifier).digest('base64url') !== challenge) return refuse('invalid_grant', 'invalid code verifier');
      const signIn = { refresh: `5Aep${randomUUID()}`, access: '', usedAt: 0 };
      signIns.push(signIn);
      return issue(signIn, url, true);
    },
  };
};
type Identity = ReturnType<typeof createIdentity>;

const answerAuthorize = ({ query }: VendorCall, name: string, { codeFor }: Identity): VendorAnswer => {
  const back = (more: Record<string, string>): string => {
    const url = new URL(query.get('redirect_uri') ?? '');
    for (const [key, value] of Object.entries({ ...more, state: query.get('state') ?? '' })) url.searchParams.set(key, value);
    return url.href.replace(/&/g, '&amp;');
  };
  const challenge = query.get('code_challenge');
  const code: Record<string, string> = challenge
    ? { code: codeFor(challenge) }
    : { error: 'invalid_request', error_description: 'missing required code challenge' };
  const links = `<p><a href="${back(code)}">Allow access to ${name}</a></p><p><a href="${back({ error: 'access_denied' })}">Deny</a></p>`;
  return { status: 200, body: `<!doctype html><title>Salesforce stand-in</title><h1>Allow access?</h1>${links}` };
};

/** An organization: its stages, its opportunities, and the users who own them. */
const createOrg = (now: () => number) => {
  const stages: OpportunityStage[] = [];
  const opportunities = new Map<string, Row>();
  const change = (id: string, values: Row): void => {
    const before = opportunities.get(id);
    opportunities.set(id, { ...before, ...values, SystemModstamp: instant(now()) });
  };
  return {
    name: 'Acme Sales',
    features: { multiCurrency: false, defaultCurrencyIsoCode: 'USD' } as { multiCurrency: boolean; defaultCurrencyIsoCode?: string },
    /** Fields that the signed-in user may not see. */
    hiddenFields: new Set<string>(),
    stages,
    opportunities,
    /** Creates or changes one; its stage determines whether it is closed or won, and its probability. */
    put: (id: string, values: Row): void => {
      const before = opportunities.get(id);
      const stage = stages.find(({ ApiName }) => ApiName === (values.StageName ?? before?.StageName));
      const isMoved = before !== undefined && values.StageName !== undefined && values.StageName !== before.StageName;
      change(id, {
        ...(before ? {} : { Id: id, IsDeleted: false, CreatedDate: instant(now()), LastStageChangeDate: null }),
        ...(stage ? { IsClosed: stage.IsClosed, IsWon: stage.IsWon, Probability: stage.DefaultProbability } : {}),
        ...(isMoved ? { LastStageChangeDate: instant(now()) } : {}),
        ...values,
      });
    },
    /** Moves it to the Recycle Bin, or restores it. */
    remove: (id: string): void => change(id, { IsDeleted: true }),
    restore: (id: string): void => change(id, { IsDeleted: false }),
  };
};

/** A local Salesforce. */
export const startSalesforce = async ({
  now = Date.now,
  callsPerDay = 100_000,
}: Readonly<{ now?: () => number; callsPerDay?: number }> = {}) => {
  let batch = 2000;
  const org = createOrg(now);
  const identity = createIdentity(now);
  const mayCall = allowance(callsPerDay, 24 * 60 * 60_000, now);
  const cursors = new Map<string, readonly Row[]>();
  let writes = 0;

  const batchOf = (rows: readonly Row[], totalSize: number): VendorAnswer => {
    const rest = rows.slice(batch);
    const locator = `01g${randomUUID().slice(0, 12)}-${batch}`;
    if (rest.length > 0) cursors.set(locator, rest);
    const next = rest.length > 0 ? { nextRecordsUrl: `/services/data/${VERSION}/query/${locator}` } : {};
    return { status: 200, body: { totalSize, done: rest.length === 0, ...next, records: rows.slice(0, batch) } };
  };
  const answerQuery = (q: string, isAll: boolean): VendorAnswer => {
    const isField = (path: string): boolean => !org.hiddenFields.has(path) && (path !== 'CurrencyIsoCode' || org.features.multiCurrency);
    const opportunities = [...org.opportunities.values()].filter(({ IsDeleted }) => isAll || IsDeleted !== true);
    try {
      const rows = answerSoql(q, { Opportunity: opportunities, OpportunityStage: org.stages }, isField);
      return batchOf(rows, rows.length);
    } catch (error) {
      return refusal(400, error instanceof InvalidField ? 'INVALID_FIELD' : 'MALFORMED_QUERY', String(error));
    }
  };
  const answerData = ({ path, query, method }: VendorCall): VendorAnswer => {
    const [, resource = ''] = path.split(`/services/data/${VERSION}/`);
    if (method !== 'GET') writes += 1;
    if (resource === 'connect/organization')
      return { status: 200, body: { orgId: '00Dx00000000001EAA', name: org.name, features: org.features, accessTimeout: 120 } };
    if (resource === 'query' || resource === 'queryAll') return answerQuery(query.get('q') ?? '', resource === 'queryAll');
    const rows = cursors.get(resource.replace('query/', ''));
    return rows ? batchOf(rows, rows.length) : refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
  };

  const answer = (call: VendorCall): VendorAnswer => {
    const { path, headers } = call;
    if (path === '/services/oauth2/authorize') return answerAuthorize(call, org.name, identity);
    if (path === '/services/oauth2/token') return identity.token(call, vendor.url);
    if (path === '/services/oauth2/revoke') return identity.revoke(call);
    if (!identity.isSession((headers.authorization ?? '').replace('Bearer ', '')))
      return refusal(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    if (!mayCall()) return refusal(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
    return answerData(call);
  };

  const vendor = await startVendor(answer, { now });
  return {
    ...vendor,
    org,
    env: {
      SALESFORCE_LOGIN_URL: vendor.url,
      SALESFORCE_CLIENT_ID: CLIENT_ID,
      SALESFORCE_CLIENT_SECRET: CLIENT_SECRET,
    },
    /** The code that the page would return for the challenge in its URL. */
    codeFor: identity.codeFor,
    endSessions: identity.endSessions,
    revokeAll: identity.revokeAll,
    /** Maximum number of rows per response. */
    setBatch: (rows: number): void => {
      batch = rows;
    },
    writes: (): number => writes,
  };
};
export type SalesforceStandIn = Awaited<ReturnType<typeof startSalesforce>>;
