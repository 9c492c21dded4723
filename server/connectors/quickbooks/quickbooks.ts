import { messages } from '../../../contract/messages.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { Connected, Connector, Info } from '../../domain/connections/connector.ts';
import { setupOf } from '../http/oauth.ts';
import { createBodySignatureCheck } from '../signatures.ts';
import { readSuffix } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { get } from './api.ts';
import { companiesIn } from './deliveries.ts';
import { syncQuickBooks } from './sync.ts';
import { type QuickBooksVendor, quickbooksVendor } from './vendor.ts';

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

/** The company's own data (spec 3.15). */
const companyInfo = (vendor: QuickBooksVendor, connected: Connected): Promise<Info> => {
  const realm = connected.connection.external_account ?? '';
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

/** QuickBooks Online: companies with their customers, invoices, credit memos and payments; read-only. */
export const quickbooksConnector = (vendors: Vendors): Connector => {
  const vendor = quickbooksVendor(vendors);
  return {
    kind: 'quickbooks',
    brings: 'invoices',
    setup: () => setupOf(vendor, messages.connections.quickbooksSetup, vendors.standIn('quickbooks')),
    // The company's own name follows once it is connected.
    read: (form) => readSuffix('quickbooks', form),
    signIn: {
      authorizeUrl: vendor.oauth.authorizeUrl,
      accountIn: ({ realmId = '' }) => (/^\d{5,25}$/.test(realmId) ? realmId : null),
      exchange: async (connected, code, state) => {
        const { hard_until } = await vendor.oauth.exchangeCode(connected, code, state);
        const info = await companyInfo(vendor, connected);
        return { ...info, settings: { ...info.settings, expires_at: hard_until } };
      },
    },
    test: (connected) => companyInfo(vendor, connected),
    sync: (connected, checkpoint) => syncQuickBooks(vendor, connected, checkpoint),
    keepAlive: async (connected) => void (await companyInfo(vendor, connected)),
    receive: ({ external_account }, body) => external_account !== null && companiesIn(body).includes(external_account),
    webhookToken: vendor.webhookToken || null,
    isSigned: createBodySignatureCheck('intuit-signature'),
    disconnect: vendor.oauth.revoke,
    view,
  };
};
