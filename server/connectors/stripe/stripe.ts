import { stripeCallForm } from '../../../contract/forms/stripe.ts';
import type { Connector } from '../../domain/connections/connector.ts';
import type { Fact } from '../../domain/connections/facts.ts';
import { DAY, MINUTE } from '../../domain/shared/clock.ts';
import { type Answer, idOf, recordOf, refOf, textOf } from '../answers.ts';
import { type ListedCheckpoint, type ListedSource, syncListed } from '../reading.ts';
import { createTimedSignatureCheck } from '../signatures.ts';
import { readKeyForm } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { type List, lists, type StripeApi, stripeApi } from './api.ts';
import { creditNoteFacts, customerOf, disputedCents, invoiceFacts, moneyReturnFact, refundedCents, refundsIn } from './mapping.ts';

/** At most twenty types may be requested. */
const eventTypes =
  `invoice.finalized invoice.paid invoice.voided invoice.marked_uncollectible invoice.updated invoice.deleted invoice_payment.paid
  credit_note.created credit_note.updated credit_note.voided refund.created refund.updated refund.failed charge.dispute.created
  charge.dispute.updated charge.dispute.closed charge.dispute.funds_withdrawn charge.dispute.funds_reinstated
  customer.updated customer.deleted`.split(/\s+/);

const refundFacts = async (api: StripeApi, row: Answer, zone: string): Promise<Fact[]> => {
  const paid = await api.paidBy(row);
  let notedRefunds = 0;
  for (const { invoice } of paid)
    for (const note of await api.all('credit_notes', { invoice }))
      if (note.status !== 'void') notedRefunds += refundsIn(note).get(idOf(row.id)) ?? 0;
  return paid.length === 0 ? [] : [moneyReturnFact(row, refundedCents(row, notedRefunds), paid, 'refund', zone)];
};

const factsOf = async (api: StripeApi, list: List, row: Answer, zone: string): Promise<Fact[]> => {
  if (list === 'customers') return [customerOf(row)];
  if (row.deleted === true) return [];
  if (list === 'invoices') return invoiceFacts(row, row.status === 'draft' ? [] : await api.paymentsOf(row), zone);
  if (list === 'refunds') return refundFacts(api, row, zone);
  if (list === 'disputes') {
    const paid = await api.paidBy(row);
    return paid.length === 0 ? [] : [moneyReturnFact(row, disputedCents(row), paid, 'dispute', zone)];
  }
  const facts = creditNoteFacts(row, zone);
  // A credit note may report an earlier refund.
  for (const id of refundsIn(row).keys()) {
    const refund = await api.read('refunds', id);
    if (refund) facts.push(...(await refundFacts(api, refund, zone)));
  }
  return facts;
};

/**
 * The object of an event, by id only: the event's data is outdated and in the account's API version. A payment is read through
 * its invoice.
 */
const changedIn = (event: Answer): readonly (readonly [List, string])[] => {
  const { object, id, invoice } = recordOf(recordOf(event.data).object);
  if (object === 'invoice_payment') return [['invoices', idOf(refOf(invoice))]];
  const list = lists.find((listName) => listName === `${object}s`);
  return list ? [[list, idOf(id)]] : [];
};

const sourceOf = (api: StripeApi, zone: string): ListedSource<List> => ({
  now: async () => (await api.account()).at,
  // Events are available for 30 days; one day less, so that none is missed.
  lookBackMs: 29 * DAY,
  overlapMs: 10 * MINUTE,
  lists,
  page: api.page,
  changes: async (since) => {
    const types = Object.fromEntries(eventTypes.map((type, index) => [`types[${index}]`, type]));
    const events = await api.all('events', { 'created[gte]': String(Math.floor(Date.parse(since) / 1000)), ...types });
    return events.flatMap(changedIn);
  },
  read: api.read,
  factsOf: (list, row) => factsOf(api, list, row, zone),
});

/** Stripe: invoices with their payments, credit notes, refunds and disputes; read-only. Docs: docs/integrations/stripe.md. */
export const stripeConnector = (vendors: Vendors): Connector => {
  const baseUrl = vendors.address('STRIPE_API_URL', 'https://api.stripe.com');
  return {
    kind: 'stripe',
    brings: 'invoices',
    setup: () => vendors.formSetup('stripe'),
    read: (form) => readKeyForm(stripeCallForm, form, 'key'),
    test: async (connected) => {
      const api = stripeApi(connected, baseUrl);
      const [{ id }, isLive] = [await api.account(), await api.isLive()];
      for (const path of [...lists, 'invoice_payments', 'events']) await api.checkPermission(path);
      return { account: isLive ? id : `${id} test`, settings: { account_id: id, live: isLive } };
    },
    sync: (connected, checkpoint) =>
      syncListed(connected, sourceOf(stripeApi(connected, baseUrl), connected.zone), checkpoint as ListedCheckpoint<List> | null),
    receive: (_connection, body) => eventTypes.includes(textOf(recordOf(JSON.parse(body)).type) ?? ''),
    isSigned: createTimedSignatureCheck('stripe-signature'),
    view: ({ settings }) => ({ sync_invoices: true, sync_payments: true, sync_customers: true, settings }),
  };
};
