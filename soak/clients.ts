/**
 * The vendors' own clients against our stand-ins: node-quickbooks, intuit-oauth, @hubspot/api-client and @googleapis/sheets sign in, list,
 * query and page as they do against the real service. The first run installs them in soak/clients. `npm run soak -- clients`
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readServiceAccount, type ServiceAccount, signAssertion } from '../server/connectors/sheets/credentials.ts';
import { startHubspot } from '../tests/stand-ins/hubspot/hubspot.ts';
import { CLIENT_ID, CLIENT_SECRET, startQuickBooks } from '../tests/stand-ins/quickbooks/index.ts';
import { startSheets } from '../tests/stand-ins/sheets/sheets.ts';

const home = fileURLToPath(new URL('./clients', import.meta.url));
if (!existsSync(`${home}/node_modules`))
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home, stdio: 'inherit' });
// biome-ignore lint/suspicious/noExplicitAny: some of the vendors' clients have no types
const load: (name: string) => any = createRequire(`${home}/package.json`);

let [passed, failed] = [0, 0];
const expect = async (label: string, ask: () => Promise<unknown>, expected: unknown): Promise<void> => {
  try {
    const actual = await ask();
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      throw new Error(`${JSON.stringify(actual)}, wanted ${JSON.stringify(expected)}`);
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`${label}: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
  }
};

const REALM = '4620816365000000001';
const quickbooks = async (): Promise<void> => {
  const vendor = await startQuickBooks({ limits: false });
  const company = vendor.company(REALM, 'Acme Books');
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
  for (let id = 10; id < 15; id += 1)
    company.put('Invoice', {
      Id: String(id),
      DocNumber: `N${id}`,
      TxnDate: `2026-11-${id}`,
      TotalAmt: id * 10,
      CustomerRef: { value: '1' },
    });
  company.put('Payment', { Id: '50', TotalAmt: 100, Line: [{ Amount: 100, LinkedTxn: [{ TxnId: '10', TxnType: 'Invoice' }] }] });

  const OAuthClient = load('intuit-oauth');
  OAuthClient.tokenEndpoint = `${vendor.url}/oauth2/v1/tokens/bearer`;
  const redirectUri = 'http://127.0.0.1/callback';
  const oauth = new OAuthClient({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, environment: 'sandbox', redirectUri });
  const back = new URLSearchParams({ code: vendor.codeFor(REALM), realmId: REALM, state: 's' });
  type Token = { access_token: string; refresh_token: string; token_type: string };
  const typeOf = async (answer: Promise<{ getToken: () => Token }>): Promise<string> => (await answer).getToken().token_type;
  await expect('intuit-oauth createToken', () => typeOf(oauth.createToken(`${redirectUri}?${back}`)), 'bearer');
  await expect('intuit-oauth refresh', () => typeOf(oauth.refresh()), 'bearer');

  const token: Token = oauth.getToken();
  const QuickBooks = load('node-quickbooks');
  QuickBooks.V3_ENDPOINT_BASE_URL = `${vendor.url}/v3/company/`;
  const client = new QuickBooks(CLIENT_ID, CLIENT_SECRET, token.access_token, false, REALM, true, false, null, '2.0', token.refresh_token);
  const call = <T>(method: string, args: readonly unknown[], read: (body: Record<string, Record<string, unknown>>) => T): Promise<T> =>
    new Promise((resolve, reject) => {
      client[method](...args, (error: unknown, body: Record<string, Record<string, unknown>>) =>
        error ? reject(error) : resolve(read(body)),
      );
    });
  const ids = (body: Record<string, Record<string, unknown>>): unknown =>
    ((body.QueryResponse?.Invoice ?? []) as { Id: string }[]).map(({ Id }) => Id);
  await expect(
    'getCompanyInfo',
    () => call('getCompanyInfo', [REALM], (body) => (body as Record<string, unknown>).CompanyName),
    'Acme Books',
  );
  await expect('getInvoice', () => call('getInvoice', ['10'], (body) => (body as Record<string, unknown>).DocNumber), 'N10');
  await expect('findInvoices', () => call('findInvoices', [{}], ids), ['10', '11', '12', '13', '14']);
  await expect('findInvoices by a value', () => call('findInvoices', [{ DocNumber: 'N12' }], ids), ['12']);
  await expect('findInvoices in descending order, paged', () => call('findInvoices', [{ desc: 'TxnDate', limit: 2, offset: 2 }], ids), [
    '13',
    '12',
  ]);
  await expect('findInvoices by an amount', () => call('findInvoices', [[{ field: 'TotalAmt', value: '120', operator: '>' }]], ids), [
    '13',
    '14',
  ]);
  await expect('findInvoices by a part', () => call('findInvoices', [[{ field: 'DocNumber', value: 'N1%', operator: 'LIKE' }]], ids), [
    '10',
    '11',
    '12',
    '13',
    '14',
  ]);
  await expect('findInvoices of some ids', () => call('findInvoices', [[{ field: 'Id', value: ['11', '12'], operator: 'IN' }]], ids), [
    '11',
    '12',
  ]);
  await expect('findInvoices, counted', () => call('findInvoices', [{ count: true }], (body) => body.QueryResponse?.totalCount), 5);
  await expect(
    'findCustomers',
    () => call('findCustomers', [{ asc: 'DisplayName' }], (body) => ((body.QueryResponse?.Customer ?? []) as unknown[]).length),
    1,
  );
  const since = new Date(Date.now() - 60_000);
  await expect(
    'changeDataCapture',
    () => call('changeDataCapture', [['invoice', 'customer'], since], (body) => Object.keys(body).includes('CDCResponse')),
    true,
  );
  await vendor.close();
};

const hubspot = async (): Promise<void> => {
  const vendor = await startHubspot();
  vendor.owners.push({ id: '1', email: 'sam@example.test', firstName: 'Sam', lastName: 'Seller' });
  vendor.pipelines.push({
    id: 'p',
    label: 'Sales',
    displayOrder: 0,
    stages: [{ id: 's', label: 'New', displayOrder: 0, metadata: { probability: '0.2', isClosed: 'false' } }],
  });
  vendor.companies.set('900', 'Mesa Library');
  for (const id of ['101', '102'])
    vendor.deals.set(id, { id, updatedAt: Date.now(), properties: { dealname: `Deal ${id}`, amount: '10' }, companies: ['900'] });
  const { Client } = load('@hubspot/api-client');
  const client = new Client({ accessToken: vendor.serviceKey, basePath: vendor.url });
  await expect('deals', async () => (await client.crm.deals.basicApi.getPage(10)).results.length, 2);
  await expect(
    'search',
    async () =>
      (await client.crm.deals.searchApi.doSearch({ filterGroups: [], sorts: ['hs_object_id'], limit: 1, properties: ['dealname'] })).total,
    2,
  );
  await expect('owners', async () => (await client.crm.owners.ownersApi.getPage()).results[0].email, 'sam@example.test');
  await expect('pipelines', async () => (await client.crm.pipelines.pipelinesApi.getAll('deals')).results[0].label, 'Sales');
  await expect(
    'associations',
    async () => (await client.crm.associations.v4.batchApi.getPage('deals', 'companies', { inputs: [{ id: '101' }] })).results[0].to.length,
    1,
  );
  await expect(
    'companies',
    async () =>
      (await client.crm.companies.batchApi.read({ inputs: [{ id: '900' }], properties: ['name'], propertiesWithHistory: [] })).results[0]
        .properties.name,
    'Mesa Library',
  );
  // The client calls versions 3 and 4, but the API description covers 2026-09.
  for (const version of ['/crm/v3/', '/crm/v4/']) vendor.forgive(version);
  await vendor.close();
};

const sheets = async (): Promise<void> => {
  const vendor = await startSheets();
  const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
  const rows = [
    ['Customer', 'Date', 'Amount'],
    ['Mesa', { raw: 46_356, shown: '11/30/2026' }, 5],
  ];
  vendor.books.set(id, {
    id,
    timeZone: 'America/Phoenix',
    locale: 'en_US',
    sharedWith: new Set([vendor.clientEmail]),
    tabs: [{ title: 'Schedule', sheetId: 7, rows }],
  });
  const assertion = signAssertion(readServiceAccount(vendor.credentials) as ServiceAccount, new Date());
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const { access_token } = (await (await fetch(`${vendor.url}/token`, { method: 'POST', body })).json()) as { access_token: string };
  const { auth, sheets: client } = load('@googleapis/sheets');
  const signedIn = new auth.OAuth2();
  signedIn.setCredentials({ access_token, expiry_date: Date.now() + 3_000_000 });
  const { spreadsheets } = client({ version: 'v4', auth: signedIn, rootUrl: `${vendor.url}/` });
  const values = async (range: string, overrides: object = {}) =>
    (await spreadsheets.values.get({ spreadsheetId: id, range, ...overrides })).data.values;
  await expect('spreadsheet', async () => (await spreadsheets.get({ spreadsheetId: id })).data.properties.timeZone, 'America/Phoenix');
  await expect('a range with a quoted name', () => values("'Schedule'!A1:B2"), [
    ['Customer', 'Date'],
    ['Mesa', '11/30/2026'],
  ]);
  await expect('a range with a bare name', () => values('Schedule!B2:C2', { valueRenderOption: 'UNFORMATTED_VALUE' }), [[46_356, 5]]);
  await expect('a bare name', async () => (await values('Schedule'))?.length, 2);
  await expect('a range below the grid', () => values('Schedule!A5001:B6000').catch((error: { code: number }) => Number(error.code)), 400);
  await vendor.close();
};

await quickbooks();
await hubspot();
await sheets();
console.log(`clients: ${passed} calls as at the vendor, ${failed} not`);
process.exit(failed === 0 ? 0 : 1);
