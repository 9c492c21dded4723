import { afterEach, describe, expect, it } from 'vitest';
import { type HubspotStandIn, startHubspot } from '../../stand-ins/hubspot/hubspot.ts';
import { type MercuryStandIn, startMercury } from '../../stand-ins/mercury/mercury.ts';
import { startSheets } from '../../stand-ins/sheets/sheets.ts';
import { startXero } from '../../stand-ins/xero/xero.ts';

let crm: HubspotStandIn | undefined;
let bank: MercuryStandIn | undefined;
afterEach(() => {
  crm = undefined;
  bank = undefined;
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${crm?.url}${path}`, { ...init, headers: { authorization: `Bearer ${crm?.serviceKey}` } });
const post = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) });
const search = { filterGroups: [], sorts: [], properties: ['dealname'], limit: 10, after: '0' };
const SEARCH = '/crm/objects/2026-09/deals/search';

describe('each call and answer of a stand-in is checked against the vendor’s description (issue 47, 5)', () => {
  it('accepts described calls', async () => {
    crm = await startHubspot();
    crm.owners.push({ id: '1', email: null, firstName: 'Sam', lastName: 'Seller' });
    await ask('/crm/owners/2026-09?limit=500&archived=false');
    await post(SEARCH, search);
    await expect(crm.close()).resolves.toBeUndefined();
  });

  it.each<readonly [string, () => Promise<unknown>, string]>([
    ['an answer with a field of another type', () => ask('/crm/owners/2026-09'), '/results/*/id must be string'],
    ['a parameter that does not exist', () => ask('/crm/pipelines/2026-09/deals?page=2'), '{"additionalProperty":"page"}'],
    ['a parameter of another type', () => ask('/crm/objects/2026-09/deals?limit=ten'), '/limit must match pattern'],
    ['a body without a field', () => post(SEARCH, { ...search, after: undefined }), "must have required property 'after'"],
    ['a body with a field of another name', () => post(SEARCH, { ...search, filters: [] }), '{"additionalProperty":"filters"}'],
  ])('refuses %s', async (_what, call, sentence) => {
    crm = await startHubspot();
    crm.owners.push({ id: 7 as unknown as string, email: null, firstName: 'Sam', lastName: 'Seller' });
    await call();
    await expect(crm.close()).rejects.toThrow(sentence);
  });

  it('refuses a bank answer that lacks a field, and an undescribed one', async () => {
    bank = await startMercury();
    bank.addAccount({ routingNumber: undefined } as object);
    const headers = { authorization: `Bearer ${bank.token()}` };
    await fetch(`${bank.apiUrl}/accounts`, { headers });
    bank.add();
    await fetch(`${bank.apiUrl}/transactions/${bank.transactions[0]?.id}`, { headers });
    expect(bank.forgive('routingNumber')).toHaveLength(1);
    await expect(bank.close()).rejects.toThrow('operation is not described');
  });

  it('ignores injected faults', async () => {
    crm = await startHubspot();
    crm.fail({ status: 200, body: { nothing: true } });
    await ask('/crm/owners/2026-09');
    await expect(crm.close()).resolves.toBeUndefined();
  });

  it('refuses a range in a rendering unknown to Sheets', async () => {
    const google = await startSheets();
    await fetch(`${google.url}/v4/spreadsheets/x/values/A1?valueRenderOption=RAW`);
    await expect(google.close()).rejects.toThrow('/valueRenderOption must be equal to one of the allowed values');
  });

  it('refuses a Xero row with an unknown field or id', async () => {
    const xero = await startXero();
    const books = xero.organisation('fe79f7dd-b6d4-4a92-ba7b-538af6289c58', 'Acme Books');
    books.put('Contacts', { ContactID: 'c-1', Email: 'a@example.test' });
    const code = xero.codeFor([books.tenantId], 'accounting.contacts.read');
    const basic = Buffer.from(`${xero.env.XERO_CLIENT_ID}:${xero.env.XERO_CLIENT_SECRET}`).toString('base64');
    const body = new URLSearchParams({ grant_type: 'authorization_code', code });
    const answer = await fetch(`${xero.url}/connect/token`, { method: 'POST', headers: { authorization: `Basic ${basic}` }, body });
    const { access_token } = (await answer.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, 'xero-tenant-id': books.tenantId };
    await fetch(`${xero.url}/api.xro/2.0/Contacts`, { headers });
    const closing = xero.close();
    await expect(closing).rejects.toThrow('/Contacts/*/ContactID must match pattern');
    await expect(closing).rejects.toThrow('{"additionalProperty":"Email"}');
  });
});
