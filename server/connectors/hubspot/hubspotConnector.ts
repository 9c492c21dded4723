import { messages } from '../../../contract/messages.ts';
import { type Connected, type ConnectionInput, type Connector, refuseTyped, type SyncPage } from '../../domain/connections/connector.ts';
import { plusMs } from '../../domain/shared/clock.ts';
import type { Vendors } from '../vendors.ts';
import { hubspotApi } from './hubspotApi.ts';
import { type CrmNames, readCrmDeal } from './hubspotDeals.ts';

const t = messages.hubspot;
const LONGEST_NAME = 100;
/** The search index lags slightly, so each search starts this much earlier. */
const OVERLAP_MS = 300_000;
const PAGES_AT_ONCE = 5;

/** First the list of all deals, then changes since; `until` is the end of the current search. */
type Checkpoint =
  | Readonly<{ v: 1; phase: 'list'; after: string | null; began: string }>
  | Readonly<{ v: 1; phase: 'search'; since: string; until?: string; lastId?: string }>;

/** spec 2.57, decisions 7.07. @throws Problem 400 with a message per field */
const readForm = (form: Readonly<Record<string, unknown>>): ConnectionInput => {
  const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  const [name, key] = [trimmed(form.name), trimmed(form.service_key)];
  const errors: Record<string, string> = {};
  if (name === '' || name.length > LONGEST_NAME) errors.name = t.nameRequired;
  if (key === '') errors.service_key = t.keyRequired;
  else if (!/^pat-[\w-]{6,200}$/.test(key)) errors.service_key = t.keyInvalid;
  if (Object.keys(errors).length > 0) return refuseTyped(errors);
  return { name, settings: {}, secrets: { service_key: key } };
};

const idOf = (deal: unknown): string => String((deal as { id: unknown }).id);

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
      let checkpoint: Checkpoint = (previous as Checkpoint | null) ?? { v: 1, phase: 'list', after: null, began: startedAt };
      const names = {
        stages: new Map(stages.map((stage) => [stage.external_id, stage])),
        owners: await api.owners(),
        zone: portal.zone ?? connected.zone,
        currency: portal.currency,
      };
      yield { facts: [{ kind: 'crmStages', external_id: 'stages', stages }], checkpoint };

      const factsOf = async (deals: readonly unknown[]): Promise<SyncPage['facts']> => {
        const companies = await api.companies(deals.map(idOf));
        const allNames: CrmNames = { ...names, companies };
        return deals.map((deal) => ({ kind: 'deal', ...readCrmDeal(deal, allNames) }));
      };

      while (checkpoint.phase === 'list') {
        const records: unknown[] = [];
        let after: string | null = checkpoint.after;
        for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
          const page = await api.deals(after);
          records.push(...page.deals);
          after = page.after;
          if (after === null) break;
        }
        const since = plusMs(new Date(checkpoint.began), -OVERLAP_MS).toISOString();
        const next: Checkpoint = after === null ? { v: 1, phase: 'search', since } : { ...checkpoint, after };
        yield { facts: await factsOf(records), checkpoint: next };
        checkpoint = next;
      }

      const until = checkpoint.until ?? startedAt;
      for (let lastId = checkpoint.lastId ?? '0'; ; ) {
        const changedDeals = await api.changed(checkpoint.since, until, lastId);
        lastId = changedDeals.length === 0 ? lastId : idOf(changedDeals.at(-1));
        const isLast = changedDeals.length < 200;
        const next: Checkpoint = isLast
          ? { v: 1, phase: 'search', since: plusMs(new Date(until), -OVERLAP_MS).toISOString() }
          : { v: 1, phase: 'search', since: checkpoint.since, until, lastId };
        yield { facts: await factsOf(changedDeals), checkpoint: next };
        if (!isLast) continue;
        checkpoint = next;
        break;
      }
      for (let after: string | null = null; ; ) {
        const page = await api.deals(after, true);
        after = page.after;
        const facts = page.deals.map((deal) => ({ kind: 'dealGone' as const, external_id: idOf(deal) }));
        yield { facts, checkpoint };
        if (after === null) return;
      }
    },

    view: () => ({}),
  };
};
