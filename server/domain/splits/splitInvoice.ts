import type { InvoiceSplit, SplitBody } from '../../../contract/entities/split.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { percent } from '../../../contract/rules/commission/explain/wording.ts';
import { PPM } from '../../../contract/rules/money.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { SplitInvoiceRow } from '../../db/repositories/commissions/splits.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { lockWithManagers } from '../commissions/recompute/index.ts';
import { type ChangeContext, changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { proposable } from '../facts/proposable.ts';
import { notifyReducedEarnings } from '../invoices/lostNotices.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { createCreditCheck } from '../shared/mayBeCredited.ts';
import { creditMemoProblem, forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { idsIn, readShares, type Share } from './splitForm.ts';
import { readCurrentSplit } from './splitView.ts';

const t = messages.splits.refused;
type Deps = Pick<Services, 'store' | 'clock'>;
/** `shares`: empty to restore the plan's split. */
type SplitRequest = Readonly<{ shares: readonly Share[]; reason: string; version: number }>;

const idText = (id: number | null): string | null => (id === null ? null : String(id));

/** @throws Problem 403, 404; checked before the form is parsed (decisions 3.05) */
export const findInvoiceToSplit = async (
  { splits }: Pick<Repositories, 'splits'>,
  actor: Actor,
  id: number | null,
): Promise<SplitInvoiceRow> => {
  const invoice = id === null ? undefined : await splits.invoice(id);
  if (!invoice) throw notFoundProblem('invoice');
  const target = { owner_id: idText(invoice.salesperson_id), owner_manager_id: idText(invoice.manager_id) };
  if (!can(actor, 'split:write', target)) throw forbidden();
  return invoice;
};

/** Managers may split only among their team, including the people who currently have a share. @throws Problem 403 */
const assertTeam = (actor: Actor, people: readonly Readonly<{ manager_id: number | null }>[]): void => {
  const isTeam = people.every(({ manager_id }) => can(actor, 'split:write', { owner_manager_id: idText(manager_id) }));
  if (!isTeam) throw new Problem(403, 'forbidden', t.notTeam);
};

/** @throws Problem 409 for an invoice that cannot be split */
const assertSplittable = ({ state, salesperson_id, credit_of_id, invoice_number: invoice }: SplitInvoiceRow): void => {
  if (credit_of_id !== null) throw creditMemoProblem();
  if (state === 'cancelled') throw new Problem(409, 'invoice_cancelled', fill(t.cancelled, { invoice }));
  if (salesperson_id === null) throw new Problem(409, 'invoice_unassigned', fill(t.unassigned, { invoice }));
};

/** People may not increase their own share of an invoice that has its own rate (decisions 2.14). @throws Problem 422 */
const assertRateOfOthers = (
  { actor, userId }: Principal,
  { rate_override }: SplitInvoiceRow,
  current: InvoiceSplit,
  shares: readonly Share[],
) => {
  const index = shares.findIndex((share) => share.userId === userId);
  const currentShare = current.shares.find(({ user_id }) => user_id === actor.id)?.share ?? 0;
  const share = (shares[index]?.sharePpm ?? 0) / PPM;
  if (rate_override !== null && share > currentShare) throw formProblem({ [`shares.${index}.share`]: messages.invoiceFormText.rateOwn });
};

const auditedFieldsOf = ({ shares }: InvoiceSplit) => ({ shares: shares.map(({ name, share }) => `${name} ${percent(share)}`).join(', ') });

/** Reads the invoice again under its lock, so that nobody adds a credit memo meanwhile, which would copy the old split. */
const lockInvoiceToSplit = async (tx: Repositories, actor: Actor, id: number | null): Promise<SplitInvoiceRow> => {
  await tx.invoiceRows.lock((await findInvoiceToSplit(tx, actor, id)).id);
  return findInvoiceToSplit(tx, actor, id);
};

const write = async (
  tx: Repositories,
  { principal, at }: Pick<ChangeContext, 'principal' | 'at'>,
  invoice: SplitInvoiceRow,
  { shares, reason, version }: SplitRequest,
  declareFacts: DeclareFacts,
): Promise<WriteResult<InvoiceSplit>> => {
  const { actor, userId } = principal;
  // Always includes the seller, so that of two concurrent changes to a split the second sees the first.
  const before = await tx.splits.current(invoice.id);
  const everybody = [...before.map(({ user_id }) => user_id), ...shares.map((share) => share.userId)];
  await lockWithManagers(tx, [...everybody, invoice.salesperson_id ?? 0]);
  const current = await readCurrentSplit(tx, invoice);
  if (current.version !== version) throw new Problem(409, 'stale_version', t.stale, { current: current });
  assertTeam(actor, await tx.splits.people([...new Set([...current.shares.map(({ user_id }) => Number(user_id)), ...everybody])]));
  assertRateOfOthers(principal, invoice, current, shares);
  if (shares.length === 0 && !current.by_hand) throw new Problem(409, 'not_split', fill(t.none, { invoice: invoice.invoice_number }));
  const hasMoved = await tx.splits.affectedInvoices(invoice.id);
  for (const { booking_date } of hasMoved) await assertOpen(tx, booking_date);
  if (hasMoved.length === 0) await assertOpen(tx, invoice.booking_date);
  await declareFacts({ invoices: hasMoved.map(({ id }) => id) });
  const { config } = await currentConfig(tx);
  await tx.splits.replace(invoice.id, shares, { reason, actorId: userId, day: todayIn(config.timezone, at), at });
  const kind = shares.length === 0 ? 'split_removed' : 'split';
  const cause = { kind, invoice: invoice.invoice_number, reason } as const;
  const finish = async () => {
    const after = await readCurrentSplit(tx, invoice);
    await notifyReducedEarnings(tx, { userId, at }, { ...invoice, version: after.version }, current.shares, after.shares);
    const entry = { actorId: userId, action: `invoice.${kind}`, entity: 'invoice', entityId: String(invoice.id), cause: cause };
    return { answer: after, entries: [{ ...entry, before: auditedFieldsOf(current), after: auditedFieldsOf(after) }] };
  };
  return { why: cause, finish };
};

/**
 * Sets a manual split of an invoice, replacing the plan's split (decisions 2.08). Its credit memos get the same split (decisions 2.23).
 * Records are recomputed in the same transaction.
 * @throws Problem 403, 404, 409 period_closed, stale_version, invoice_cancelled, invoice_unassigned, credit_memo, 422
 */
export const splitInvoice = proposable(
  'split.set',
  ({ store, clock }: Deps, principal: Principal, id: number | null, body: SplitBody, origin: Origin): Promise<InvoiceSplit> => {
    const context = { principal, origin, at: clock() };
    const split = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<InvoiceSplit>> => {
      const invoice = await lockInvoiceToSplit(tx, principal.actor, id);
      const people = await tx.splits.people(idsIn(body));
      const maySell = await createCreditCheck(tx, idsIn(body));
      const shares = readShares(body, people, (userId) => maySell(userId, invoice.booking_date));
      assertSplittable(invoice);
      return write(tx, context, invoice, { shares, reason: body.reason.trim(), version: body.version }, declareFacts);
    };
    return store.transaction((tx) => changeFacts(tx, context, (declareFacts) => split(tx, declareFacts)));
  },
);

/** Removes a manual split. @throws Problem 403, 404, 409 not_split, period_closed, stale_version */
export const removeSplit = proposable(
  'split.remove',
  ({ store, clock }: Deps, principal: Principal, id: number | null, version: number, origin: Origin): Promise<InvoiceSplit> => {
    const context = { principal, origin, at: clock() };
    const remove = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<InvoiceSplit>> => {
      const invoice = await lockInvoiceToSplit(tx, principal.actor, id);
      return write(tx, context, invoice, { shares: [], reason: '', version }, declareFacts);
    };
    return store.transaction((tx) => changeFacts(tx, context, (declareFacts) => remove(tx, declareFacts)));
  },
);
