import type { BankReasonCode, BankTargetKind, NoMatchReason } from '../../entities/bank.ts';
import type { Cents } from '../money.ts';
import { type Day, daysBetween } from '../time/period.ts';
import { invoiceNumbersIn, similarityOf } from './names.ts';

/** A transaction to evaluate. `amount` is positive in either direction; `text` is all text of the transaction. */
export type BankMoney = Readonly<{ amount: Cents; day: Day; counterparty: string; text: string; settled: boolean; internal: boolean }>;
/** A possible match. `open`: the unpaid amount; `party`: the customer or person. */
export type BankTarget = Readonly<{
  kind: BankTargetKind;
  id: number;
  label: string;
  name: string;
  party: number;
  day: Day;
  open: Cents;
}>;
export type BankReason = Readonly<{ code: BankReasonCode; cents?: Cents; days?: number; label?: string; name?: string }>;
export type MatchLine = Readonly<Pick<BankTarget, 'kind' | 'id' | 'label' | 'name' | 'day'> & { amount: Cents }>;
export type BankCandidateMatch = Readonly<{ score: number; reasons: readonly BankReason[]; lines: readonly MatchLine[] }>;
/** `chosen` null: nothing is proposed, for the reason in `wait`; `equal`: number of equally good candidates. */
export type BankProposal = Readonly<{
  chosen: BankCandidateMatch | null;
  wait: NoMatchReason | null;
  equal: number;
  candidates: readonly BankCandidateMatch[];
}>;

/** The minimum score of a proposal, and its minimum lead over the runner-up. */
const MIN_SCORE = 50;
const MIN_LEAD = 10;
const MAX_CANDIDATES = 5;
const MAX_SUMMED_ITEMS = 20;
const pointsByReason: Readonly<Record<BankReasonCode, number>> = {
  amount_exact: 40,
  amount_part: 10,
  amount_over: 5,
  amount_sum: 40,
  number: 40,
  name_same: 30,
  name_alike: 15,
  remembered: 35,
  days: 0,
  only_amount: 10,
  only_open: 10,
};

/** Payments must be near their day; invoices may be paid within some weeks of their due day. */
const dayPoints = (kind: BankTargetKind, days: number): number => {
  if (kind === 'invoice') return days <= 30 ? 5 : 0;
  return days <= 1 ? 20 : days <= 3 ? 10 : days <= 10 ? 5 : 0;
};

const amountReason = ({ amount }: BankMoney, { kind, open }: BankTarget): BankReason | null => {
  if (amount === open) return { code: 'amount_exact' };
  if (kind !== 'invoice') return null;
  return amount < open ? { code: 'amount_part', cents: open } : { code: 'amount_over', cents: open };
};
const nameReason = (money: BankMoney, { party, name, kind }: BankTarget, rememberedPayerId: number | null): BankReason | null => {
  if (kind === 'run') return null;
  if (rememberedPayerId === party) return { code: 'remembered', name };
  const similarity = similarityOf(money.counterparty, name);
  return similarity === 'other' ? null : { code: similarity === 'same' ? 'name_same' : 'name_alike', name };
};

const scoreOf = (reasons: readonly BankReason[], extraPoints: number): number =>
  Math.min(
    100,
    reasons.reduce((sum, { code }) => sum + pointsByReason[code], extraPoints),
  );
const lineOf = ({ kind, id, label, name, day }: BankTarget, amount: Cents): MatchLine => ({ kind, id, label, name, day, amount });

/** A single target as a candidate; null if the amount rules it out, or a partial amount is the only evidence. */
const matchSingle = (
  money: BankMoney,
  target: BankTarget,
  targets: readonly BankTarget[],
  rememberedPayerId: number | null,
): BankCandidateMatch | null => {
  const amount = amountReason(money, target);
  if (!amount) return null;
  const name = nameReason(money, target, rememberedPayerId);
  const isNumberMentioned = target.kind === 'invoice' && invoiceNumbersIn(money.text).includes(target.label.toLowerCase());
  if (amount.code !== 'amount_exact' && !name && !isNumberMentioned) return null;
  const days = Math.abs(daysBetween(money.day, target.day));
  const dateScore = dayPoints(target.kind, days);
  const isUniqueAmount = amount.code === 'amount_exact' && targets.filter(({ open }) => open === money.amount).length === 1;
  const isOnlyOpenItem =
    amount.code === 'amount_part' && name !== null && targets.filter(({ party }) => party === target.party).length === 1;
  const reasons: BankReason[] = [
    amount,
    ...(isNumberMentioned ? [{ code: 'number', label: target.label } as const] : []),
    ...(name ? [name] : []),
    ...(dateScore > 0 ? [{ code: 'days', days } as const] : []),
    ...(isUniqueAmount ? [{ code: 'only_amount' } as const] : []),
    ...(isOnlyOpenItem ? [{ code: 'only_open' } as const] : []),
  ];
  return { score: scoreOf(reasons, dateScore), reasons, lines: [lineOf(target, Math.min(money.amount, target.open))] };
};

/** All open invoices of a customer, or those named in the memo, if they add up to exactly the amount received. */
const matchSums = (money: BankMoney, targets: readonly BankTarget[], rememberedPayerId: number | null): BankCandidateMatch[] => {
  const invoices = targets.filter(({ kind }) => kind === 'invoice');
  const numbers = invoiceNumbersIn(money.text);
  return [...new Set(invoices.map(({ party }) => party))].flatMap((party) => {
    const openInvoices = invoices.filter((candidate) => candidate.party === party);
    const mentioned = openInvoices.filter(({ label }) => numbers.includes(label.toLowerCase()));
    const parts = mentioned.length > 1 ? mentioned : openInvoices;
    const [first] = parts;
    if (!first || parts.length < 2 || parts.length > MAX_SUMMED_ITEMS) return [];
    if (parts.reduce((sum, { open }) => sum + open, 0) !== money.amount) return [];
    const name = nameReason(money, first, rememberedPayerId);
    if (!name && mentioned.length < 2) return [];
    const reasons: BankReason[] = [
      { code: 'amount_sum', days: parts.length },
      ...(mentioned.length > 1 ? [{ code: 'number', label: mentioned.map(({ label }) => label).join(', ') } as const] : []),
      ...(name ? [name] : []),
    ];
    return [{ score: scoreOf(reasons, 0), reasons, lines: parts.map((part) => lineOf(part, part.open)) }];
  });
};

/**
 * The most likely match of a bank transaction (decisions 2.15, 2.16): the one candidate that stands out, or none. If several fit equally
 * well, none is proposed.
 * @param rememberedPayerId the customer or person remembered for this counterparty
 */
export const proposeMatch = (money: BankMoney, targets: readonly BankTarget[], rememberedPayerId: number | null): BankProposal => {
  const noProposal = { chosen: null, equal: 0, candidates: [] };
  if (!money.settled) return { ...noProposal, wait: 'pending' };
  if (money.internal) return { ...noProposal, wait: 'internal' };
  const candidates = [
    ...targets.flatMap((target) => matchSingle(money, target, targets, rememberedPayerId) ?? []),
    ...matchSums(money, targets, rememberedPayerId),
  ].toSorted(
    (a, b) =>
      b.score - a.score || (a.lines[0]?.day ?? '').localeCompare(b.lines[0]?.day ?? '') || (a.lines[0]?.id ?? 0) - (b.lines[0]?.id ?? 0),
  );
  const topCandidates = candidates.slice(0, MAX_CANDIDATES);
  const [best] = candidates;
  if (!best) return { ...noProposal, wait: 'none' };
  if (best.score < MIN_SCORE) return { chosen: null, wait: 'weak', equal: 0, candidates: topCandidates };
  const contenderCount = candidates.filter(({ score }) => best.score - score < MIN_LEAD).length;
  if (contenderCount > 1) return { chosen: null, wait: 'several', equal: contenderCount, candidates: topCandidates };
  return { chosen: best, wait: null, equal: 0, candidates: topCandidates };
};
