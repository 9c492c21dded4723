import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fill } from '../../contract/messages.ts';
import { checkProof, type ProofProblem, type ProvedStatement, type StatementProof } from '../../contract/rules/statements/proof.ts';
import { recomputeStatement } from '../../contract/rules/statements/recompute.ts';
import { differencesOf, figuresToShow, type ShownFigures } from '../../contract/rules/statements/shownFigures.ts';
import { monthText } from '../../contract/rules/time/dayText.ts';
import { StartRefused } from '../db/startRefused.ts';
import { readAttachments } from '../documents/readAttachment.ts';
import { readStatementPage } from '../documents/readStatementPage.ts';
import { figure } from '../documents/wording.ts';

const USAGE = 'usage: npm run statement:verify -- FILE.pdf|FILE.html|FILE.json [--root HEX]';
const NO_PROOF = 'it has no proof: the month was not closed yet, or was closed without a root, or another program wrote the file again';
const UNREAD_PAGES = 'Pages were not read: compare their amounts with these.';
const COMPARED_PAGE =
  'Its page has the same {count} figures: balances, net revenue and amount of each line, adjustments, payouts and totals. Nothing else on it was compared, such as names, days, formulas, attainment and the amount due. What a browser shows depends on the script in the file, so compare the balances with these.';
const problems: Readonly<Record<ProofProblem, string>> = {
  unreadable: 'its proof cannot be read',
  notUnderRoot: 'its proof does not lead to the root that it names',
  otherRoot: 'it is not under the given root, but under another one',
  otherMonth: 'it has amounts of another month',
};

/** `shown`: the figures on an HTML file's page. */
type ParsedFile = Readonly<{ proof: StatementProof; shown: ShownFigures | null }>;

const refuse = (file: string, reason: string): StartRefused => new StartRefused(`${file} does not hold: ${reason}.`);

/** @throws StartRefused if it isn't a proof */
const proofIn = (file: string, value: unknown): StatementProof => {
  const proof = value as StatementProof | null;
  const { leaf, root, path } = proof ?? {};
  if (proof === null || typeof leaf !== 'string' || typeof root !== 'string' || !Array.isArray(path)) throw refuse(file, NO_PROOF);
  return proof;
};

/** @throws if it cannot be read */
const parseFile = (file: string, content: Buffer): ParsedFile => {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-')
    return { proof: proofIn(file, JSON.parse(readAttachments(content)[0] ?? 'null')), shown: null };
  const text = content.toString('utf8');
  if (!text.trimStart().startsWith('<')) return { proof: proofIn(file, JSON.parse(text)), shown: null };
  const page = readStatementPage(text);
  if (page === null) throw refuse(file, 'its page has other parts than those of a statement, so that its figures cannot be compared');
  return { proof: proofIn(file, JSON.parse(page.data).proof), shown: page.figures };
};

/** Names a figure of the page in a sentence. */
const figureName = (key: string, { lines }: ProvedStatement): string => {
  const [, record, part] = /^line\.(\d+)\.(\w+)$/.exec(key) ?? [];
  const line = lines.find((one) => String(one.record) === record);
  return line ? `the ${part === 'net' ? 'net revenue' : 'amount'} of ${line.invoice}` : `"${key}"`;
};

/** @throws StartRefused if a line, a balance or a figure on the page differs */
const assertFigures = (file: string, statement: ProvedStatement, shown: ShownFigures | null): void => {
  const { differing, isBalanced } = recomputeStatement(statement);
  const line = statement.lines.find(({ record }) => differing.has(record));
  if (line) {
    const amount = differing.get(line.record);
    if (amount === line.amount) throw refuse(file, `the rule or the net revenue of ${line.invoice} is not the one that gives its amount`);
    const outcome = amount == null ? 'cannot be recomputed' : `recomputes to ${figure(amount)}`;
    throw refuse(file, `${line.invoice} is ${figure(line.amount)} and ${outcome}`);
  }
  if (!isBalanced) throw refuse(file, 'its balances do not add up');
  if (shown === null) return;
  const [difference] = differencesOf(statement, shown, figure);
  if (difference === undefined) return;
  const [, proved] = figuresToShow(statement).find(([key]) => key === difference) ?? [];
  const texts = shown.filter(([key]) => key === difference).map(([, text]) => text);
  const outcome = texts.length > 0 ? texts.join(' and ') : 'nothing';
  throw refuse(
    file,
    `it shows ${outcome} as ${figureName(difference, statement)} instead of ${proved === undefined ? 'nothing' : figure(proved)}`,
  );
};

/** @throws StartRefused naming the first check that fails */
const verify = async (file: string, content: Buffer, root: string | undefined): Promise<readonly string[]> => {
  const { proof, shown } = parseFile(file, content);
  const checked = await checkProof(proof, root);
  if (checked.problem !== null) throw refuse(file, problems[checked.problem]);
  const { statement } = checked;
  assertFigures(file, statement, shown);
  const { opening, earned, adjusted, paid, closing } = statement.balances;
  return [
    `The statement of ${statement.person.name} for ${monthText(`${statement.month}-01`)} holds.`,
    `${statement.lines.length} lines recompute to their amounts, and the balances add up: ${figure(opening)} + ${figure(earned)} + ${figure(adjusted)} − ${figure(paid)} = ${figure(closing)}.`,
    `It is under the root ${proof.root}.`,
    ...(root === undefined ? ['Compare this root with the published one, or give that one with --root.'] : []),
    shown === null ? UNREAD_PAGES : fill(COMPARED_PAGE, { count: shown.length }),
  ];
};

/**
 * `npm run statement:verify -- FILE [--root HEX]` (decisions 2.38): follows the proof, recomputes the lines, and adds up the balances.
 * Needs no database.
 * @throws StartRefused naming the first check that fails
 */
export const runVerifyStatement = async (argv: readonly string[], print: (line: string) => void): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { root: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const [file, ...others] = positionals;
  const root = values.root === undefined ? undefined : String(values.root);
  if (file === undefined || others.length > 0) throw new StartRefused(USAGE);
  if (root !== undefined && !/^[0-9a-f]{64}$/i.test(root)) throw new StartRefused(`--root must be 64 of 0-9 and a-f, not "${root}".`);
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${file} cannot be read (${error.code}).`);
  });
  const lines = await verify(file, content, root).catch((error) => {
    throw error instanceof StartRefused ? error : refuse(file, problems.unreadable);
  });
  for (const line of lines) print(line);
};
