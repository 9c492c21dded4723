import type { SearchHit, SearchKind } from '../../../contract/entities/search.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { FoundCustomer, FoundPerson, NumberMatch } from '../../db/repositories/search/search.ts';
import { currentConfig } from '../plans/config.ts';
import { plansInWords, readPlanAccess } from '../plans/planAccess.ts';
import { todayIn } from '../shared/clock.ts';
import type { Heads } from '../shared/heads.ts';
import { readableEarner, readableSellers, visibleInvoices } from '../shared/invoiceScope.ts';
import type { Services } from '../shared/services.ts';
import { searchLinks as links } from './searchLinks.ts';

/** Maximum number of results per kind. */
const MAX_PER_KIND = 5;
/** Minimum length of a word, because shorter ones occur in nearly every sentence. */
const MIN_WORD_CHARS = 3;
/** Texts that may be a part of an invoice number, such as 041 of INV-2041. Shorter ones occur in nearly every number. */
const numberPart = /^(?=.*\d)\S{3,}$/u;

type Deps = Pick<Services, 'store' | 'clock'>;
type SearchContext = Readonly<{ store: Deps['store']; actor: Actor; text: string; today: Day; config: CommissionsConfig }>;

const createHit = (kind: SearchKind, id: number | string, title: string, details: readonly (string | null)[], link: string): SearchHit => {
  const shownDetails = details.filter((detail) => detail !== null && detail !== '');
  return { kind, id: String(id), title, detail: shownDetails.length === 0 ? null : shownDetails.join(' · '), link };
};

/** People, for users who may list them (spec 7.13): links to their page, or else to their records or, without money, their events. */
const searchPeople = async ({ store, actor, text, today }: SearchContext): Promise<SearchHit[]> => {
  if (!can(actor, 'user:list')) return [];
  const linkOf = ({ id, manager_id, ...names }: FoundPerson): string => {
    if (can(actor, 'person:read', { owner_id: String(id), owner_manager_id: manager_id === null ? null : String(manager_id) }))
      return links.person(id);
    return readableEarner(actor) === null ? links.recordsOf(id, today) : links.eventsOf(fullName(names), today);
  };
  return (await store.search.people(text, MAX_PER_KIND)).map((person) =>
    createHit('person', person.id, fullName(person), [person.email], linkOf(person)),
  );
};

/** Rows whose number begins with the text, then those whose number contains it. */
const findByNumber = async <Row extends { id: number }>(text: string, find: (match: NumberMatch) => Promise<Row[]>): Promise<Row[]> => {
  const rows = await find('start');
  if (rows.length >= MAX_PER_KIND || !numberPart.test(text)) return rows;
  const ids = new Set(rows.map(({ id }) => id));
  return [...rows, ...(await find('anywhere')).filter(({ id }) => !ids.has(id))].slice(0, MAX_PER_KIND);
};

const records = async ({ store, actor, text }: SearchContext): Promise<SearchHit[]> =>
  (await findByNumber(text, (match) => store.search.records(text, match, readableEarner(actor), MAX_PER_KIND))).map(
    ({ id, invoice_number, customer_name, booking_date, ...names }) =>
      createHit('record', id, invoice_number, [customer_name, fullName(names), dayText(booking_date)], links.record(id, booking_date)),
  );

/** Drafts, for users who may read invoices (decisions 3.04). */
const searchDrafts = async ({ store, actor, text }: SearchContext): Promise<SearchHit[]> => {
  if (reachOf(actor, 'invoice:read') === 'none') return [];
  const sellers = await readableSellers(store, actor);
  const drafts = await findByNumber(text, (match) => store.search.drafts(text, match, sellers, MAX_PER_KIND));
  return drafts.map(({ id, invoice_number, customer_name }) =>
    createHit('invoice', id, invoice_number, [messages.palette.draft, customer_name], links.invoice(id)),
  );
};

const events = async ({ store, actor, text }: SearchContext): Promise<SearchHit[]> => {
  if (!can(actor, 'event:read')) return [];
  return (await store.search.events(text, MAX_PER_KIND)).map(({ id, customer_name, activity, day }) =>
    createHit('event', id, customer_name, [activity, day === null ? null : dayText(day)], links.event(id, day)),
  );
};

/** Links to the customer's page if the actor may open it, or else to the records that name the customer. */
const customerLinkOf = async ({ store, actor, today }: SearchContext, { id, name }: FoundCustomer): Promise<string> => {
  if (id === null) return links.recordsFor(name, today);
  if (reachOf(actor, 'invoice:read') === 'all') return links.customer(id);
  const customer = await store.customers.byId(id);
  const isSeen = customer !== undefined && (await store.customers.isSeen(customer, await visibleInvoices(store, actor)));
  return isSeen ? links.customer(id) : links.recordsFor(name, today);
};

/** Customers of records the actor may read, then those of the events found. */
const searchCustomers = async (context: SearchContext, earlierHits: readonly SearchHit[]): Promise<SearchHit[]> => {
  const { store, actor, text, today } = context;
  const named = await store.search.customers(text, readableEarner(actor), MAX_PER_KIND);
  const namedCustomers = new Set(named.map(({ name }) => name.toLowerCase()));
  const eventCustomers = [...new Set(earlierHits.filter(({ kind }) => kind === 'event').map(({ title }) => title))].filter(
    (name) => !namedCustomers.has(name.toLowerCase()),
  );
  return [
    ...(await Promise.all(
      named.map(async (foundCustomer) =>
        createHit('customer', foundCustomer.name, foundCustomer.name, [], await customerLinkOf(context, foundCustomer)),
      ),
    )),
    ...eventCustomers.map((name) => createHit('customer', name, name, [], links.eventsFor(name, today))),
  ].slice(0, MAX_PER_KIND);
};

/** decisions 3.04 */
const searchDeals = async ({ store, actor, text }: SearchContext): Promise<SearchHit[]> => {
  const reach = reachOf(actor, 'deal:read');
  if (reach === 'none') return [];
  const owners = reach === 'all' ? null : { id: Number(actor.id), team: reach === 'team' };
  return (await store.search.deals(text, owners, MAX_PER_KIND)).map(({ id, name, customer_name }) =>
    createHit('deal', id, name, [customer_name], links.deal(id)),
  );
};

/** Clauses of the plans the actor may read, by any of their words (decisions 2.09). */
const searchClauses = async ({ store, actor, text, today, config }: SearchContext): Promise<SearchHit[]> => {
  const words = text.split(/\s+/u);
  if (words.every((word) => word.length < MIN_WORD_CHARS) || reachOf(actor, 'plan:read') === 'none') return [];
  const access = await readPlanAccess({ store }, actor);
  return plansInWords(config, access, actor, today)
    .flatMap(({ id, name, clauses }) =>
      clauses
        .filter(({ sentence }) => words.every((word) => sentence.toLowerCase().includes(word)))
        .map(({ path, sentence }) => createHit('clause', path, sentence, [name], links.clause(id, path))),
    )
    .slice(0, MAX_PER_KIND);
};

/** Finds items and pages that the actor may see, by the start of a name or number, or a part of an invoice number; nothing for empty text. */
export const searchEverything = async ({ store, clock }: Deps, actor: Actor, q: string, heads?: Heads): Promise<SearchHit[]> => {
  const text = q.trim().toLowerCase();
  if (text === '') return [];
  const { config } = await currentConfig(store, heads);
  const searching = { store, actor, text, config, today: todayIn(config.timezone, clock()) };
  const [peopleHits, recordHits, draftHits, eventHits, dealHits, planHits] = await Promise.all([
    searchPeople(searching),
    records(searching),
    searchDrafts(searching),
    events(searching),
    searchDeals(searching),
    searchClauses(searching),
  ]);
  return [
    ...recordHits,
    ...draftHits,
    ...peopleHits,
    ...(await searchCustomers(searching, eventHits)),
    ...dealHits,
    ...eventHits,
    ...planHits,
  ];
};
