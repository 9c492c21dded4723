import { hubspotConnector } from '../../../../server/connectors/hubspot/hubspotConnector.ts';
import { vendorsOf } from '../../../../server/connectors/vendors.ts';
import { type HubspotStandIn, startHubspot } from '../../../stand-ins/hubspot/hubspot.ts';
import { type ConnectionWorld, createConnectionWorld } from './connections.ts';

/** A server that can connect to a HubSpot with one pipeline, two owners and a company. */
export const createHubspotWorld = async () => {
  /** Milliseconds by which HubSpot's clock is behind ours. */
  const clock = { behind: 0 };
  let now = (): number => Date.now();
  const crm: HubspotStandIn = await startHubspot({ now: () => now(), perTenSeconds: 10_000, searchPerSecond: 1000 });
  crm.owners.push({ id: '1', email: 'SAM@example.test', firstName: 'Sam', lastName: 'Seller' });
  crm.owners.push({ id: '2', email: 'gone@example.test', firstName: 'Gone', lastName: 'Person', archived: true });
  crm.pipelines.push({
    id: 'p',
    label: 'Sales',
    displayOrder: 0,
    stages: [
      { id: 's2', label: 'Contract sent', displayOrder: 2, metadata: { probability: '0.9', isClosed: 'false' } },
      { id: 's1', label: 'Appointment', displayOrder: 1, metadata: { probability: '0.2', isClosed: 'false' } },
      { id: 'won', label: 'Closed won', displayOrder: 3, metadata: { probability: '1.0', isClosed: 'true' } },
      { id: 'lost', label: 'Closed lost', displayOrder: 4, metadata: { probability: '0.0', isClosed: 'true' } },
    ],
  });
  crm.companies.set('900', 'Mesa Public Library');
  const world: ConnectionWorld = await createConnectionWorld(
    { hubspot: hubspotConnector(vendorsOf({ HUBSPOT_API_URL: crm.url })) },
    {},
    false,
  );
  now = () => world.server.clock().getTime() - clock.behind;
  const seller = await world.server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  return {
    world,
    crm,
    clock,
    seller,
    form: (overrides: object = {}) => ({ name: 'CRM', service_key: crm.serviceKey, ...overrides }),
    close: async (): Promise<void> => {
      await world.close();
      await crm.close();
    },
  };
};
