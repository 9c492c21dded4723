import { messages } from '../../../contract/messages.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { Connected, Connector, Info } from '../connector.ts';
import type { Vendors } from '../vendors.ts';
import { get } from './api.ts';
import { companiesIn } from './deliveries.ts';
import { exchangeCode, revoke } from './oauth.ts';
import { syncQuickBooks } from './sync.ts';

const CALLBACK = '/api/v1/integrations/quickbooks/callback';
const SCOPE = 'com.intuit.quickbooks.accounting';

type Address = Readonly<Record<string, string | undefined>>;
const addressText = (address: Address | undefined): string | null => {
  const { Line1, Line2, City, CountrySubDivisionCode, PostalCode } = address ?? {};
  const parts = [Line1, Line2, City, [CountrySubDivisionCode, PostalCode].filter(Boolean).join(' ')].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : null;
};

type Company = Readonly<{
  CompanyName?: string;
  LegalName?: string;
  CompanyAddr?: Address;
  PrimaryPhone?: Readonly<{ FreeFormNumber?: string }>;
  Email?: Readonly<{ Address?: string }>;
  WebAddr?: Readonly<{ URI?: string }>;
}>;

/** What the company says of itself (spec 3.15). */
const companyInfo = (vendor: Vendors['quickbooks'], connected: Connected): Promise<Info> => {
  const realm = connected.connection.external_account ?? String(connected.connection.settings.realm_id ?? '');
  return get(vendor, connected, `companyinfo/${realm}`, {}, (body) => {
    const info = (body as { CompanyInfo?: Company }).CompanyInfo;
    if (!info?.CompanyName) throw new Error('no company');
    return {
      account: realm,
      name: info.CompanyName,
      settings: {
        company_name: info.CompanyName,
        legal_name: info.LegalName ?? null,
        contact_email: info.Email?.Address ?? null,
        phone: info.PrimaryPhone?.FreeFormNumber ?? null,
        website: info.WebAddr?.URI ?? null,
        address: addressText(info.CompanyAddr),
      },
    };
  });
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const view = ({ settings, suffix, external_account }: ConnectionRow) => ({
  company_name: textOf(settings.company_name),
  legal_name: textOf(settings.legal_name),
  realm_id: external_account,
  invoice_suffix: suffix,
  contact_email: textOf(settings.contact_email),
  phone: textOf(settings.phone),
  website: textOf(settings.website),
  address: textOf(settings.address),
  expires_at: textOf(settings.expires_at),
  sync_invoices: true,
  sync_payments: true,
  sync_customers: true,
  settings: { not_revenue: settings.not_revenue ?? [], person_by_class: settings.person_by_class === true },
});

/** Where the vendor's page comes back to; null where nobody said how people reach this server. */
export const redirectOf = ({ publicUrl }: Vendors): string | null => (publicUrl === null ? null : `${publicUrl}${CALLBACK}`);

/** QuickBooks Online: companies with their customers, invoices, credit memos and payments; nothing is ever written there. */
export const quickbooksConnector = (vendors: Vendors): Connector => {
  const vendor = vendors.quickbooks;
  const redirect = redirectOf(vendors);
  const isConfigured = vendor.clientId !== '' && vendor.clientSecret !== '' && redirect !== null;
  return {
    kind: 'quickbooks',
    setup: () => ({
      configured: isConfigured,
      message: isConfigured ? null : messages.connections.quickbooksSetup,
      redirect_url: redirect,
      values: vendors.standIns.quickbooks ?? null,
    }),
    authorizeUrl: (state) => {
      const url = new URL(vendor.authorizeUrl);
      const asked = { client_id: vendor.clientId, redirect_uri: redirect ?? '', response_type: 'code', scope: SCOPE, state };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    signIn: async (connected, code) => {
      const { hard_until } = await exchangeCode(vendor, connected, code, redirect ?? '');
      const info = await companyInfo(vendor, connected);
      return { ...info, settings: { ...info.settings, expires_at: hard_until } };
    },
    test: (connected) => companyInfo(vendor, connected),
    sync: (connected, checkpoint) => syncQuickBooks(vendor, connected, checkpoint),
    keepAlive: async (connected) => void (await companyInfo(vendor, connected)),
    receive: ({ external_account }, body) => external_account !== null && companiesIn(body).includes(external_account),
    webhookToken: vendor.webhookToken || null,
    disconnect: (connected) => revoke(vendor, connected),
    view,
  };
};
