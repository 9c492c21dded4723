import type { ProvedStatement, StatementProof } from '../../../contract/rules/statements/proof.ts';
import type { StatementFigures } from '../../../contract/rules/statements/recompute.ts';
import { type DateRange, periodAt } from '../../../contract/rules/time/period.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { StatementContent } from './statementContent.ts';
import { statementFiguresOf } from './statementFigures.ts';

/**
 * `range`: not exactly one closed month; `unpublished`: its closing has no root; `notIssued`: the root does not cover this person's
 * statement; `moved`: an earlier month was reopened since.
 */
export type WhyUnproved = 'range' | 'unpublished' | 'notIssued' | 'moved';
export type ReadProof = Readonly<{ proof: StatementProof; figures: StatementFigures }> | Readonly<{ why: WhyUnproved }>;

const withoutRuns = (figures: StatementFigures): string => {
  const { balances, lines, adjustments, payouts } = figures;
  return canonicalJson({ balances, lines, adjustments, payouts });
};

/** The proof of a person's statement (decisions 2.38), or why there is none. */
export const readProof = async (
  { statementRoots }: Pick<Repositories, 'statementRoots'>,
  userId: number,
  { start_date, end_date }: DateRange,
  content: StatementContent,
): Promise<ReadProof> => {
  const month = periodAt('month', start_date);
  const closing = start_date === month.start_date && end_date === month.end_date ? await statementRoots.closingOf(start_date) : undefined;
  if (!closing) return { why: 'range' };
  const proved = await statementRoots.proved(closing.id, userId);
  if (!proved) return { why: closing.root === null ? 'unpublished' : 'notIssued' };
  const { leaf, position: index, path, root, statements: size } = proved;
  const figures: ProvedStatement = JSON.parse(leaf);
  if (withoutRuns(figures) !== withoutRuns(statementFiguresOf(content, []))) return { why: 'moved' };
  return { proof: { leaf, index, size, path, root }, figures };
};
