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
/** Rows carry the time at which their transaction began, so a late commit can add rows with times that were already read. */
const OVERLAP_MS = 300_000;

/** Reading one more field besides `organization` proves that a sync has the rights it needs. */
const info = async (vendor: SalesforceVendor, connected: Connected): Promise<Info> => {
  const { id, hasCurrencies } = await organization(vendor, connected);
  await queryAll(vendor, connected, opportunitiesAfter({ since: null, id: null }, hasCurrencies, 1), placeOf);
  return { account: id };
};

/** Stages come first, because opportunities only contain their API names; then opportunities by last change. */
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
    // A position with an id continues after that row, so it needs no overlap.
    const since =
      isLast && place.id !== null && place.since !== null ? plusMs(new Date(place.since), -OVERLAP_MS).toISOString() : place.since;
    yield { facts: byKind(rows.map(({ fact }) => fact)), checkpoint: isLast ? { since, id: null } : place };
    if (isLast) return;
  }
}

/** Salesforce, the owner of its opportunities (decisions 2.17). Read-only. */
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
    // A refresh policy may end an unused sign-in.
    keepAlive: async (connected) => void (await organization(vendor, connected)),
    disconnect: vendor.oauth.revoke,
    view: () => ({}),
  };
};
