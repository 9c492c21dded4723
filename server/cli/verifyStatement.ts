import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkProof, type ProofProblem, type ProvedStatement, type StatementProof } from '../../contract/rules/statements/proof.ts';
import { recomputeStatement } from '../../contract/rules/statements/recompute.ts';
import { monthText } from '../../contract/rules/time/dayText.ts';
import { StartRefused } from '../db/startRefused.ts';
import { readAttachments } from '../documents/readAttachment.ts';
import { figure } from '../documents/wording.ts';

const USAGE = 'usage: npm run statement:verify -- FILE.pdf|FILE.html|FILE.json [--root HEX]';
const NO_PROOF = 'it has no proof: the month was not closed yet, or was closed without a root, or another program wrote the file again';
const problems: Readonly<Record<ProofProblem, string>> = {
  unreadable: 'its proof cannot be read',
  notUnderRoot: 'its proof does not lead to the root that it names',
  otherRoot: 'it is not under the given root, but under another one',
  otherMonth: 'it has amounts of another month',
};

/** `html`: the text of an HTML file, whose shown amounts are compared too. */
type Given = Readonly<{ proof: StatementProof; html: string | null }>;

const refuse = (file: string, reason: string): StartRefused => new StartRefused(`${file} does not hold: ${reason}.`);

const parseProof = (file: string, text: string | undefined): StatementProof => {
  if (text === undefined) throw refuse(file, NO_PROOF);
  let proof: StatementProof | null;
  try {
    proof = JSON.parse(text);
  } catch {
    throw refuse(file, problems.unreadable);
  }
  const { leaf, root, path } = proof ?? {};
  if (typeof leaf !== 'string' || typeof root !== 'string' || !Array.isArray(path)) throw refuse(file, NO_PROOF);
  return proof as StatementProof;
};

const readGiven = async (file: string): Promise<Given> => {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${file} cannot be read (${error.code}).`);
  });
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') {
    try {
      return { proof: parseProof(file, readAttachments(content)[0]), html: null };
    } catch (error) {
      throw error instanceof StartRefused ? error : refuse(file, problems.unreadable);
    }
  }
  const text = content.toString('utf8');
  const embedded = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(text)?.[1];
  if (embedded === undefined) return { proof: parseProof(file, text), html: null };
  const { proof } = JSON.parse(embedded);
  return { proof: parseProof(file, JSON.stringify(proof ?? null)), html: text };
};

/** The first amount that an HTML file shows differently; null if there is none. */
const shownDifference = (html: string, { lines, balances }: ProvedStatement): string | null => {
  const rows = new Map(
    [...html.matchAll(/<tr data-record="(\d+)">[\s\S]*?<td class="amount">([^<]*)<\/td>/g)].map(([, record, amount]) => [record, amount]),
  );
  const line = lines.find(({ record, amount }) => rows.get(String(record)) !== figure(amount));
  if (line) return `it shows ${rows.get(String(line.record)) ?? 'nothing'} for ${line.invoice} instead of ${figure(line.amount)}`;
  if (rows.size !== lines.length) return `it shows ${rows.size} lines instead of ${lines.length}`;
  const shown = new Map([...html.matchAll(/data-balance="(\w+)">([^<]*)</g)].map(([, name, amount]) => [name, amount]));
  const name = (['opening', 'earned', 'adjusted', 'paid', 'closing'] as const).find(
    (key) => shown.get(key) !== figure(key === 'paid' ? 0 - balances.paid : balances[key]),
  );
  return name ? `its ${name} balance is not the one that was proved` : null;
};

/** @throws StartRefused if a line or a balance differs */
const assertFigures = (file: string, statement: ProvedStatement, html: string | null): void => {
  const { differing, isBalanced } = recomputeStatement(statement);
  const line = statement.lines.find(({ record }) => differing.has(record));
  if (line) {
    const amount = differing.get(line.record);
    const found = amount == null ? 'cannot be recomputed' : `recomputes to ${figure(amount)}`;
    throw refuse(file, `${line.invoice} is ${figure(line.amount)} and ${found}`);
  }
  if (!isBalanced) throw refuse(file, 'its balances do not add up');
  const difference = html === null ? null : shownDifference(html, statement);
  if (difference !== null) throw refuse(file, difference);
};

/**
 * `npm run statement:verify -- FILE [--root HEX]` (decisions 2.38): follows the proof, recomputes the lines, and adds up the balances.
 * Needs no database.
 * @throws StartRefused with the first thing that does not hold
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
  const { proof, html } = await readGiven(file);
  const checked = await checkProof(proof, root);
  if (!('statement' in checked)) throw refuse(file, problems.unreadable);
  const { statement, problem } = checked;
  const month = monthText(`${statement.month}-01`);
  if (problem !== null) throw refuse(file, problems[problem]);
  assertFigures(file, statement, html);
  const { opening, earned, adjusted, paid, closing } = statement.balances;
  print(`The statement of ${statement.person.name} for ${month} holds.`);
  print(
    `${statement.lines.length} lines recompute to their amounts, and the balances add up: ${figure(opening)} + ${figure(earned)} + ${figure(adjusted)} − ${figure(paid)} = ${figure(closing)}.`,
  );
  print(`It is statement ${proof.index + 1} of ${proof.size} under the root ${proof.root}.`);
  if (root === undefined) print('Compare this root with the published one, or give that one with --root.');
  if (html === null) print('Pages were not read: compare their amounts with these.');
};
