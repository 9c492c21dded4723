import { fill, messages } from '../../../contract/messages.ts';
import { isZone } from '../../../contract/rules/time/zones.ts';
import type { Refusal } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';
import type { CrmStage } from '../../domain/connections/facts.ts';
import type { Call } from '../../domain/connections/outgoing.ts';
import { bearerOf } from '../http/keyedCalls.ts';
import { type CrmOwner, crmOwnersOf, DEAL_PROPERTIES, stagesOf } from './hubspotDeals.ts';

const t = messages.hubspot;
/** The vendor's dated API version; newer ones differ in the paths only. */
const VERSION = '2026-09';
const DEALS = `crm/objects/${VERSION}/deals`;
/** HubSpot allows 190 calls in ten seconds and five searches per second. */
const rules = [{ name: 'calls', limit: 180, periodMs: 10_000, burst: 90 }];
const searchRules = [{ name: 'searches', limit: 4, periodMs: 1000, burst: 2 }];
const RATE_LIMITED_MS = 10_000;
const PAGE = 100;
export const CHANGES_PER_PAGE = 200;
const MAX_INPUTS = 1000;
const MAX_COMPANIES = 100;

type Body = Readonly<Record<string, unknown>>;
const record = (value: unknown): Body => {
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  return value as Body;
};
const listOf = (value: unknown): Body[] => {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value.map(record);
};
/** `currency`: for deals without one; `zone`: the portal's time zone; null if not given. */
export type Portal = Readonly<{ id: string; currency: string | null; zone: string | null }>;
/** Association type of a deal's primary company. */
const PRIMARY_COMPANY = 5;
const isPrimary = ({ associationTypes }: Body): boolean =>
  Array.isArray(associationTypes) &&
  associationTypes.some((type) => record(type).typeId === PRIMARY_COMPANY && record(type).category === 'HUBSPOT_DEFINED');
export type CrmDealPage = Readonly<{ deals: readonly unknown[]; after: string | null }>;
const pageOf = (body: unknown): CrmDealPage => {
  const { results, paging } = record(body);
  const next = paging === undefined ? undefined : record(paging).next;
  return { deals: listOf(results), after: next === undefined ? null : String(record(next).after) };
};

/** Scopes named anywhere in a refusal. */
const scopesIn = (body: string): string[] => [...new Set(body.match(/\b(?:crm|oauth|account-info)(?:\.[a-z_]+){1,4}\b/g) ?? [])];
const chunk = <T>(associations: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(associations.length / size) }, (_, index) => associations.slice(index * size, (index + 1) * size));

/** HubSpot, read-only (decisions 2.17). */
export const hubspotApi = (connected: Connected, { apiUrl }: Readonly<{ apiUrl: string }>) => {
  const { connection, outgoing, signal } = connected;
  const toRefusal = (kind: Refusal['kind'], message: string, values: Readonly<Record<string, string>> = {}): Refusal => ({
    kind,
    message: fill(message, { name: connection.name, ...values }),
  });
  const classify = (status: number, body: string): Refusal | null => {
    if (status === 401) return toRefusal('auth_expired', t.keyRefused);
    if (status === 530) return toRefusal('auth_expired', t.keyMalformed);
    if (status === 403 && body.includes('MISSING_SCOPES'))
      return toRefusal('permission', t.missingScopes, { scopes: scopesIn(body).join(', ') || '?' });
    // Temporarily locked, or moving to another data center: both recover on their own.
    return status === 423 || status === 477 ? { kind: 'upstream_down' } : null;
  };
  const callDefaults = { baseUrl: apiUrl, classify, rateLimitedMs: RATE_LIMITED_MS };
  const api = outgoing({ ...callDefaults, rules });
  const searchApi = outgoing({ ...callDefaults, rules: searchRules, rateLimitedMs: 1000 });

  const headers = async () => ({ ...(await bearerOf(connected, 'service_key')), 'content-type': 'application/json' });
  const callOptions = signal ? { signal } : {};
  const get = async <T>(path: string, query: Readonly<Record<string, string>>, read: (body: unknown, headers: Headers) => T): Promise<T> =>
    api.json({ path, query, headers: await headers(), ...callOptions }, read);
  const post = async <T>(caller: typeof api, path: string, body: object, read: (body: unknown) => T): Promise<T> => {
    const call: Call = { method: 'POST', path, body: JSON.stringify(body), headers: await headers(), repeatable: true, ...callOptions };
    return caller.json(call, read);
  };

  const owners = async (archived: boolean): Promise<[string, CrmOwner][]> => {
    const ownersById: [string, CrmOwner][] = [];
    for (let after: string | null = null; ; ) {
      const query = { limit: '500', archived: String(archived), ...(after === null ? {} : { after }) };
      const page: Readonly<{ rows: [string, CrmOwner][]; after: string | null }> = await get(`crm/owners/${VERSION}`, query, (body) => ({
        rows: crmOwnersOf(body),
        after: pageOf(body).after,
      }));
      ownersById.push(...page.rows);
      after = page.after;
      if (after === null) return ownersById;
    }
  };

  return {
    portal: (): Promise<Portal> =>
      get(`account-info/${VERSION}/details`, {}, (body) => {
        const { portalId, companyCurrency, timeZone } = record(body);
        return {
          id: String(portalId),
          currency: typeof companyCurrency === 'string' ? companyCurrency : null,
          zone: typeof timeZone === 'string' && isZone(timeZone) ? timeZone : null,
        };
      }),
    /** `at`: the response time by the vendor's clock, which also dates its changes; null if missing. */
    stages: (): Promise<Readonly<{ stages: CrmStage[]; at: Date | null }>> =>
      get(`crm/pipelines/${VERSION}/deals`, {}, (body, responseHeaders) => {
        const dateMs = Date.parse(responseHeaders.get('date') ?? '');
        return { stages: stagesOf(body), at: Number.isNaN(dateMs) ? null : new Date(dateMs) };
      }),
    /** Includes archived owners, because old deals name them. */
    owners: async (): Promise<ReadonlyMap<string, CrmOwner>> => new Map([...(await owners(true)), ...(await owners(false))]),
    /** From the list endpoint, which returns every deal. */
    deals: (after: string | null, archived = false): Promise<CrmDealPage> => {
      const query = { limit: String(PAGE), archived: String(archived), properties: DEAL_PROPERTIES.join(','), ...(after ? { after } : {}) };
      return get(DEALS, query, pageOf);
    },
    /**
     * Deals changed from `since` to `until`, in id order after `lastId`: a search returns at most 10,000, and thousands may share one
     * instant, so neither pages nor instants can mark where to continue.
     */
    changed: (since: string, until: string, lastId: string): Promise<readonly unknown[]> => {
      const filters = [
        { propertyName: 'hs_lastmodifieddate', operator: 'GTE', value: String(Date.parse(since)) },
        { propertyName: 'hs_lastmodifieddate', operator: 'LTE', value: String(Date.parse(until)) },
        { propertyName: 'hs_object_id', operator: 'GT', value: lastId },
      ];
      const sorts = [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }];
      const body = { filterGroups: [{ filters }], sorts, properties: DEAL_PROPERTIES, limit: CHANGES_PER_PAGE, after: '0' };
      return post(searchApi, `${DEALS}/search`, body, (response) => pageOf(response).deals);
    },
    /** Company names by deal id, the primary company or else the first, in batches. */
    companies: async (dealIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const companyOf = new Map<string, string>();
      for (const ids of chunk(dealIds, MAX_INPUTS))
        await post(api, `crm/associations/${VERSION}/deals/companies/batch/read`, { inputs: ids.map((id) => ({ id })) }, (body) => {
          for (const { from, to } of listOf(record(body).results)) {
            const associations = listOf(to);
            const primary = associations.find(isPrimary) ?? associations[0];
            if (primary) companyOf.set(String(record(from).id), String(primary.toObjectId));
          }
        });
      const names = new Map<string, string>();
      for (const ids of chunk([...new Set(companyOf.values())], MAX_COMPANIES))
        await post(
          api,
          `crm/objects/${VERSION}/companies/batch/read`,
          { inputs: ids.map((id) => ({ id })), properties: ['name'], propertiesWithHistory: [] },
          (body) => {
            for (const { id, properties } of listOf(record(body).results)) {
              const { name } = record(properties);
              if (typeof name === 'string' && name.trim() !== '') names.set(String(id), name.trim());
            }
          },
        );
      return new Map([...companyOf].flatMap(([deal, company]) => (names.has(company) ? [[deal, names.get(company) ?? '']] : [])));
    },
  };
};
