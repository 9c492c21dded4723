import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xeroId } from '../../stand-ins/xero/organisation.ts';
import { ACME_ID, createXeroWorld, OTHER_ID, type XeroWorld } from '../support/worlds/xero.ts';

let world: XeroWorld;
beforeAll(async () => {
  world = await createXeroWorld();
});
afterAll(() => world.close());

describe('Xero sign-in', () => {
  it('decisions 7.02: asks for a suffix first, and for read-only scopes with refresh', async () => {
    expect((await world.base.call('POST', 'xero', { invoice_suffix: 'A-B' })).statusCode).toBe(400);
    const { auth_url } = (await world.base.call('POST', 'xero', { invoice_suffix: 'acme' })).json();
    const { searchParams } = new URL(auth_url);
    expect(searchParams.get('scope')).toBe('offline_access accounting.invoices.read accounting.payments.read accounting.contacts.read');
    expect(searchParams.get('redirect_uri')).toBe('http://127.0.0.1:8080/api/v1/integrations/xero/callback');
  });

  it('bad input: refuses two organisations in one sign-in, because a connection belongs to one', async () => {
    expect((await world.connect('ACME', [ACME_ID, OTHER_ID])).body).toContain('Choose one organization in Xero.');
    expect(await world.one()).toMatchObject({ status: 'pending' });
  });

  it('connects this sign-in’s organisation, although the user connected others before', async () => {
    const answer = await world.connect('ACME', [ACME_ID]);
    expect(answer.body).toContain('XERO_AUTH_SUCCESS');
    expect(await world.one()).toMatchObject({ name: 'Acme Books', status: 'active', connection_status: 'connected' });
    await world.drain();
  });

  it('decisions 7.02: distinguishes organisations of the same name by suffix', async () => {
    const duplicate = xeroId('twin');
    world.standIn.organisation(duplicate, 'Acme Books');
    expect((await world.connect('TWIN', [duplicate])).body).toContain('XERO_AUTH_SUCCESS');
    await world.drain();
    const { id, name } = await world.one('TWIN');
    expect([name, (await world.one()).name]).toEqual(['Acme Books', 'Acme Books']);
    await world.base.call('DELETE', `xero/${id}`);
  });

  it('bad input: logs a failure without a matching message', async () => {
    world.standIn.fail(
      { status: 200, body: { access_token: 'a.bbbb.c', refresh_token: 'r', expires_in: 1800 } },
      { part: '/connect/token' },
    );
    expect((await world.connect('LOG', [OTHER_ID])).body).toContain('Xero could not be connected.');
    const logged = world.base.server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in failed');
    expect(logged).toMatchObject([{ err: { type: 'SyntaxError' } }]);
  });

  it('reports a denial', async () => {
    const { auth_url } = (await world.base.call('POST', 'xero', { invoice_suffix: 'NO' })).json();
    const state = new URL(auth_url).searchParams.get('state');
    const denied = await world.base.server.call('GET', `/api/v1/integrations/xero/callback?state=${state}&error=access_denied`);
    expect(denied.body).toContain('Access was not granted in Xero.');
  });
});
