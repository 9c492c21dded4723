import type { Explanation } from '../../entities/explanation.ts';
import { fromCents } from '../money.ts';
import { blocksOf } from './explain/blocks.ts';
import { requiredChangesOf } from './explain/dueTriggers.ts';
import { type Facts, holdOn, releasingInvoiceOf, standingOf } from './explain/facts.ts';
import { formulaOf } from './explain/formula.ts';
import { reasonOf } from './explain/reason.ts';
import { calculationRowsOf } from './explain/rows.ts';
import { sentenceOf } from './explain/sentence.ts';

export type { Facts } from './explain/facts.ts';

/** Explains a record on a day (decisions 2.04): status, sentence, formula, rows and blocks, all from the given facts. */
export const explainRecord = (facts: Facts): Explanation => {
  const standing = standingOf(facts);
  const { asOf, booking, computed, memos, adjustments } = facts;
  const { excluded } = booking;
  const { capped } = computed;
  const reason = reasonOf({ asOf, excluded, capped, releasing: releasingInvoiceOf(facts), memos, adjustments }, standing);
  const hold = holdOn(facts, facts.asOf);
  return {
    commission_id: facts.commissionId,
    as_of: facts.asOf,
    status: standing.status,
    reason,
    sentence: sentenceOf(facts, standing, reason),
    formula: formulaOf(facts, standing),
    rows: calculationRowsOf(facts),
    takes: requiredChangesOf(facts, standing),
    ...(hold ? { hold: { reason: hold.reason, by: hold.by, since: hold.from, until: hold.until } } : {}),
    blocks: blocksOf(facts, standing, reason),
    plan: {
      id: facts.plan.id,
      name: facts.plan.name,
      version: facts.version,
      ...(facts.planIndex === undefined ? {} : { clause: `plans[${facts.planIndex}]` }),
    },
    amounts: {
      commission: fromCents(facts.computed.amount),
      adjustments: fromCents(standing.adjustments),
      total: fromCents(standing.earned),
      released: fromCents(standing.released),
      paid: fromCents(standing.paid),
      due: fromCents(standing.due),
    },
  };
};
