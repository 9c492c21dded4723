import { connectionNameForm } from '../../../contract/forms/connectionName.ts';
import { salesforce as t } from '../../../contract/messages/salesforce.ts';
import type { Connected, Connector, Info, SyncPage } from '../../domain/connections/connector.ts';
import { plusMs } from '../../domain/shared/clock.ts';
import { byKind } from '../answers.ts';
import { setupOf } from '../http/oauth.ts';
import { readConnectionForm } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { factOf, type Org, opportunitiesAfter, type Place, placeOf, STAGES, stageOf } from './opportunities.ts';
import { organization, queryAll } from './salesforceApi.ts';
import { type SalesforceVendor, salesforceVendor } from './vendor.ts';

const PAGE_ROWS = 2000;
/** A transaction writes its rows with the time at which it began, so it may end after rows with later times were read. */
const OVERLAP_MS = 300_000;

/** One more field after `organization` proves the rights to what a sync reads. */
const info = async (vendor: SalesforceVendor, connected: Connected): Promise<Info> => {
  const { id, hasCurrencies } = await organization(vendor, connected);
  await queryAll(vendor, connected, opportunitiesAfter({ since: null, id: null }, hasCurrencies, 1), placeOf);
  return { account: id };
};

/** Stages first, because opportunities name only their API names; then opportunities by the time of their last change. */
async function* sync(vendor: SalesforceVendor, connected: Connected, kept: unknown): AsyncGenerator<SyncPage> {
  let place = (kept as Place | null) ?? { since: null, id: null };
  const { hasCurrencies, currency } = await organization(vendor, connected);
  const stages = await queryAll(vendor, connected, STAGES, stageOf);
  yield { facts: [{ kind: 'crmStages', external_id: 'stages', stages }], checkpoint: place };
  const org: Org = { stages: new Map(stages.map((stage) => [stage.external_id, stage])), currency };
  for (;;) {
    connected.signal?.throwIfAborted();
    const rows = await queryAll(vendor, connected, opportunitiesAfter(place, hasCurrencies, PAGE_ROWS), (row) => ({
      fact: factOf(row, org),
      place: placeOf(row),
    }));
    place = rows.at(-1)?.place ?? place;
    const isLast = rows.length < PAGE_ROWS;
    // A place with an id names a row, so its instant has no overlap yet.
    const since =
      isLast && place.id !== null && place.since !== null ? plusMs(new Date(place.since), -OVERLAP_MS).toISOString() : place.since;
    yield { facts: byKind(rows.map(({ fact }) => fact)), checkpoint: isLast ? { since, id: null } : place };
    if (isLast) return;
  }
}

/** Salesforce, which owns its opportunities (decisions 2.17). Nothing is ever written there. */
export const salesforceConnector = (vendors: Vendors): Connector => {
  const vendor = salesforceVendor(vendors);
  return {
    kind: 'salesforce',
    brings: 'deals',
    setup: () => setupOf(vendor, t.setup, vendors.standIn('salesforce')),
    read: (form) => ({ name: readConnectionForm(connectionNameForm, form).name, settings: {}, secrets: {} }),
    signIn: {
      authorizeUrl: vendor.oauth.authorizeUrl,
      exchange: async (connected, code, state) => {
        await vendor.oauth.exchangeCode(connected, code, state);
        return info(vendor, connected);
      },
    },
    test: (connected) => info(vendor, connected),
    sync: (connected, checkpoint) => sync(vendor, connected, checkpoint),
    // A refresh policy may end a sign-in that is not used.
    keepAlive: async (connected) => void (await organization(vendor, connected)),
    disconnect: vendor.oauth.revoke,
    view: () => ({}),
  };
};
