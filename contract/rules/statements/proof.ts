import type { Day } from '../time/period.ts';
import { leafHash, type MerklePlace, rootFromLeaf } from './merkle.ts';
import type { StatementFigures } from './recompute.ts';

/** The name of the attachment of a statement's PDF. */
export const PROOF_FILE = 'statement-proof.json';
export const STATEMENT_FORMAT = 'quotaboard-statement-1';

/**
 * A month's statement of one person, as it was proved. `month`: YYYY-MM. `salt`: 32 random bytes in hexadecimal, so that nobody finds a
 * colleague's pay by hashing likely amounts.
 */
export type ProvedStatement = StatementFigures &
  Readonly<{ format: typeof STATEMENT_FORMAT; month: string; person: Readonly<{ id: string; name: string }>; salt: string }>;
/** `leaf`: the JSON of a `ProvedStatement`, byte for byte as it was hashed. */
export type StatementProof = MerklePlace & Readonly<{ leaf: string; root: string }>;

export type ProofProblem = 'unreadable' | 'notUnderRoot' | 'otherRoot' | 'otherMonth';
export type CheckedProof = Readonly<{ statement: ProvedStatement; problem: ProofProblem | null }> | Readonly<{ problem: 'unreadable' }>;

const parseLeaf = (text: string): ProvedStatement | null => {
  try {
    const leaf = JSON.parse(text);
    return leaf?.format === STATEMENT_FORMAT ? leaf : null;
  } catch {
    return null;
  }
};

const monthOf = (day: Day): string => day.slice(0, 7);

/** The days of a statement's rows; null if it has no such rows. */
const daysOf = ({ lines, adjustments, payouts }: Partial<ProvedStatement>): readonly Day[] | null => {
  if (!Array.isArray(lines) || !Array.isArray(adjustments) || !Array.isArray(payouts)) return null;
  const days = [...lines, ...adjustments, ...payouts].map((row) => row?.date);
  return days.every((day) => typeof day === 'string') ? days : null;
};

/** @param published the root that was published for the month, if the reader has it */
export const checkProof = async (proof: StatementProof, published: string = proof.root): Promise<CheckedProof> => {
  const statement = parseLeaf(proof.leaf);
  const days = statement && daysOf(statement);
  if (statement === null || days === null) return { problem: 'unreadable' };
  const root = await rootFromLeaf(await leafHash(proof.leaf), proof);
  if (root === null || root !== proof.root) return { statement, problem: 'notUnderRoot' };
  if (root !== published.toLowerCase()) return { statement, problem: 'otherRoot' };
  return { statement, problem: days.every((day) => monthOf(day) === statement.month) ? null : 'otherMonth' };
};
