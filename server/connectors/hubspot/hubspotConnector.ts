import { messages } from '../../../contract/messages.ts';
import {
  type Connected,
  type ConnectionInput,
  type Connector,
  type SyncPage,
  throwFormProblem,
} from '../../domain/connections/connector.ts';
import { plusMs } from '../../domain/shared/clock.ts';
import type { Vendors } from '../vendors.ts';
import { CHANGES_PER_PAGE, hubspotApi } from './hubspotApi.ts';
import { type CrmNames, readCrmDeal } from './hubspotDeals.ts';

const t = messages.hubspot;
const MAX_NAME_CHARS = 100;
/** The search index lags slightly, so each search starts this much earlier. */
const OVERLAP_MS = 300_000;
const PAGES_PER_BATCH = 5;

/** First the list of all deals, then changes since; `until` is the end of the current search. */
type Checkpoint =
  | Readonly<{ v: 1; phase: 'list'; after: string | null; began: string }>
  | Readonly<{ v: 1; phase: 'search'; since: string; until?: string; lastId?: string }>;

/** spec 2.57, decisions 7.07. @throws Problem 400 with a message per field */
const readForm = (form: Readonly<Record<string, unknown>>): ConnectionInput => {
  const trimText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  const [name, key] = [trimText(form.name), trimText(form.service_key)];
  const errors: Record<string, string> = {};
  if (name === '' || name.length > MAX_NAME_CHARS) errors.name = t.nameRequired;
  if (key === '') errors.service_key = t.keyRequired;
  else if (!/^pat-[\w-]{6,200}$/.test(key)) errors.service_key = t.keyInvalid;
  if (Object.keys(errors).length > 0) return throwFormProblem(errors);
  return { name, settings: {}, secrets: { service_key: key } };
};

const idOf = (deal: unknown): string => String((deal as { id: unknown }).id);

type Api = ReturnType<typeof hubspotApi>;
type FactsOf = (deals: readonly unknown[]) => Promise<SyncPage['facts']>;
type ListPosition = Extract<Checkpoint, { phase: 'list' }>;
type SearchPosition = Extract<Checkpoint, { phase: 'search' }>;

/** All deals, a few pages at a time. @returns where the search for changes starts */
async function* listDeals(api: Api, factsOf: FactsOf, start: ListPosition): AsyncGenerator<SyncPage, SearchPosition> {
  for (let position = start; ; ) {
    const records: unknown[] = [];
    let { after } = position;
    for (let pages = 0; pages < PAGES_PER_BATCH; pages += 1) {
      const page = await api.deals(after);
      records.push(...page.deals);
      after = page.after;
      if (after === null) break;
    }
    const facts = await factsOf(records);
    if (after === null) {
      const since = plusMs(new Date(position.began), -OVERLAP_MS).toISOString();
      const checkpoint: SearchPosition = { v: 1, phase: 'search', since };
      yield { facts, checkpoint };
      return checkpoint;
    }
    position = { ...position, after };
    yield { facts, checkpoint: position };
  }
}

/** Deals that changed up to a moment, in pages. @returns where the next search starts */
async function* changedDeals(
  api: Api,
  factsOf: FactsOf,
  start: SearchPosition,
  startedAt: string,
): AsyncGenerator<SyncPage, SearchPosition> {
  const { since, until = startedAt } = start;
  for (let lastId = start.lastId ?? '0'; ; ) {
    const deals = await api.changed(since, until, lastId);
    const facts = await factsOf(deals);
    if (deals.length < CHANGES_PER_PAGE) {
      const checkpoint: SearchPosition = { v: 1, phase: 'search', since: plusMs(new Date(until), -OVERLAP_MS).toISOString() };
      yield { facts, checkpoint };
      return checkpoint;
    }
    lastId = idOf(deals.at(-1));
    yield { facts, checkpoint: { v: 1, phase: 'search', since, until, lastId } };
  }
}

async function* archivedDeals(api: Api, checkpoint: Checkpoint): AsyncGenerator<SyncPage, void> {
  for (let after: string | null = null; ; ) {
    const page = await api.deals(after, true);
    after = page.after;
    yield { facts: page.deals.map((deal) => ({ kind: 'dealGone' as const, external_id: idOf(deal) })), checkpoint };
    if (after === null) return;
  }
}

/**
 * HubSpot, the owner of its deals (decisions 2.17): the whole list first, then changes, then archived deals. Stages come first, because a
 * deal contains only their ids. Read-only.
 */
export const hubspotConnector = (vendors: Vendors): Connector => {
  const urls = { apiUrl: vendors.address('HUBSPOT_API_URL', 'https://api.hubapi.com') };
  return {
    kind: 'hubspot',
    brings: 'deals',
    setup: () => vendors.formSetup('hubspot'),
    read: readForm,

    test: async (connected) => {
      const api = hubspotApi(connected, urls);
      const portal = await api.portal();
      await api.stages();
      await api.deals(null);
      return { account: portal.id, settings: { portal_id: portal.id } };
    },

    sync: async function* (connected: Connected, previous: unknown) {
      const api = hubspotApi(connected, urls);
      const portal = await api.portal();
      const { stages, at } = await api.stages();
      // By the vendor's clock: if ours were ahead, changes in between would be missed. Its time has whole seconds, hence one second more.
      const startedAt = plusMs(at ?? connected.clock(), 1000).toISOString();
      const start: Checkpoint = (previous as Checkpoint | null) ?? { v: 1, phase: 'list', after: null, began: startedAt };
      const names = {
        stages: new Map(stages.map((stage) => [stage.external_id, stage])),
        owners: await api.owners(),
        zone: portal.zone ?? connected.zone,
        currency: portal.currency,
      };
      yield { facts: [{ kind: 'crmStages', external_id: 'stages', stages }], checkpoint: start };

      const factsOf: FactsOf = async (deals) => {
        const companies = await api.companies(deals.map(idOf));
        const allNames: CrmNames = { ...names, companies };
        return deals.map((deal) => ({ kind: 'deal', ...readCrmDeal(deal, allNames) }));
      };

      const search = start.phase === 'list' ? yield* listDeals(api, factsOf, start) : start;
      yield* archivedDeals(api, yield* changedDeals(api, factsOf, search, startedAt));
    },

    view: () => ({}),
  };
};
