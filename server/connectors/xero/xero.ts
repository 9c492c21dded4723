import { xero as t } from '../../../contract/messages/xero.ts';
import { type Connected, type Connector, type Info, refuseTyped, type SyncPage } from '../../domain/connections/connector.ts';
import { MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { setupOf } from '../http/oauth.ts';
import { readSuffix } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { type XeroVendor, xeroVendor } from './vendor.ts';
import { disconnect, ownTenant, PAGE_ROWS, pageOf, type Tenant, tenants } from './xeroApi.ts';
import { entities } from './xeroMoney.ts';

/** A row may be reported later than it was written. */
const OVERLAP_MS = 2 * MINUTE;

/** `entity` and `page` are read next; this run reads changes from `since`, null at first, and the next run from `next`. */
type Checkpoint = Readonly<{ v: 1; since: string | null; next: string | null; entity: number; page: number }>;
const START: Checkpoint = { v: 1, since: null, next: null, entity: 0, page: 1 };

const infoOf = ({ tenantId, tenantName }: Tenant): Info => ({ account: tenantId, name: tenantName });

/** The id of the sign-in that issued an access token (a JWT). */
const authEventOf = (access: string): string | undefined => {
  const claims: unknown = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString() || '{}');
  const { authentication_event_id: id } = claims as Record<string, unknown>;
  return typeof id === 'string' ? id : undefined;
};

/** Reads entity by entity and page by page: first everything, later only changes. */
async function* sync(vendor: XeroVendor, connected: Connected, kept: unknown): AsyncGenerator<SyncPage> {
  let at = (kept as Checkpoint | null) ?? START;
  for (let entity = entities[at.entity]; entity; entity = entities[at.entity]) {
    connected.signal?.throwIfAborted();
    const { facts, rows, time } = await pageOf(vendor, connected, entity, at.page, at.since);
    const next = at.next ?? plusMs(time, -OVERLAP_MS).toISOString();
    at = { ...at, next, ...(rows < PAGE_ROWS ? { entity: at.entity + 1, page: 1 } : { page: at.page + 1 }) };
    yield { facts, checkpoint: at.entity === entities.length ? { ...START, since: next } : at };
  }
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
        const [tenant, ...others] = await tenants(vendor, connected, authEventOf(access));
        return tenant && others.length === 0 ? infoOf(tenant) : refuseTyped({ invoice_suffix: t.oneOrganisation });
      },
    },
    test: async (connected) => {
      const tenant = await ownTenant(vendor, connected);
      for (const entity of entities) await pageOf(vendor, connected, entity, 1, null, 1);
      return infoOf(tenant);
    },
    sync: (connected, checkpoint) => sync(vendor, connected, checkpoint),
    // A refresh token expires after 60 days without use.
    keepAlive: async (connected) => void (await ownTenant(vendor, connected)),
    disconnect: (connected) => disconnect(vendor, connected),
    view: ({ suffix }) => ({ invoice_suffix: suffix, sync_invoices: true, sync_payments: true, sync_customers: true }),
  };
};
