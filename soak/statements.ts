// npm run soak -- statements [CHANGES] [SEED]: changes proved statements, each time one character of the file or one line, and counts the
// changes that still pass. A forger may also hash everything again and add up the balances; then the plan gives the changed line away. Changed
// inputs (sales, plan, opening balance) agree with themselves: only the published root gives them away, so they are not tried.
import { parseConfig } from '../contract/rules/commission/config.ts';
import { type Booking, computePeriod } from '../contract/rules/commission/engine.ts';
import { leafHash } from '../contract/rules/statements/merkle.ts';
import { checkProof, type ProvedStatement, STATEMENT_FORMAT, type StatementProof } from '../contract/rules/statements/proof.ts';
import { type CheckRun, recomputeStatement } from '../contract/rules/statements/recompute.ts';
import { randomOf } from '../server/demo/random.ts';
import { proofsOf, withOtherCharacter } from '../tests/contract/statements/proofs.ts';

const [wanted = 100_000, seed = 20_261_130] = process.argv.slice(2).map(Number);
if (!(wanted > 0) || Number.isNaN(seed)) {
  console.error('usage: npm run soak -- statements [CHANGES] [SEED]');
  process.exit(2);
}
const PEOPLE = 200;
const MAX_SALES = 12;
const ASCII = 127;
const MAX_PLACE = 1e9;
const random = randomOf(`statements ${seed}`);
const [plan] = parseConfig('{}').config?.plans ?? [];
if (!plan) throw new Error('the defaults have a plan');

const statementOf = (person: number): ProvedStatement => {
  const bookings = Array.from({ length: random.int(1, MAX_SALES) }, (_, index): Booking => {
    const id = person * MAX_SALES + index;
    const net = random.int(100, 40_000_00);
    const sale = { id, invoiceNumber: `T-${id}`, bookingDate: `2026-11-${String(random.int(1, 30)).padStart(2, '0')}`, net, gross: net };
    return { ...sale, credit: 'sale', creditOf: null, original: null, rateOverride: null, rateClause: null, excluded: false };
  });
  const computed = computePeriod(plan, plan.quota.amount, bookings);
  const dateOf = new Map(bookings.map(({ id, bookingDate }) => [id, bookingDate]));
  const lines = computed.map(({ id, base, over, amount }) => ({
    ...{ record: id, date: dateOf.get(id) ?? '', invoice: `T-${id}` },
    ...{ net: base + over, amount },
  }));
  const earned = lines.reduce((sum, { amount }) => sum + amount, 0);
  const records = computed.map(({ id, amount, parts }) => ({
    ...{ id, booking: id, amount },
    reasons: parts.map(({ clause, amount: cents }) => [clause, cents] as const),
  }));
  return {
    ...{ format: STATEMENT_FORMAT, month: '2026-11', person: { id: String(person), name: `Person ${person}` } },
    salt: Array.from({ length: 64 }, () => random.int(0, 15).toString(16)).join(''),
    ...{ balances: { opening: 0, earned, adjusted: 0, paid: 0, closing: earned }, lines, adjustments: [], payouts: [] },
    runs: [{ plans: [plan], quota: plan.quota.amount, memos: 'netSales', bookings: bookings.map((one) => ({ ...one, plan: 0 })), records }],
  };
};

const statements = Array.from({ length: PEOPLE }, (_, person) => statementOf(person));
const proofs = await proofsOf(statements);
const [first] = proofs;

const accepts = async (proof: StatementProof, published?: string): Promise<boolean> => {
  const checked = await checkProof(proof, published);
  if (!('statement' in checked) || checked.problem !== null) return false;
  const { differing, isBalanced } = recomputeStatement(checked.statement);
  return differing.size === 0 && isBalanced;
};

type Line = ProvedStatement['lines'][number];
const someCents = (): number => (random.chance(0.5) ? 1 : -random.int(1, 100_00));
const withMoreEarned = ({ balances, ...statement }: ProvedStatement, cents: number): ProvedStatement => {
  const { earned, closing } = balances;
  return { ...statement, balances: { ...balances, earned: earned + cents, closing: closing + cents } };
};

/** Changes a line's amount, and its record and the balances accordingly. */
const withOtherAmount = (statement: ProvedStatement, line: Line): ProvedStatement => {
  const cents = someCents();
  const raise = <Row extends Readonly<{ amount: number }>>(row: Row): Row => ({ ...row, amount: row.amount + cents });
  return {
    ...withMoreEarned(statement, cents),
    lines: statement.lines.map((one) => (one === line ? raise(one) : one)),
    runs: statement.runs.map((run) => ({ ...run, records: run.records.map((one) => (one.id === line.record ? raise(one) : one)) })),
  };
};

const withOtherNet = (statement: ProvedStatement, line: Line): ProvedStatement => ({
  ...statement,
  lines: statement.lines.map((one) => (one === line ? { ...one, net: one.net + someCents() } : one)),
});

/** Repeats a line, as the same record or as another record of the same sale. */
const withDoubledLine = (statement: ProvedStatement, line: Line): ProvedStatement => {
  const isSameRecord = random.chance(0.5);
  const record = isSameRecord ? line.record : PEOPLE * MAX_SALES + line.record;
  const withOther = (records: CheckRun['records']): CheckRun['records'] =>
    records.flatMap((one) => (one.id === line.record && !isSameRecord ? [one, { ...one, id: record }] : [one]));
  return {
    ...withMoreEarned(statement, line.amount),
    lines: [...statement.lines, { ...line, record }],
    runs: statement.runs.map((run) => ({ ...run, records: withOther(run.records) })),
  };
};

/** Hashes a forged statement into a new tree of its own. */
const rehash = async ({ leaf }: StatementProof, forge: typeof withOtherNet): Promise<StatementProof> => {
  const statement: ProvedStatement = JSON.parse(leaf);
  const line = statement.lines[random.int(0, statement.lines.length - 1)] as Line;
  const text = JSON.stringify(forge(statement, line));
  return { leaf: text, root: await leafHash(text), index: 0, size: 1, path: [] };
};

const forgeries = { amounts: withOtherAmount, nets: withOtherNet, doubled: withDoubledLine } as const;
/** Each round begins with these forgeries; its other changes replace a character. */
const forgeryOrder = ['amounts', 'nets', 'doubled'] as const;
const CHANGES_PER_ROUND = 10;

const began = performance.now();
const counts = { characters: 0, amounts: 0, nets: 0, doubled: 0, accepted: 0, refusedRight: 0 };
for (const proof of proofs) if (!(await accepts(proof, first?.root))) counts.refusedRight += 1;
for (let change = 0; change < wanted; change += 1) {
  const proof = proofs[random.int(0, PEOPLE - 1)] as StatementProof;
  const kind = forgeryOrder[change % CHANGES_PER_ROUND];
  const forged = kind
    ? await rehash(proof, forgeries[kind])
    : withOtherCharacter(proof, random.int(0, MAX_PLACE), random.int(1, ASCII - 1));
  counts[kind ?? 'characters'] += 1;
  if (!(await accepts(forged))) continue;
  counts.accepted += 1;
  console.error(JSON.stringify(forged).slice(0, 400));
}
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `statements: ${counts.characters} changed characters; hashed again: ${counts.amounts} changed amounts, ${counts.nets} changed nets and ${counts.doubled} doubled lines; ${counts.accepted} accepted, ${counts.refusedRight} of ${PEOPLE} right statements refused, ${seconds} s, seed ${seed}`,
);
process.exitCode = counts.accepted + counts.refusedRight > 0 ? 1 : 0;
