import { connectionNameForm } from '../../../contract/forms/connectionName.ts';
import { salesforce as t } from '../../../contract/messages/salesforce.ts';
import type { Connected, Connector, Info, SyncPage } from '../../domain/connections/connector.ts';
import { plusMs } from '../../domain/shared/clock.ts';
import { sortByKind } from '../answers.ts';
import { setupOf } from '../http/oauth.ts';
import { readConnectionForm } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { type Org, opportunityFactOf, opportunityQuery, STAGES, type SyncPosition, stageOf, syncPositionOf } from './opportunities.ts';
import { queryAll, readOrganization } from './salesforceApi.ts';
import { type SalesforceVendor, salesforceVendor } from './vendor.ts';

const PAGE_ROWS = 2000;
/** Rows carry the time at which their transaction began, so a late commit can add rows with times that were already read. */
const OVERLAP_MS = 300_000;

/** Reading one more field besides the organization proves that a sync has the rights it needs. */
const readInfo = async (vendor: SalesforceVendor, connected: Connected): Promise<Info> => {
  const { id, hasCurrencies } = await readOrganization(vendor, connected);
  await queryAll(vendor, connected, opportunityQuery({ since: null, id: null }, hasCurrencies, 1), syncPositionOf);
  return { account: id };
};

/** Stages come first, because opportunities only contain their API names; then opportunities by last change. */
async function* sync(vendor: SalesforceVendor, connected: Connected, checkpoint: unknown): AsyncGenerator<SyncPage> {
  let position = (checkpoint as SyncPosition | null) ?? { since: null, id: null };
  const { hasCurrencies, currency } = await readOrganization(vendor, connected);
  const stages = await queryAll(vendor, connected, STAGES, stageOf);
  yield { facts: [{ kind: 'crmStages', external_id: 'stages', stages }], checkpoint: position };
  const org: Org = { stages: new Map(stages.map((stage) => [stage.external_id, stage])), currency };
  for (;;) {
    connected.signal?.throwIfAborted();
    const rows = await queryAll(vendor, connected, opportunityQuery(position, hasCurrencies, PAGE_ROWS), (row) => ({
      fact: opportunityFactOf(row, org),
      place: syncPositionOf(row),
    }));
    position = rows.at(-1)?.place ?? position;
    const isLast = rows.length < PAGE_ROWS;
    // A position with an id continues after that row, so it needs no overlap.
    const sinceTime =
      isLast && position.id !== null && position.since !== null
        ? plusMs(new Date(position.since), -OVERLAP_MS).toISOString()
        : position.since;
    yield { facts: sortByKind(rows.map(({ fact }) => fact)), checkpoint: isLast ? { since: sinceTime, id: null } : position };
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
        return readInfo(vendor, connected);
      },
    },
    test: (connected) => readInfo(vendor, connected),
    sync: (connected, checkpoint) => sync(vendor, connected, checkpoint),
    // A refresh policy may end an unused sign-in.
    keepAlive: async (connected) => void (await readOrganization(vendor, connected)),
    disconnect: vendor.oauth.revoke,
    view: () => ({}),
  };
};
