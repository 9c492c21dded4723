import { xero as t } from '../../../contract/messages/xero.ts';
import { type Connected, type Connector, type Info, refuseTyped, type SyncPage } from '../../domain/connections/connector.ts';
import { MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { setupOf } from '../http/oauth.ts';
import { readSuffix } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { type XeroVendor, xeroVendor } from './vendor.ts';
import { disconnect, ownTenant, PAGE_ROWS, pageOf, type Tenant, tenants } from './xeroApi.ts';
import { entities } from './xeroMoney.ts';

/** A row may be reported later than the moment at which it was written. */
const OVERLAP_MS = 2 * MINUTE;

/** `entity` and `page` are read next; changes are read from `since`, null at first, and by the run after this one from `next`. */
type Checkpoint = Readonly<{ v: 1; since: string | null; next: string | null; entity: number; page: number }>;
const START: Checkpoint = { v: 1, since: null, next: null, entity: 0, page: 1 };

const infoOf = ({ tenantId, tenantName }: Tenant): Info => ({ account: tenantId, name: tenantName });

/** The id of the sign-in that an access token (a JWT) came from. */
const authEventOf = (access: string): string | undefined => {
  const claims: unknown = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString() || '{}');
  const { authentication_event_id: id } = claims as Record<string, unknown>;
  return typeof id === 'string' ? id : undefined;
};

/** Entity by entity, page by page: at first everything, then what changed. */
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

/** Xero: sales invoices, credit notes, and the money for both. Nothing is ever written there. */
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
    // A refresh token that is not used for 60 days expires.
    keepAlive: async (connected) => void (await ownTenant(vendor, connected)),
    disconnect: (connected) => disconnect(vendor, connected),
    view: ({ suffix }) => ({ invoice_suffix: suffix, sync_invoices: true, sync_payments: true, sync_customers: true }),
  };
};
