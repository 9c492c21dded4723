import { stripeCallForm } from '../../../contract/forms/stripe.ts';
import type { Connected, Connector, SyncPage } from '../../domain/connections/connector.ts';
import type { Fact } from '../../domain/connections/facts.ts';
import { DAY, MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { type Answer, byKind, idOf, recordOf, refOf, textOf } from '../answers.ts';
import { timedSignature } from '../signatures.ts';
import { readKey } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { type List, lists, type StripeApi, stripeApi } from './api.ts';
import { creditNoteFacts, customerOf, disputedCents, invoiceFacts, moneyBack, refundedCents, refundsIn } from './mapping.ts';

/** Events are available for 30 days; one day less, so that none is missed. */
const LOOK_BACK_MS = 29 * DAY;
/** An event may be reported shortly after its time. */
const OVERLAP_MS = 10 * MINUTE;
/** Changed objects read before they are imported together. */
const BATCH_ROWS = 50;
/** At most twenty types may be requested. */
const eventTypes =
  `invoice.finalized invoice.paid invoice.voided invoice.marked_uncollectible invoice.updated invoice.deleted invoice_payment.paid
  credit_note.created credit_note.updated credit_note.voided refund.created refund.updated refund.failed charge.dispute.created
  charge.dispute.updated charge.dispute.closed charge.dispute.funds_withdrawn charge.dispute.funds_reinstated
  customer.updated customer.deleted`.split(/\s+/);

type Reading = Readonly<{ list: List; after: string | null; since: string }>;
/** Reading everything: the list, and the row after which to continue; `since`: from when changes are read afterwards. */
type Checkpoint = Reading | Readonly<{ since: string }>;

const refundFacts = async (api: StripeApi, row: Answer, zone: string): Promise<Fact[]> => {
  const paid = await api.paidBy(row);
  let noted = 0;
  for (const { invoice } of paid)
    for (const note of await api.all('credit_notes', { invoice }))
      if (note.status !== 'void') noted += refundsIn(note).get(idOf(row.id)) ?? 0;
  return paid.length === 0 ? [] : [moneyBack(row, refundedCents(row, noted), paid, 'refund', zone)];
};

const factsOf = async (api: StripeApi, list: List, row: Answer, zone: string): Promise<Fact[]> => {
  if (list === 'customers') return [customerOf(row)];
  if (list === 'invoices') return invoiceFacts(row, row.status === 'draft' ? [] : await api.paymentsOf(row), zone);
  if (list === 'refunds') return refundFacts(api, row, zone);
  if (list === 'disputes') {
    const paid = await api.paidBy(row);
    return paid.length === 0 ? [] : [moneyBack(row, disputedCents(row), paid, 'dispute', zone)];
  }
  const facts = creditNoteFacts(row, zone);
  // A credit note may report a refund that came before it.
  for (const id of refundsIn(row).keys()) {
    const refund = await api.read('refunds', id);
    if (refund) facts.push(...(await refundFacts(api, refund, zone)));
  }
  return facts;
};

const factsOfAll = async (api: StripeApi, list: List, rows: readonly Answer[], zone: string): Promise<Fact[]> => {
  const facts: Fact[] = [];
  for (const row of rows) facts.push(...(await factsOf(api, list, row, zone)));
  return byKind(facts);
};

/** The object that an event is about, by its id only: the rest is of then, in the version of the account. A payment is told by its invoice. */
const changedIn = (event: Answer): readonly [List, string] | null => {
  const { object, id, invoice } = recordOf(recordOf(event.data).object);
  if (object === 'invoice_payment') return ['invoices', idOf(refOf(invoice))];
  const list = lists.find((one) => one === `${object}s`);
  return list ? [list, idOf(id)] : null;
};

async function* readAll(api: StripeApi, zone: string, from: Reading): AsyncGenerator<SyncPage> {
  let { after } = from;
  for (const list of lists.slice(lists.indexOf(from.list)))
    for (let hasMore = true; hasMore; ) {
      const page = await api.page(list, after);
      hasMore = page.hasMore;
      after = hasMore ? idOf(page.rows.at(-1)?.id) : null;
      const next = hasMore ? list : lists[lists.indexOf(list) + 1];
      yield {
        facts: await factsOfAll(api, list, page.rows, zone),
        checkpoint: { ...(next ? { list: next, after } : {}), since: from.since },
      };
    }
}

/** @param next the start of the next run's changes */
async function* readChanges(api: StripeApi, zone: string, since: string, next: string): AsyncGenerator<SyncPage> {
  const types = Object.fromEntries(eventTypes.map((type, index) => [`types[${index}]`, type]));
  const events = await api.all('events', { 'created[gte]': String(Math.floor(Date.parse(since) / 1000)), ...types });
  const changed = new Map(events.map(changedIn).flatMap((one) => (one ? [[one.join(), one] as const] : [])));
  const inOrder = [...changed.values()].sort(([a], [b]) => lists.indexOf(a) - lists.indexOf(b));
  for (let start = 0; start < inOrder.length; start += BATCH_ROWS) {
    const facts: Fact[] = [];
    for (const [list, id] of inOrder.slice(start, start + BATCH_ROWS)) {
      const row = await api.read(list, id);
      if (row && (list === 'customers' || row.deleted !== true)) facts.push(...(await factsOf(api, list, row, zone)));
    }
    yield { facts: byKind(facts), checkpoint: { since } };
  }
  yield { facts: [], checkpoint: { since: next } };
}

async function* sync(connected: Connected, baseUrl: string, kept: Checkpoint | null): AsyncGenerator<SyncPage> {
  const api = stripeApi(connected, baseUrl);
  const { at } = await api.account();
  // By the vendor's clock, which also dates its events.
  const next = plusMs(at, -OVERLAP_MS).toISOString();
  const isOld = kept !== null && Date.parse(kept.since) < at.getTime() - LOOK_BACK_MS;
  const place = kept === null || isOld ? { list: lists[0], after: null, since: next } : kept;
  if ('list' in place) yield* readAll(api, connected.zone, place);
  yield* readChanges(api, connected.zone, place.since, next);
}

/** Stripe: invoices with their payments, credit notes, refunds and disputes; read-only. Docs: docs/integrations/stripe.md. */
export const stripeConnector = (vendors: Vendors): Connector => {
  const baseUrl = vendors.address('STRIPE_API_URL', 'https://api.stripe.com');
  return {
    kind: 'stripe',
    brings: 'invoices',
    setup: () => vendors.formSetup('stripe'),
    read: (form) => readKey(stripeCallForm, form, 'key'),
    test: async (connected) => {
      const api = stripeApi(connected, baseUrl);
      const [{ id }, isLive] = [await api.account(), await api.isLive()];
      for (const path of [...lists, 'invoice_payments', 'events']) await api.proves(path);
      return { account: isLive ? id : `${id} test`, settings: { account_id: id, live: isLive } };
    },
    sync: (connected, kept) => sync(connected, baseUrl, kept as Checkpoint | null),
    receive: (_connection, body) => eventTypes.includes(textOf(recordOf(JSON.parse(body)).type) ?? ''),
    isSigned: timedSignature('stripe-signature'),
    view: ({ settings }) => ({ sync_invoices: true, sync_payments: true, sync_customers: true, settings }),
  };
};
