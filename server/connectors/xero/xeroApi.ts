import { xero as t } from '../../../contract/messages/xero.ts';
import { fill } from '../../../contract/messages.ts';
import { ConnectionProblem, type Refusal } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';
import type { Call } from '../../domain/connections/outgoing.ts';
import { MINUTE } from '../../domain/shared/clock.ts';
import { answerRowsOf, idOf, recordOf } from '../answers.ts';
import type { XeroVendor } from './vendor.ts';
import { factsIn, instantOf, type XeroList } from './xeroMoney.ts';

/** Xero allows 60 calls per minute and five at once for each organization. */
const rules = [{ name: 'minute', limit: 55, periodMs: MINUTE, burst: 15 }];
const limits = { headersMs: 60_000, totalMs: 120_000, bytes: 60_000_000 };
export const XERO_PAGE_ROWS = 100;

/** Only `Detail` distinguishes a missing organization or scope from other refusals. */
const classify =
  (name: string) =>
  (status: number, text: string): Refusal | null => {
    if (status === 403 && text.includes('AuthenticationUnsuccessful'))
      return { kind: 'auth_expired', message: fill(t.disconnected, { name }) };
    const isScope = status === 401 && text.includes('AuthorizationUnsuccessful');
    return isScope ? { kind: 'permission', message: fill(t.missingScopes, { name }) } : null;
  };

const send = <T>({ apiUrl, oauth }: XeroVendor, connected: Connected, call: Call, read: (body: unknown) => T): Promise<T> => {
  const options = { baseUrl: apiUrl, rules, limits, classify: classify(connected.connection.name) };
  return oauth.json(connected, () => options, call, read);
};

/** An organization that the signed-in user connected. `id` is the id of that connection. */
export type Tenant = Readonly<{ id: string; tenantId: string; tenantName: string }>;
/** @param authEventId of one sign-in; if omitted, all organizations of the user and this app */
export const readTenants = (vendor: XeroVendor, connected: Connected, authEventId?: string): Promise<Tenant[]> =>
  send(vendor, connected, { path: 'connections', ...(authEventId ? { query: { authEventId } } : {}) }, (body) =>
    answerRowsOf(body).flatMap(({ id, tenantId, tenantName, tenantType }) =>
      tenantType === 'ORGANISATION' ? [{ id: idOf(id), tenantId: idOf(tenantId), tenantName: idOf(tenantName) }] : [],
    ),
  );
/**
 * The connection's organization.
 * @throws ConnectionProblem if somebody disconnected it in Xero
 */
export const readTenant = async (vendor: XeroVendor, connected: Connected): Promise<Tenant> => {
  const { external_account, name } = connected.connection;
  const tenant = (await readTenants(vendor, connected)).find(({ tenantId }) => tenantId === external_account);
  if (!tenant) throw new ConnectionProblem('auth_expired', name, undefined, fill(t.disconnected, { name }));
  return tenant;
};
/** Disconnects one organization; revoking the token would disconnect all organizations of the user. */
export const disconnect = async (vendor: XeroVendor, connected: Connected): Promise<void> => {
  const { id } = await readTenant(vendor, connected);
  await send(vendor, connected, { method: 'DELETE', path: `connections/${id}` }, () => null);
};

/**
 * One page of an entity, with the vendor's own time. Pages are sorted by id, so that a row that changes while they are read does
 * not move another row to a different page.
 * @param since the earliest change to read; null for everything
 */
export const readXeroPage = (
  vendor: XeroVendor,
  connected: Connected,
  entity: XeroList,
  page: number,
  since: string | null,
  rows = XERO_PAGE_ROWS,
) => {
  const query = { page: String(page), pageSize: String(rows), order: `${entity.id} ASC`, ...entity.query };
  const tenant = { 'xero-tenant-id': connected.connection.external_account ?? '' };
  const headers = since === null ? tenant : { ...tenant, 'if-modified-since': since };
  return send(vendor, connected, { path: `api.xro/2.0/${entity.name}`, query, headers }, (body) => ({
    ...factsIn(entity, body),
    time: instantOf(recordOf(body).DateTimeUTC),
  }));
};
