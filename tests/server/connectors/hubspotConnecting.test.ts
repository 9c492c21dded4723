import { afterAll, describe, expect, it } from 'vitest';
import { createHubspotWorld } from '../support/worlds/hubspot.ts';

const { world, crm, form, close } = await createHubspotWorld();
let id = '';
afterAll(close);

describe('connecting HubSpot (spec 2.57)', () => {
  it.each([
    [{ name: '' }, { name: 'Please enter a name for this integration' }],
    [{ service_key: '' }, { service_key: 'Please enter a HubSpot service key' }],
    [{ service_key: 'secret' }, { service_key: 'This is not a service key. It begins with "pat-".' }],
  ])('bad input: answers 400 to %j with the field’s message', async (overrides, errors) => {
    const answer = await world.call('POST', 'hubspot', form(overrides));
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
  });
  it('refuses a wrong key and one without a scope, and names the scope', async () => {
    const wrong = await world.call('POST', 'hubspot', form({ service_key: 'pat-na1-another' }));
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      400,
      'CRM: HubSpot does not accept this service key. Create a new one and connect again.',
    ]);
    crm.scopes.delete('crm.objects.deals.read');
    const missingScopes = await world.call('POST', 'hubspot', form());
    expect([missingScopes.statusCode, missingScopes.json().message]).toEqual([
      400,
      'CRM: the service key lacks the scope crm.objects.deals.read. Add it to the key in HubSpot.',
    ]);
    crm.scopes.add('crm.objects.deals.read');
  });
  it('connects with a key and offers four sync frequencies', async () => {
    const answer = await world.call('POST', 'hubspot', form());
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.body).not.toContain('pat-');
    id = answer.json().id;
    for (const frequency of ['realtime', 'hourly', 'daily', 'manual'])
      expect((await world.call('PUT', `hubspot/${id}/schedule`, { frequency })).json()).toMatchObject({ frequency });
  });
});

describe('connecting HubSpot: its schedule (spec 2.57)', () => {
  it('uses the frequency chosen when connecting, and refuses an unknown one', async () => {
    const refused = await world.call('POST', 'hubspot', form({ name: 'Another', frequency: 'weekly' }));
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { frequency: 'Choose realtime, hourly, daily or manual.' }]);
    await world.call('DELETE', `hubspot/${id}`);
    const repeated = await world.call('POST', 'hubspot', form({ frequency: 'manual' }));
    expect([repeated.statusCode, repeated.json().frequency, repeated.json().next_sync_at]).toEqual([201, 'manual', null]);
    id = repeated.json().id;
  });
});
