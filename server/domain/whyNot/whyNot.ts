import { fullName, isSelling } from '../../../contract/entities/user.ts';
import type { WhyNot, WhyNotFound } from '../../../contract/entities/whyNot.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import {
  reasonOfArrived,
  reasonOfDeal,
  reasonOfEvent,
  reasonOfHeldRecord,
  reasonOfRow,
  reasonsOfInvoice,
} from '../../../contract/rules/commission/explain/whyNot.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import type { ExpectedRecordRow, SearchedInvoice, WhyNotSearch } from '../../db/repositories/commissions/whyNot.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { commissionsOf, readRange } from '../commissions/commissionQuestion.ts';
import { pendingDays } from '../commissions/pendingDays.ts';
import { planOn } from '../commissions/recompute/index.ts';
import { wordReason } from '../imports/reasons.ts';
import { booksBegin } from '../plans/books.ts';
import { currentConfig, type VersionedConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { visibleInvoices } from '../shared/invoiceScope.ts';
import { isPresent, maySellOn } from '../shared/personOn.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { parseWhyNotSearch } from './parseWhyNotSearch.ts';

type WhyNotQuery = Readonly<{ q: string; start_date?: string; end_date?: string; user_id?: string }>;
type WhyNotContext = Readonly<{
  tx: Repositories;
  actor: Actor;
  current: VersionedConfig;
  range: DateRange;
  /** The owner of the list; null for everyone's. */
  userId: number | null;
}>;

const MAX_RESULTS = 5;
const t = messages.whyNot;
const idOf = (id: number | null): string | null => (id === null ? null : String(id));

const explainInvoice = async (
  { tx, current, range, userId }: WhyNotContext,
  row: SearchedInvoice,
  all: readonly ExpectedRecordRow[],
): Promise<WhyNotFound> => {
  const records = all.filter(({ invoice_id }) => invoice_id === row.id);
  const record = records.find(({ user_id }) => userId === null || user_id === userId);
  const isListed = userId === null || record !== undefined || row.salesperson_id === userId || row.sales_lead_id === userId;
  const ownerId = userId ?? row.salesperson_id;
  const originals = row.credit_of_id === null ? null : await tx.whyNot.records([row.credit_of_id]);
  const [person] = ownerId === null ? [] : await tx.facts.people([ownerId]);
  const day = { start_date: row.booking_date, end_date: row.booking_date };
  const name = row.first_name === null ? null : fullName({ first_name: row.first_name, last_name: row.last_name ?? '' });
  const since = row.since === null ? null : todayIn(current.config.timezone, new Date(row.since));
  return {
    kind: 'invoice',
    id: String(row.id),
    title: fill(row.credit_of_id === null ? t.invoice : t.memo, { number: row.invoice_number, customer: row.customer_name }),
    reasons: reasonsOfInvoice(
      {
        state: row.state,
        bookingDate: row.booking_date,
        gross: row.gross_left,
        received: row.received,
        owner: name === null ? null : { name, since },
        isTheirs: isListed,
        beginsOn: booksBegin(current),
        isEmployed: person !== undefined && isPresent(person, row.booking_date),
        isSelling: person !== undefined && maySellOn(person, row.booking_date),
        hasPlan: person !== undefined && planOn(current.config, person, row.booking_date) !== null,
        isMemoWithoutRecord: originals !== null && !originals.some(({ user_id }) => user_id === ownerId),
        pending: ownerId !== null && (await tx.marks.pendingIn(pendingDays(current.config, day), ownerId)) > 0,
        record: record ? { id: String(record.id), status: record.status, reason: record.reason } : null,
      },
      range,
    ),
  };
};

const findInvoices = async (context: WhyNotContext, query: WhyNotSearch): Promise<WhyNotFound[]> => {
  const { tx, actor } = context;
  const isByPayment = query.payment !== undefined || query.payout !== undefined;
  const visible = await visibleInvoices(tx, actor);
  const ofPayment = can(actor, 'payment:read') ? visible : { ...visible, creditedTo: Number(actor.id) };
  const rows = await tx.whyNot.invoices(query, isByPayment ? ofPayment : visible, MAX_RESULTS + 1);
  const records = await tx.whyNot.records(rows.map(({ id }) => id));
  const explained: WhyNotFound[] = [];
  for (const row of rows) explained.push(await explainInvoice(context, row, records));
  return explained;
};

/**
 * For sellers: finds an invoice that waits for a salesperson, by exactly the typed number, or by exactly the typed customer if they dealt
 * with that customer before it arrived. Reveals nothing else about it (decisions 3.08).
 */
const findArrived = async ({ tx, actor }: WhyNotContext, { text }: WhyNotSearch, found: readonly WhyNotFound[]): Promise<WhyNotFound[]> => {
  if (text === undefined || !isSelling(actor.role)) return [];
  const createArrived = (title: string): WhyNotFound[] => [{ kind: 'arrived', id: text, title, reasons: [reasonOfArrived()] }];
  if (found.length === 0 && (await tx.whyNot.hasUnassignedInvoice(text))) return createArrived(fill(t.arrived, { number: text }));
  return (await tx.whyNot.hasUnassignedOfCustomer(text, Number(actor.id))) ? createArrived(fill(t.arrivedOf, { customer: text })) : [];
};

const findDeals = async ({ tx, actor }: WhyNotContext, query: WhyNotSearch): Promise<WhyNotFound[]> =>
  (await tx.whyNot.deals(query, MAX_RESULTS + 1))
    .filter(({ owner_id, manager_id }) => can(actor, 'deal:read', { owner_id: idOf(owner_id), owner_manager_id: idOf(manager_id) }))
    .map(({ id, name, state }) => ({ kind: 'deal', id: String(id), title: fill(t.deal, { name }), reasons: [reasonOfDeal(state)] }));

const findEvents = async ({ tx, actor }: WhyNotContext, query: WhyNotSearch): Promise<WhyNotFound[]> =>
  can(actor, 'event:read')
    ? (await tx.whyNot.events(query, MAX_RESULTS + 1)).map(({ id, customer_name: customer, day }) => ({
        kind: 'event',
        id: String(id),
        title: day === null ? fill(t.eventWithoutDay, { customer }) : fill(t.event, { customer, day: dayText(day) }),
        reasons: [reasonOfEvent()],
      }))
    : [];

const findImportRows = async ({ tx, actor }: WhyNotContext, query: WhyNotSearch): Promise<WhyNotFound[]> =>
  can(actor, 'import:manage')
    ? (await tx.whyNot.waiting(query, MAX_RESULTS + 1)).map((row) => ({
        kind: 'row',
        id: String(row.id),
        title: fill(t.row, { row: row.row_number ?? '', file: row.title }),
        reasons: [reasonOfRow(wordReason(row)?.sentence ?? '')],
      }))
    : [];

const findHeldRecords = async ({ tx, actor }: WhyNotContext, query: WhyNotSearch): Promise<WhyNotFound[]> =>
  can(actor, 'integration:manage')
    ? (await tx.whyNot.held(query, MAX_RESULTS + 1)).map((row) => ({
        kind: 'row',
        id: String(row.id),
        title: fill(t.held, { record: row.external_id, connection: row.connection }),
        reasons: [reasonOfHeldRecord(wordReason({ ...row, reason: null })?.sentence ?? '')],
      }))
    : [];

/**
 * Explains why an expected item is not in a list, and who can change that. Items the actor may not see are reported as missing.
 * @throws Problem 400 for an invalid text or date, 403 for another person's list
 */
export const readWhyNot = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { q, start_date, end_date, user_id }: WhyNotQuery,
): Promise<WhyNot> => {
  const range = readRange(start_date, end_date);
  const userId = commissionsOf(actor, user_id);
  if (q.trim() === '') throw badRequest('text_missing', messages.refusals.textMissing, 'q');
  const query = parseWhyNotSearch(q);
  return store.transaction(async (tx) => {
    const context: WhyNotContext = { tx, actor, current: await currentConfig(tx), range, userId };
    const all: WhyNotFound[] = [];
    for (const find of [findInvoices, findDeals, findEvents, findImportRows, findHeldRecords]) all.push(...(await find(context, query)));
    all.unshift(...(await findArrived(context, query, all)));
    const [person] = userId === null ? [] : await tx.facts.people([userId]);
    return { asked: q.trim(), person: person ? fullName(person) : null, data: all.slice(0, MAX_RESULTS), more: all.length > MAX_RESULTS };
  });
};
