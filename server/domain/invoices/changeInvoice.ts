import type { Invoice } from '../../../contract/entities/invoice.ts';
import { type InvoiceEvent, invoiceLifecycle } from '../../../contract/lifecycles/invoice.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { type InvoiceState, invoiceStatusOf } from '../../../contract/rules/invoices.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { InvoiceChange, InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import { creditMemoProblem, forbidden, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { entriesOf, type InvoiceTransition, type InvoiceVerb, invoiceCauseOf } from './invoiceEffects.ts';
import { withNumber } from './invoiceNumber.ts';
import { invoiceEntityOf, invoiceFactsOf, moneyOf } from './invoiceView.ts';

export type InvoiceDeps = Pick<Services, 'store' | 'clock' | 'nudge'>;
export type InvoiceVersion = Readonly<{ id: number | null; version: number }>;
/** The locked row and its context; `today` is in the company's time zone. */
export type LockedInvoice = Readonly<{ tx: Repositories; actor: Actor; before: InvoiceRow; at: Date; today: Day }>;
type Change = InvoiceVersion &
  Readonly<{
    verb: InvoiceVerb;
    event: (before: InvoiceRow) => InvoiceEvent;
    /** Changes other than the state. */
    buildChange: (locked: LockedInvoice) => Promise<InvoiceChange>;
    /** The invoice's credit memos that change with it, locked. */
    memos?: (locked: LockedInvoice) => Promise<readonly InvoiceRow[]>;
    /** Runs after the row is written. */
    afterChange?: (locked: LockedInvoice) => Promise<void>;
    /** Additional audit entries; called last. */
    entries?: () => readonly AuditWrite[];
  }>;

const t = messages.invoiceRefusals;

/** The reason why the lifecycle refuses the step, with the current invoice. */
const refusedStep = ({ actor, before, today }: LockedInvoice, { type }: InvoiceEvent): Problem => {
  const current = invoiceEntityOf(actor, before, today);
  const { connected, memo, received, credited } = invoiceFactsOf(before);
  const createProblem = (code: string, message: string): Problem => new Problem(409, code, message, { current });
  if (memo && type === 'assign') return creditMemoProblem({ current });
  if (connected) return createProblem('invoice_connected', fill(t.connected, { source: current.source ?? '' }));
  if (type === 'cancel' && before.state === 'sent' && credited) return createProblem('invoice_credited', t.credited);
  if (type === 'cancel' && before.state === 'sent' && received) return createProblem('invoice_paid', t.paid);
  return createProblem('invoice_step', fill(t.step, { status: invoiceStatusOf(moneyOf(before), today) }));
};

/**
 * Locks the invoice, then checks permission and version.
 * @throws Problem 403, 404, 409 stale_version
 */
export const lockInvoice = async (tx: Repositories, actor: Actor, { id, version }: InvoiceVersion, at: Date): Promise<LockedInvoice> => {
  const before = id === null ? undefined : await tx.invoiceRows.lock(id);
  if (!before) throw notFoundProblem('invoice');
  if (!canAccessInvoice(actor, 'invoice:write', before)) throw forbidden();
  const { config } = await currentConfig(tx);
  const today = todayIn(config.timezone, at);
  if (before.version !== version) throw new Problem(409, 'stale_version', t.stale, { current: invoiceEntityOf(actor, before, today) });
  return { tx, actor, before, at, today };
};

/** @throws Problem 409 invoice_step, invoice_connected, invoice_paid, invoice_credited, credit_memo */
export const invoiceStateAfter = (locked: LockedInvoice, event: InvoiceEvent): InvoiceState => {
  const state = step(invoiceLifecycle, locked.before.state, event, invoiceFactsOf(locked.before));
  if (state === null) throw refusedStep(locked, event);
  return state as InvoiceState;
};

/** Reads a row that was just written. */
export const reloadInvoice = async ({ invoiceRows }: Repositories, id: number): Promise<InvoiceRow> => {
  const row = await invoiceRows.byId(id);
  if (!row) throw new Error(`the invoice ${id} was written and is not there`);
  return row;
};

/** Ids of the rows and, for credit memos, of the originals and of the invoices they pay, whose figures change too. */
const idsOf = async ({ invoiceRows }: Repositories, rows: readonly InvoiceRow[]): Promise<number[]> => {
  const ids = new Set<number>();
  for (const { id, credit_of_id } of rows) {
    ids.add(id);
    if (credit_of_id !== null) for (const relatedId of [credit_of_id, ...(await invoiceRows.paidByMemo(id))]) ids.add(relatedId);
  }
  return [...ids];
};

/**
 * Changes an invoice and recomputes its figures: locks it, then checks permission, version and lifecycle step.
 * @throws Problem 403, 404, 409, 422
 */
export const changeInvoice = ({ store, clock }: InvoiceDeps, principal: Principal, request: Change, origin: Origin): Promise<Invoice> => {
  const at = clock();
  const { actor, userId } = principal;
  const change = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<Invoice>> => {
    const locked = await lockInvoice(tx, actor, request, at);
    const { before, today } = locked;
    const state = invoiceStateAfter(locked, request.event(before));
    const values = await request.buildChange(locked);
    const memos = (await request.memos?.(locked)) ?? [];
    const changed = [before, ...memos];
    // A draft affects nobody's pay.
    const affectsPay = before.state === 'sent' || state === 'sent';
    if (affectsPay) await declareFacts({ invoices: await idsOf(tx, changed) });
    await tx.invoiceRows.change(before.id, { ...values, state }, at);
    for (const { id } of memos) await tx.invoiceRows.change(id, values, at);
    await request.afterChange?.(locked);
    const rows = await tx.invoiceRows.byIds(changed.map(({ id }) => id));
    const after = [...rows.values()];
    const finish = async () => {
      const transitions = changed.flatMap((row): InvoiceTransition[] => {
        const now = rows.get(row.id);
        return now ? [{ verb: request.verb, before: row, after: now }] : [];
      });
      const answer = invoiceEntityOf(actor, await reloadInvoice(tx, before.id), today);
      return { answer, entries: [...entriesOf(transitions, userId), ...(request.entries?.() ?? [])] };
    };
    const number = rows.get(before.id)?.invoice_number ?? before.invoice_number;
    return { why: invoiceCauseOf(request.verb, number), made: affectsPay ? [{ invoices: await idsOf(tx, after) }] : [], finish };
  };
  const work = store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => change(tx, declareFacts)));
  return withNumber(store, work);
};
