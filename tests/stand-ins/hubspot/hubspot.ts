import { allowance, parsedBody, startVendor, type Vendor, type VendorAnswer, type VendorCall } from '../kit/vendor.ts';
import { hubspotSpec } from '../specs/hubspot.ts';

export type HubspotDeal = {
  id: string;
  properties: Record<string, string | null>;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  archived?: boolean;
  companies?: string[];
  /** By default the first company. */
  primary?: string;
};
export type HubspotOwner = Readonly<{ id: string; email: string | null; firstName: string; lastName: string; archived?: boolean }>;
export type HubspotStage = Readonly<{
  id: string;
  label: string;
  displayOrder: number;
  metadata: Readonly<{ probability?: string; isClosed?: string }>;
  archived?: boolean;
}>;
export type HubspotPipeline = { id: string; label: string; displayOrder: number; stages: HubspotStage[]; archived?: boolean };
export type HubspotStandIn = Vendor &
  Readonly<{
    deals: Map<string, HubspotDeal>;
    owners: HubspotOwner[];
    pipelines: HubspotPipeline[];
    companies: Map<string, string>;
    portal: { timeZone: string; companyCurrency: string };
    serviceKey: string;
    scopes: Set<string>;
    /** Number of calls that would have written something. */
    writes: () => number;
    /** Refuses the key from now on; `false` accepts it again. */
    revoke: (revoked?: boolean) => void;
  }>;

const VERSION = '2026-09';
/** Search never returns more results than this, even with paging. */
const MOST_FOUND = 10_000;
const MOST_PAGE = 200;
const PORTAL = 4_242_424;
const CORRELATION = '00000000-0000-4000-8000-0000000c0ffe';
/** Owners, pipelines, stages and companies are as old as the portal. */
const CREATED = '2024-01-02T00:00:00Z';
const dated = { createdAt: CREATED, updatedAt: CREATED, archived: false };
const account = {
  accountType: 'STANDARD',
  additionalCurrencies: [],
  utcOffset: '-07:00',
  utcOffsetMilliseconds: -25_200_000,
  uiDomain: 'app.hubspot.com',
  dataHostingLocation: 'na1',
};

const scopesOf: readonly (readonly [path: string, scope: string])[] = [
  [`/crm/objects/${VERSION}/deals`, 'crm.objects.deals.read'],
  [`/crm/owners/${VERSION}`, 'crm.objects.owners.read'],
  [`/crm/pipelines/${VERSION}`, 'crm.schemas.deals.read'],
  [`/crm/objects/${VERSION}/companies`, 'crm.objects.companies.read'],
  [`/crm/associations/${VERSION}`, 'crm.objects.companies.read'],
];

/** Maps paths of the numbered versions to the dated one. */
const datedPath = (path: string): string =>
  path
    .replace(/^\/crm\/v3\/(objects|owners|pipelines)\b\/?/, `/crm/$1/${VERSION}/`)
    .replace(/^\/crm\/v4\/associations\//, `/crm/associations/${VERSION}/`)
    .replace(/^\/account-info\/v3\//, `/account-info/${VERSION}/`)
    .replace(/\/$/, '');

const refusal = (status: number, category: string, message: string, overrides: object = {}): VendorAnswer => ({
  status,
  body: { status: 'error', message, correlationId: CORRELATION, category, ...overrides },
});
type Filter = Readonly<{ propertyName: string; operator: string; value: string }>;
const operators: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  GT: (a, b) => a > b,
  GTE: (a, b) => a >= b,
  LT: (a, b) => a < b,
  LTE: (a, b) => a <= b,
  EQ: (a, b) => a === b,
};
const shownPipeline = (pipeline: HubspotPipeline) => ({
  ...dated,
  ...pipeline,
  stages: pipeline.stages.map((stage) => ({ ...dated, writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT', ...stage })),
});
const fieldOf = (deal: HubspotDeal, name: string): number =>
  name === 'hs_lastmodifieddate' ? deal.updatedAt : Number(name === 'hs_object_id' ? deal.id : deal.properties[name]);
const number = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text));

/** HubSpot as documented. `perTenSeconds` and `searchPerSecond`: the portal's rate limits. */
export const startHubspot = async ({
  port,
  now = Date.now,
  perTenSeconds = 190,
  searchPerSecond = 5,
}: Readonly<{ port?: number; now?: () => number; perTenSeconds?: number; searchPerSecond?: number }> = {}): Promise<HubspotStandIn> => {
  const deals = new Map<string, HubspotDeal>();
  const owners: HubspotOwner[] = [];
  const pipelines: HubspotPipeline[] = [];
  const companies = new Map<string, string>();
  const scopes = new Set(scopesOf.map(([, scope]) => scope));
  const portal = { timeZone: 'US/Arizona', companyCurrency: 'USD' };
  const serviceKey = 'pat-na1-00000000-stand-in';
  let [isRevoked, writes] = [false, 0];
  const mayCall = allowance(perTenSeconds, 10_000, now);
  const maySearch = allowance(searchPerSecond, 1000, now);

  const shown = (deal: HubspotDeal, properties: readonly string[]) => ({
    id: deal.id,
    properties: {
      hs_object_id: deal.id,
      hs_lastmodifieddate: new Date(deal.updatedAt).toISOString(),
      ...Object.fromEntries(properties.map((name) => [name, deal.properties[name] ?? null])),
    },
    createdAt: new Date(deal.updatedAt - 1000).toISOString(),
    updatedAt: new Date(deal.updatedAt).toISOString(),
    archived: deal.archived ?? false,
  });
  const paged = <T>(rows: readonly T[], from: number, limit: number) => ({
    results: rows.slice(from, from + limit),
    ...(rows.length > from + limit ? { paging: { next: { after: String(from + limit), link: '#' } } } : {}),
  });

  const list = (query: URLSearchParams): VendorAnswer => {
    const archived = query.get('archived') === 'true';
    const all = [...deals.values()].filter((deal) => (deal.archived ?? false) === archived).sort((a, b) => Number(a.id) - Number(b.id));
    const limit = Math.min(100, Number(query.get('limit') ?? 10));
    const properties = (query.get('properties') ?? '').split(',').filter(Boolean);
    return {
      status: 200,
      body: paged(
        all.map((deal) => shown(deal, properties)),
        Number(query.get('after') ?? 0),
        limit,
      ),
    };
  };

  const search = (body: string): VendorAnswer => {
    const {
      filterGroups = [],
      sorts = [],
      properties = [],
      limit = 10,
      after = '0',
    } = parsedBody(body) as {
      filterGroups?: { filters: Filter[] }[];
      sorts?: (string | { propertyName: string })[];
      properties?: string[];
      limit?: number;
      after?: string;
    };
    if (limit > MOST_PAGE) return refusal(400, 'VALIDATION_ERROR', 'limit may be at most 200');
    if (Number(after) + limit > MOST_FOUND) return refusal(400, 'VALIDATION_ERROR', 'You have exceeded the maximum of 10,000 results');
    const [first] = sorts;
    const sort = typeof first === 'string' ? first : first?.propertyName;
    const result = [...deals.values()]
      .filter((deal) => !deal.archived)
      .filter((deal) =>
        filterGroups.every(({ filters }) =>
          filters.every(({ propertyName, operator, value }) => operators[operator]?.(fieldOf(deal, propertyName), number(value)) ?? false),
        ),
      )
      .sort((a, b) => (sort ? fieldOf(a, sort) - fieldOf(b, sort) || Number(a.id) - Number(b.id) : 0));
    return {
      status: 200,
      body: {
        total: result.length,
        ...paged(
          result.map((deal) => shown(deal, properties)),
          Number(after),
          limit,
        ),
      },
    };
  };

  const batch = () => ({ status: 'COMPLETE', startedAt: new Date(now()).toISOString(), completedAt: new Date(now()).toISOString() });

  const associations = (body: string): VendorAnswer => {
    const { inputs = [] } = parsedBody(body) as { inputs?: { id: string }[] };
    if (inputs.length > 1000) return refusal(400, 'VALIDATION_ERROR', 'at most 1000 inputs');
    const results = inputs.flatMap(({ id }) => {
      const { companies: all = [], primary = all[0] } = deals.get(id) ?? {};
      const to = all.map((company) => ({
        toObjectId: company,
        associationTypes: [
          ...(company === primary ? [{ category: 'HUBSPOT_DEFINED', typeId: 5, label: 'Primary' }] : []),
          { category: 'HUBSPOT_DEFINED', typeId: 341, label: null },
        ],
      }));
      return to.length > 0 ? [{ from: { id }, to }] : [];
    });
    return { status: 200, body: { ...batch(), results } };
  };

  const companiesOf = (body: string): VendorAnswer => {
    const { inputs = [] } = parsedBody(body) as { inputs?: { id: string }[] };
    if (inputs.length > 100) return refusal(400, 'VALIDATION_ERROR', 'at most 100 inputs');
    return {
      status: 200,
      body: {
        ...batch(),
        results: inputs.flatMap(({ id }) => (companies.has(id) ? [{ id, properties: { name: companies.get(id) }, ...dated }] : [])),
      },
    };
  };

  const answer = (call: VendorCall): VendorAnswer => {
    const { method, query, headers, body } = call;
    const path = datedPath(call.path);
    const isRead = method === 'GET' || /\/(search|batch\/read)$/.test(path);
    if (!isRead) writes += 1;
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!/^pat-/.test(key)) return { status: 530, body: 'error code: 1016' };
    if (key !== serviceKey || isRevoked) return refusal(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
    const isSearch = path.endsWith('/search');
    if (isSearch && !maySearch()) return refusal(429, 'RATE_LIMITS', 'You have reached your secondly limit.', { policyName: 'SECONDLY' });
    if (!isSearch && !mayCall())
      return refusal(429, 'RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.', { policyName: 'TEN_SECONDLY_ROLLING' });
    const scope = scopesOf.find(([start]) => path.startsWith(start))?.[1];
    if (scope && !scopes.has(scope))
      return refusal(403, 'MISSING_SCOPES', 'This app hasn’t been granted all required scopes.', {
        errors: [{ message: 'One or more of the following scopes are required.', context: { requiredGranularScopes: [scope] } }],
      });
    if (path === `/account-info/${VERSION}/details`) return { status: 200, body: { portalId: PORTAL, ...account, ...portal } };
    if (path === `/crm/pipelines/${VERSION}/deals`)
      return { status: 200, body: { results: pipelines.filter(({ archived }) => !archived).map(shownPipeline) } };
    if (path === `/crm/owners/${VERSION}`) {
      const archived = query.get('archived') === 'true';
      const rows = owners
        .filter((owner) => (owner.archived ?? false) === archived)
        .map(({ email, ...owner }) => ({ type: 'PERSON', ...dated, ...owner, ...(email === null ? {} : { email }) }));
      return { status: 200, body: paged(rows, Number(query.get('after') ?? 0), Math.min(500, Number(query.get('limit') ?? 100))) };
    }
    if (path === `/crm/objects/${VERSION}/deals` && method === 'GET') return list(query);
    if (path === `/crm/objects/${VERSION}/deals/search`) return search(body);
    if (path === `/crm/associations/${VERSION}/deals/companies/batch/read`) return associations(body);
    if (path === `/crm/objects/${VERSION}/companies/batch/read`) return companiesOf(body);
    return refusal(404, 'OBJECT_NOT_FOUND', 'resource not found');
  };

  const vendor = await startVendor(answer, { now, spec: hubspotSpec, ...(port === undefined ? {} : { port }) });
  return {
    ...vendor,
    portal,
    deals,
    owners,
    pipelines,
    companies,
    serviceKey,
    scopes,
    writes: () => writes,
    revoke: (revoked = true) => {
      isRevoked = revoked;
    },
  };
};
