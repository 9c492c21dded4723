import { byBooking } from '../../../../../contract/rules/commission/commission.ts';
import type { Release } from '../../../../../contract/rules/commission/plan.ts';
import { createCounters, type QuotaCounter } from '../../../../../contract/rules/commission/quota.ts';
import { clampToEarned, movedAmount, type Releasable } from '../../../../../contract/rules/commission/release.ts';
import { groupBy } from '../../../../../contract/rules/groupBy.ts';
import type { Cents } from '../../../../../contract/rules/money.ts';
import type { Day } from '../../../../../contract/rules/time/period.ts';
import type { FactRow } from '../../../../db/repositories/commissions/facts.ts';
import type { StoredRow } from '../../../../db/repositories/commissions/records.ts';
import type { VersionedConfig } from '../../../plans/config.ts';
import { planOn } from './credits.ts';
import { type ExpectedRecord, holderOf, type PersonFacts } from './expectedRecords.ts';
import { type Originals, rootOf } from './originals.ts';

/** The amount of `movedBySettled` as last recorded for the record of a settled invoice or of its memo. */
export const movedAsRecorded = (
  { reason, released_cents, adjusted }: Pick<StoredRow, 'reason' | 'released_cents' | 'adjusted'>,
  release: Release,
  releasable: Releasable,
  today: Day,
): Cents => (reason === 'moved_by_credit' ? movedAmount(release, releasable, released_cents, today) - adjusted : 0);

type MovedContext = Readonly<{
  current: VersionedConfig;
  expected: ReadonlyMap<number, ExpectedRecord>;
  originals: Originals;
  /** True if credits cover the whole invoice and the customer paid nothing that a term of the release waits for. */
  isSettled: (root: FactRow) => boolean;
  movedAsStored: (fact: FactRow, row: StoredRow) => Cents;
  isClosed: (fact: FactRow) => boolean;
}>;
/** An invoice settled by credits and its memos, all in one quota period. */
type Family = Readonly<{ root: FactRow; memos: readonly FactRow[] }>;

const familiesOf = (facts: readonly FactRow[], { originals, isSettled }: MovedContext): Family[] => {
  const memosOf = groupBy(
    facts.filter((fact) => rootOf(fact) !== null),
    rootOf,
  );
  if (memosOf.size === 0) return [];
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  return [...memosOf].flatMap(([id, memos]) => {
    const root = id === null ? undefined : factOf.get(id);
    const isWhole = root && originals.membersOf(root.id).every((member) => factOf.has(member.id));
    return isWhole && isSettled(root) ? [{ root, memos }] : [];
  });
};

/**
 * The amounts by which credit memos of settled invoices reduce other sales of the quota period that their revenue had lifted
 * (decisions 2.23): the remaining sum of the invoices and their memos. The amount is on the last memos, or on the last invoices if other
 * sales' memos reduced them, and is due although nobody will pay the invoice. Amounts released in a closed month are unchanged.
 */
export const movedBySettled = ({ person, facts, stored }: PersonFacts, computed: MovedContext): ReadonlyMap<number, Cents> => {
  const { current, expected, originals, isClosed, movedAsStored: movedOf } = computed;
  const families = familiesOf(facts, computed);
  const moved = new Map<number, Cents>();
  if (families.length === 0) return moved;
  const storedOf = new Map(stored.map((row) => [row.invoice_id, row]));
  const counterAt = createCounters(current.config, holderOf(person));
  const counterOf = ({ booking_date: day }: FactRow): QuotaCounter | null => {
    const plan = planOn(current.config, person, day);
    return plan && counterAt(plan, day);
  };
  const amountOf = ({ id }: FactRow): Cents =>
    (originals.fixed(id) ?? expected.get(id)?.computed ?? originals.recorded(id) ?? { amount: 0 }).amount;
  const inOnePeriod = families.filter(({ root, memos }) => memos.every((memo) => counterOf(memo) === counterOf(root)));
  const byCounter = groupBy(inOnePeriod, ({ root }) => counterOf(root));
  byCounter.delete(null);
  for (const sameCounter of byCounter.values()) {
    const [roots, memos] = [sameCounter.map(({ root }) => root), sameCounter.flatMap((family) => family.memos)];
    let remaining = 0;
    for (const fact of [...roots, ...memos]) {
      const row = isClosed(fact) ? storedOf.get(fact.id) : undefined;
      remaining += amountOf(fact) - (row ? movedOf(fact, row) : 0);
    }
    for (const fact of (remaining < 0 ? memos : roots).sort((a, b) => byBooking(b, a))) {
      if (isClosed(fact)) continue;
      const part = clampToEarned(amountOf(fact), remaining);
      moved.set(fact.id, part);
      remaining -= part;
    }
  }
  return moved;
};
