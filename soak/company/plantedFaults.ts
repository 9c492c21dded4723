import type { Day } from '../../contract/rules/time/period.ts';

/**
 * A one-line fault in the server or its rules. `acts`: acts and failures that exercise the line, and come more often while searching for
 * the fault. `first`: the first day of the search.
 */
export type PlantedFault = Readonly<{ name: string; file: string; from: string; to: string; acts: readonly string[]; first?: Day }>;

/** July is closed on the next two days, and paid on the three days after. */
const BEFORE_CLOSING = '2025-08-03';

/** `count` times the weight of an act in focus. */
const often = (count: number, act: string): string[] => Array.from({ length: count }, () => act);
// Faults share their acts, so that one company without a fault is the comparison for many.
const booking = [...often(4, 'invoice.book'), 'invoice.edit'];
const sharing = [...often(2, 'invoice.book'), ...often(3, 'payment.receive'), 'invoice.assign', 'split.set'];
const receiving = [
  ...often(2, 'invoice.book'),
  ...often(5, 'payment.receive'),
  ...often(2, 'payment.allocate'),
  'receipt.fail',
  'receipt.reverse',
];
const holding = [...often(2, 'invoice.book'), ...often(3, 'payment.receive'), ...often(2, 'hold.set')];
const payingOut = [
  ...often(2, 'invoice.book'),
  ...often(3, 'payment.receive'),
  ...often(2, 'payout.pay'),
  ...often(2, 'payout.approve'),
  'payout.complete',
  'payout.reverse',
];
const adjusting = [
  ...often(2, 'invoice.book'),
  ...often(2, 'adjustment.record'),
  ...often(2, 'adjustment.person'),
  'adjustment.decide',
  'adjustment.void',
];
const planning = [...often(2, 'invoice.book'), ...often(4, 'payment.receive'), 'plan.save'];
const versioning = [...often(4, 'invoice.book'), 'plan.version'];
const closing = [...often(3, 'invoice.book'), ...often(3, 'payment.receive'), 'adjustment.person', 'plan.save', 'month.reopen'];
const waiting = [
  ...often(2, 'invoice.book'),
  ...often(3, 'adjustment.person'),
  ...often(2, 'adjustment.record'),
  ...often(3, 'month.step'),
];
const reopening = [...often(2, 'invoice.book'), ...often(3, 'month.reopen'), ...often(3, 'month.step')];
const selling = [...often(2, 'invoice.book'), 'deal.create'];
const failing = ['invoice.book', 'payment.receive', 'lost', 'repeated', 'lost connection', 'full disk'];

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'monthly sums keep the old record',
    file: 'server/domain/commissions/recompute/updateTotals.ts',
    from: 'if (before) add(before, -1);',
    to: '',
    acts: receiving,
  },
  {
    name: 'a repeated key does the work again',
    file: 'server/domain/shared/once.ts',
    from: 'if (stored) {',
    to: 'if (stored && stored.status === 0) {',
    acts: failing,
  },
  {
    name: 'the head of the audit chain is not moved',
    file: 'server/db/repositories/audit/audit.ts',
    from: "await trx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute();",
    to: '',
    acts: receiving,
  },
  {
    name: 'a gain of its author is not stopped',
    file: 'server/domain/facts/ownPay.ts',
    from: 'if (!payGain) return [];',
    to: 'return [];',
    acts: sharing,
  },
  {
    name: 'a payment may exceed its amount',
    file: 'server/domain/payments/allocate.ts',
    from: 'if (fault) throw refusal(fault, request);',
    to: "if (fault && !fault.fault.startsWith('above')) throw refusal(fault, request);",
    acts: receiving,
  },
  {
    name: 'the card counts paid as released',
    file: 'server/domain/commissions/commissionSummary.ts',
    from: 'total_commission_not_yet_due: money(earned - released)',
    to: 'total_commission_not_yet_due: money(earned - paid)',
    acts: receiving,
  },
  {
    name: 'the lens shows the day before',
    file: 'server/domain/lens/asKnown.ts',
    from: 'const end = plusMs(startOfDay(addDays(day, 1), zone), -1);',
    to: 'const end = plusMs(startOfDay(day, zone), -1);',
    acts: receiving,
  },
  {
    name: 'a notice is written for each occurrence',
    file: 'server/db/repositories/notifications/notifications.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    from: '${link}, ${dedupe_key}, ${now.toISOString()}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    to: '${link}, null, ${now.toISOString()}',
    acts: receiving,
  },
  {
    name: 'an allocation recomputes nothing',
    file: 'server/domain/payments/writeReceipt.ts',
    from: 'made: [{ invoices }],',
    to: 'made: [],',
    acts: receiving,
  },
  {
    name: 'a password is logged',
    file: 'server/http/routes/session/login.ts',
    from: 'const origin = originOf(request);',
    to: 'const origin = (request.log.warn(JSON.stringify(request.body)), originOf(request));',
    acts: receiving,
  },
  {
    name: 'closed months are computed again',
    file: 'server/domain/commissions/recompute/closedMonths.ts',
    from: 'if (months.length === 0) return new Map();',
    to: 'if (months.length >= 0) return new Map();',
    acts: closing,
    first: BEFORE_CLOSING,
  },
  {
    name: 'a bounced payment still pays',
    file: 'server/domain/payments/stepReceipt.ts',
    from: 'await tx.allocations.setState(before.id, state, day);',
    to: "if (event.type !== 'fail') await tx.allocations.setState(before.id, state, day);",
    acts: receiving,
  },
  {
    name: 'a reversal takes half back',
    file: 'server/db/repositories/payments/allocations.ts',
    from: 'select r.id, p.invoice_id, -p.amount_cents, r.received_on',
    to: 'select r.id, p.invoice_id, -(p.amount_cents / 2), r.received_on',
    acts: receiving,
  },
  {
    name: 'a removed allocation moves no pay',
    file: 'server/domain/payments/stepReceipt.ts',
    from: 'await declareFacts(current.map(({ invoice_id }) => invoice_id));',
    to: '',
    acts: receiving,
  },
  {
    name: 'a payment leaves no audit row',
    file: 'server/domain/payments/recordReceipt.ts',
    from: "entries: [paymentEntry({ verb: 'recorded', before: null, after: { type: 'customer_payment', row: answer } }, context)],",
    to: 'entries: [],',
    acts: receiving,
  },
  {
    name: 'the creator approves a payout',
    file: 'contract/lifecycles/payout.ts',
    from: '(!makers.includes(actorId) || otherApprovers === 0)',
    to: '(actorId !== null || makers.length === otherApprovers)',
    acts: payingOut,
  },
  {
    name: 'the proposer approves a run',
    file: 'contract/lifecycles/payoutRun.ts',
    from: '(!makers.includes(actorId) || otherApprovers === 0)',
    to: '(actorId !== null || makers.length === otherApprovers)',
    acts: closing,
    first: BEFORE_CLOSING,
  },
  {
    name: 'a reversed payout keeps its lines',
    file: 'server/domain/payouts/stepPayout.ts',
    from: 'await tx.payouts.reverseLines(row.id, id);',
    to: '',
    acts: payingOut,
  },
  {
    name: 'a payout counts as paid before it is',
    file: 'server/db/repositories/commissions/records.ts',
    from: "from payout_lines l join payouts o on o.id = l.payout_id where l.commission_id = r.id and o.state = 'completed'",
    to: "from payout_lines l join payouts o on o.id = l.payout_id where l.commission_id = r.id and o.state <> 'failed'",
    acts: payingOut,
  },
  {
    name: 'a payout is announced twice',
    file: 'server/domain/payouts/payoutEffects.ts',
    from: "if (deed === 'completed') await notify(tx, 'payoutCompleted', payeeNotice, { ...audience, to: [payee] });",
    to: "if (deed === 'completed') for (const time of ['', '2']) await notify(tx, 'payoutCompleted', { ...payeeNotice, occurrence: occurrence + time }, { ...audience, to: [payee] });",
    acts: payingOut,
  },
  {
    name: 'the threshold counts nothing',
    file: 'contract/lifecycles/adjustment.ts',
    from: '!proposed && !own && others + Math.max(Math.abs(amount), Math.abs(amount - counted)) <= threshold,',
    to: '!proposed && !own && Math.min(others, amount, counted) <= threshold,',
    acts: adjusting,
  },
  {
    name: 'authors decide their own adjustments',
    file: 'contract/lifecycles/adjustment.ts',
    from: 'mayDecide: ({ context }, params: { actorId: string }) => context.deciders.includes(params.actorId),',
    to: "mayDecide: (_, params: { actorId: string }) => params.actorId !== '',",
    acts: adjusting,
  },
  {
    name: 'a void adjustment counts',
    file: 'server/db/repositories/commissions/records.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    from: "where commission_id = any(${ids}) and state = 'approved' group by 1`.execute(query),",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    to: "where commission_id = any(${ids}) and state in ('approved', 'void') group by 1`.execute(query),",
    acts: adjusting,
  },
  {
    name: 'an adjustment leaves no audit row',
    file: 'server/domain/adjustments/createAdjustment.ts',
    from: 'entries: [adjustmentEntryOf(adjustmentStep)] };',
    to: 'entries: [] };',
    acts: adjusting,
  },
  {
    name: 'commission is rounded down',
    file: 'contract/rules/money.ts',
    from: '(remainder * 2 >= PPM ? 1 : 0)',
    to: '(remainder * 2 >= 2 * PPM ? 1 : 0)',
    acts: booking,
  },
  {
    name: 'the quota is a cent too high',
    file: 'contract/rules/commission/engine/price.ts',
    from: 'const counted = Math.min(quota, cum + counts) - Math.min(quota, cum);',
    to: 'const counted = Math.min(quota + 1, cum + counts) - Math.min(quota + 1, cum);',
    acts: booking,
  },
  {
    name: 'a wait ends a day early',
    file: 'contract/rules/commission/release.ts',
    from: 'const from = addDays(asOf, -waitDays);',
    to: 'const from = addDays(asOf, 1 - waitDays);',
    acts: planning,
  },
  {
    name: 'a part of a payment releases all',
    file: 'contract/rules/commission/commission.ts',
    from: '(gross >= 0 ? received >= gross : received <= gross)',
    to: '(gross >= 0 ? received > 0 : received <= gross)',
    acts: receiving,
  },
  {
    name: 'a proportional release is a cent too high',
    file: 'contract/rules/commission/commission.ts',
    from: ': roundRatio(BigInt(earned) * BigInt(Math.max(0, settled)), BigInt(total));',
    to: ': roundRatio(BigInt(earned) * BigInt(Math.max(0, settled)), BigInt(total)) + 1;',
    acts: planning,
  },
  {
    name: 'a hold stops nothing',
    file: 'contract/rules/commission/hold.ts',
    from: 'Math.max(0, Math.min(released, paid))',
    to: 'Math.max(0, released)',
    acts: holding,
  },
  {
    name: 'a share loses a cent',
    file: 'contract/rules/commission/split.ts',
    from: '.slice(0, missingCents)',
    to: '.slice(0, 0)',
    acts: sharing,
  },
  {
    name: 'a plan version holds from the first of its month',
    file: 'contract/rules/commission/config.ts',
    from: 'effectiveFrom <= day',
    to: 'effectiveFrom.slice(0, 7) <= day.slice(0, 7)',
    acts: versioning,
  },
  {
    name: 'a sum of the company is stale',
    file: 'server/domain/commissions/recompute/updateTotals.ts',
    from: 'if (company.length > 0) await records.addToCompany(company);',
    to: '',
    acts: booking,
  },
  {
    name: 'managers keep their share of the past',
    file: 'server/domain/commissions/recompute/managers.ts',
    from: 'if (!hasReach(reach)) return [...affected];',
    to: 'return [...affected];',
    acts: booking,
  },
  {
    name: 'a morning releases nothing',
    file: 'server/domain/commissions/recompute/beginDay.ts',
    from: 'if (outdated.length === 0) return 0;',
    to: 'return 0;',
    acts: holding,
  },
  {
    name: 'one signature closes a month',
    file: 'server/domain/payPeriods/periods.ts',
    from: 'const SIGNERS_NEEDED = 2;',
    to: 'const SIGNERS_NEEDED = 1;',
    acts: closing,
    first: BEFORE_CLOSING,
  },
  {
    name: 'a month closes while something waits',
    file: 'contract/lifecycles/payPeriod.ts',
    from: 'context.pendingAdjustments === 0 &&',
    to: '',
    acts: waiting,
  },
  {
    name: 'payments may be dated in a closed month',
    file: 'server/domain/payPeriods/periods.ts',
    from: 'if (!closed) return;',
    to: 'return;',
    acts: closing,
    first: BEFORE_CLOSING,
  },
  {
    name: 'a list of commissions is unscoped',
    file: 'server/domain/commissions/commissionQuestion.ts',
    from: 'return Number(actor.id);\n};',
    to: 'return null;\n};',
    acts: selling,
  },
  {
    name: 'a list of deals is unscoped',
    file: 'server/domain/deals/listDeals.ts',
    from: 'const question = { ...carried, owners: await readableOwners(store, actor) };',
    to: 'const question = { ...carried, owners: (await readableOwners(store, actor)) && null };',
    acts: selling,
  },
  {
    name: 'finance reopens months',
    file: 'contract/permissions.ts',
    from: "'period:reopen': only('admin'),",
    to: "'period:reopen': only('finance', 'admin'),",
    acts: reopening,
    first: BEFORE_CLOSING,
  },
  {
    name: 'managers hold records',
    file: 'contract/permissions.ts',
    from: "'commission:hold': only('finance', 'vp_sales', 'admin'),",
    to: "'commission:hold': only('finance', 'vp_sales', 'admin', 'sales_manager'),",
    acts: holding,
  },
  {
    name: 'a split leaves no audit row',
    file: 'server/domain/splits/splitInvoice.ts',
    from: 'entries: [{ ...entry, before: auditedFieldsOf(current), after: auditedFieldsOf(after) }] };',
    to: 'entries: [] };',
    acts: sharing,
  },
  {
    name: 'a lost connection is an error of ours',
    file: 'server/db/unreachable.ts',
    from: '57P\\d\\d|',
    to: '',
    acts: failing,
  },
  {
    name: 'a full disk is an error of ours',
    file: 'server/db/diskFull.ts',
    from: "'53100', ",
    to: '',
    acts: failing,
  },
];
