import { xero as t } from '../../../contract/messages/xero.ts';
import { type Connected, type Connector, type Info, type SyncPage, throwFormProblem } from '../../domain/connections/connector.ts';
import { MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { textOf } from '../answers.ts';
import { claimsIn, setupOf } from '../http/oauth.ts';
import { type ListPosition, readLists } from '../reading.ts';
import { readSuffix } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { type XeroVendor, xeroVendor } from './vendor.ts';
import { disconnect, readTenant, readTenants, readXeroPage, type Tenant, XERO_PAGE_ROWS } from './xeroApi.ts';
import { type XeroList, xeroListOf, xeroLists } from './xeroMoney.ts';

/** A row may be reported later than it was written. */
const OVERLAP_MS = 2 * MINUTE;

const FIRST_LIST = xeroLists[0].name;
const lists = xeroLists.map(({ name }) => name);
/** `list` and the page `after` are read next; this run reads changes from `since`, null at first, and the next run from `next`. */
type Checkpoint = Readonly<{ since: string | null; next?: string | null }> & Partial<ListPosition<XeroList['name']>>;

const infoOf = ({ tenantId, tenantName }: Tenant): Info => ({ account: tenantId, name: tenantName });

/** The id of the sign-in that issued an access token. */
const authEventOf = (access: string): string | undefined => textOf(claimsIn(access).authentication_event_id) ?? undefined;

/** Reads entity by entity and page by page: first everything, later only changes. */
async function* sync(vendor: XeroVendor, connected: Connected, checkpoint: Checkpoint | null): AsyncGenerator<SyncPage> {
  const { since = null, list = FIRST_LIST, after = null } = checkpoint ?? {};
  let next = checkpoint?.next ?? null;
  const readPage = async ({ list: name, after: page }: ListPosition<XeroList['name']>) => {
    const number = Number(page ?? 1);
    const { facts, rows, time } = await readXeroPage(vendor, connected, xeroListOf(name), number, since);
    next ??= plusMs(time, -OVERLAP_MS).toISOString();
    return { facts, after: rows < XERO_PAGE_ROWS ? null : String(number + 1) };
  };
  for await (const { facts, next: position } of readLists(connected, lists, { list, after }, readPage))
    yield { facts, checkpoint: position ? { since, next, ...position } : { since: next } };
}

/** Xero: sales invoices, credit notes, and their payments. Read-only. */
export const xeroConnector = (vendors: Vendors): Connector => {
  const vendor = xeroVendor(vendors);
  return {
    kind: 'xero',
    brings: 'invoices',
    setup: () => setupOf(vendor, t.setup, vendors.standIn('xero')),
    read: (form) => readSuffix('xero', form),
    signIn: {
      authorizeUrl: vendor.oauth.authorizeUrl,
      exchange: async (connected, code, state) => {
        const { access } = await vendor.oauth.exchangeCode(connected, code, state);
        const [tenant, ...otherTenants] = await readTenants(vendor, connected, authEventOf(access));
        return tenant && otherTenants.length === 0 ? infoOf(tenant) : throwFormProblem({ invoice_suffix: t.oneOrganization });
      },
    },
    test: async (connected) => {
      const tenant = await readTenant(vendor, connected);
      for (const entity of xeroLists) await readXeroPage(vendor, connected, entity, 1, null, 1);
      return infoOf(tenant);
    },
    sync: (connected, checkpoint) => sync(vendor, connected, checkpoint as Checkpoint | null),
    // A refresh token expires after 60 days without use.
    keepAlive: async (connected) => void (await readTenant(vendor, connected)),
    disconnect: (connected) => disconnect(vendor, connected),
    view: ({ suffix }) => ({ invoice_suffix: suffix, sync_invoices: true, sync_payments: true, sync_customers: true }),
  };
};
