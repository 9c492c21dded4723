import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../soak/support/server.ts';
import { startHubspot } from '../../tests/stand-ins/hubspot/hubspot.ts';
import { startMercury } from '../../tests/stand-ins/mercury/mercury.ts';
import { startQuickBooks } from '../../tests/stand-ins/quickbooks/index.ts';
import { type Cell, startSheets } from '../../tests/stand-ins/sheets/sheets.ts';

/** A filled stand-in and the settings to connect to it. `pass` waits or advances its clock before the repeat. */
export type Source = Readonly<{
  env: Readonly<Record<string, string>>;
  form: object;
  signIn?: (begun: Readonly<{ auth_url: string }>, call: (path: string) => Promise<Answer>) => Promise<unknown>;
  pass?: () => unknown;
  close: () => Promise<unknown>;
}>;

const dayOf = (index: number): string => new Date(Date.UTC(2026, 0, 1 + (index % 360))).toISOString().slice(0, 10);

/** A year of programs, many on each day. */
export const fillSheet = async (count: number): Promise<Source> => {
  const google = await startSheets();
  const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
  const header: Cell[] = [
    'Event ID',
    'Customer',
    'Program',
    'Activity Type',
    'Date',
    'Start Time',
    'End Time',
    'Time Zone',
    'Reviewed',
    'Sales Person',
  ];
  const time = (hour: number): Cell => ({ raw: hour / 24, shown: `${hour}:00` });
  const rows = Array.from({ length: count }, (_, index): Cell[] => {
    const day = dayOf(index);
    const date = { raw: Date.parse(day) / 86_400_000 + 25_569, shown: day };
    return [
      `EV-${index}`,
      `Library ${index % 400}`,
      'Python',
      'Python',
      date,
      time(9 + (index % 8)),
      time(10 + (index % 8)),
      'AZ',
      'No',
      'Sam Seller',
    ];
  });
  const tabs = [{ title: 'Schedule', sheetId: 7, rows: [header, ...rows] }];
  google.books.set(id, { id, timeZone: 'America/Phoenix', locale: 'en_US', sharedWith: new Set([google.clientEmail]), tabs });
  return {
    env: { SHEETS_API_URL: google.url, SHEETS_TOKEN_URL: google.url },
    form: {
      name: 'Schedule',
      service_account_credentials: google.credentials,
      spreadsheet_id: id,
      sheet_name: 'Schedule',
      type: 'schedule',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
    },
    // The first sync used up most of the burst limit.
    pass: () => pause(25_000),
    close: google.close,
  };
};

/** Deals with one owner in one pipeline, each for a different company. */
export const fillCrm = async (count: number): Promise<Source> => {
  const crm = await startHubspot();
  crm.owners.push({ id: '1', email: 'sam@example.test', firstName: 'Sam', lastName: 'Seller' });
  const stage = (id: string, displayOrder: number, probability: string, isClosed = 'false') => ({
    id,
    label: `Stage ${id}`,
    displayOrder,
    metadata: { probability, isClosed },
  });
  const stages = [stage('s1', 0, '0.2'), stage('s2', 1, '0.6'), stage('won', 2, '1.0', 'true')];
  crm.pipelines.push({ id: 'p', label: 'Sales', displayOrder: 0, stages });
  for (let index = 0; index < 300; index += 1) crm.companies.set(String(900 + index), `Library ${index}`);
  for (let index = 0; index < count; index += 1) {
    const id = String(10_000 + index);
    const dealstage = stages[index % 3]?.id ?? 's1';
    const properties = {
      dealname: `Deal ${index}`,
      amount: String(100 + (index % 977)),
      closedate: `${dayOf(index)}T07:00:00Z`,
      dealstage,
      pipeline: 'p',
    };
    const companies = [String(900 + (index % 300))];
    crm.deals.set(id, { id, updatedAt: Date.now() - 86_400_000, properties: { ...properties, hubspot_owner_id: '1' }, companies });
  }
  return { env: { HUBSPOT_API_URL: crm.url }, form: { name: 'CRM', service_key: crm.serviceKey }, close: crm.close };
};

/** Recent transactions, all of which a repeat reads again. */
export const fillBank = async (count: number): Promise<Source> => {
  const bank = await startMercury();
  const account = bank.addAccount();
  for (let index = count; index > 0; index -= 1)
    bank.add({ accountId: account.id, amount: 1 + (index % 977), createdAt: new Date(Date.now() - index * 60_000).toISOString() });
  return { env: { MERCURY_API_URL: bank.apiUrl }, form: { name: 'Bank', token_string: bank.token() }, close: bank.close };
};

const REALM = '4620816365000000001';
/** As many sellers as `bench -- import` uses. */
export const sellers = Array.from({ length: 40 }, (_, index) => `seller${index}@example.test`);

export const fillBooks = async (count: number): Promise<Source> => {
  const books = await startQuickBooks();
  const company = books.company(REALM, 'Acme Books');
  for (let index = 0; index < 500; index += 1)
    company.put('Customer', { Id: String(1 + index), DisplayName: `Library ${index}`, Active: true });
  for (let index = 0; index < count; index += 1) {
    const Id = String(1000 + index);
    const TotalAmt = 100 + (index % 977);
    const common = {
      TxnDate: dayOf(index),
      CustomerRef: { value: String(1 + (index % 500)), name: `Library ${index % 500}` },
      CurrencyRef: { value: 'USD' },
      TotalAmt,
    };
    const Line = [
      { Amount: TotalAmt, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '1', name: 'Program' } } },
    ];
    const CustomField = [{ Name: 'Sales Rep', StringValue: sellers[index % sellers.length] ?? '' }];
    company.put('Invoice', { Id, DocNumber: `N${index}`, Line, CustomField, ...common });
    const paid = [{ Amount: TotalAmt, LinkedTxn: [{ TxnId: Id, TxnType: 'Invoice' }] }];
    if (index % 10 !== 9) company.put('Payment', { Id: String(1_000_000 + index), Line: paid, ...common });
  }
  // Moves the clock past the window in which QuickBooks reports new changes again, since a year of books wasn't created just now.
  books.advance(3 * 60_000);
  return {
    env: books.env,
    form: { invoice_suffix: 'ABC' },
    signIn: ({ auth_url }, call) => {
      const state = new URL(auth_url).searchParams.get('state') ?? '';
      const back = new URLSearchParams({ state, code: books.codeFor(REALM), realmId: REALM });
      return call(`/integrations/quickbooks/callback?${back}`);
    },
    // QuickBooks reports a change again for two minutes after it was made.
    pass: () => books.advance(3 * 60_000),
    close: books.close,
  };
};
