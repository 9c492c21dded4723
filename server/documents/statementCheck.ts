/** Runs in the statement's HTML file, offline: the engine recomputes each line and reports any different amount, and the proof is followed to its root. */
import { checkProof, type StatementProof } from '../../contract/rules/statements/proof.ts';
import { recomputeStatement, type StatementFigures } from '../../contract/rules/statements/recompute.ts';
import { differencesOf } from '../../contract/rules/statements/shownFigures.ts';

type Words = Readonly<
  Record<'all' | 'some' | 'balances' | 'unbalanced' | 'differs' | 'missing' | 'proved' | 'notProved' | 'noCrypto', string>
>;
/** A proved statement has its figures in the proof. */
type Embedded = Readonly<{ words: Words }> & (Readonly<{ proof: StatementProof }> | Readonly<{ proof: null; figures: StatementFigures }>);
type Verdict = Readonly<{ text: string; isRight: boolean }>;

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });
const figure = (cents: number): string => (cents < 0 ? `−${dollars.format(-cents / 100)}` : dollars.format(cents / 100));
const shownIn = (selector: string): string => document.querySelector(selector)?.textContent?.trim() ?? '';

const embedded = JSON.parse(document.getElementById('data')?.textContent ?? '') as Embedded;
const { words, proof } = embedded;

const markRow = (record: number, text: string): void => {
  const row = document.querySelector(`tr[data-record="${record}"]`);
  const cell = row?.querySelector('.check');
  row?.classList.add('differs');
  if (cell) cell.textContent = text;
};

/** Compares the displayed figures with those that the engine computes. */
const checkFigures = (figures: StatementFigures): Verdict => {
  const { differing, isBalanced } = recomputeStatement(figures);
  const { lines } = figures;
  const elements = [...document.querySelectorAll('[data-figure]')];
  const shown = elements.map((element): [string, string] => [element.getAttribute('data-figure') ?? '', element.textContent?.trim() ?? '']);
  const differences = new Set(differencesOf(figures, shown, figure));
  let matching = 0;
  for (const { record, amount } of lines) {
    const recomputed = differing.has(record) ? differing.get(record) : amount;
    const isShown = ['net', 'amount'].map((name) => differences.delete(`line.${record}.${name}`)).every((differs) => !differs);
    if (!differing.has(record) && isShown) matching += 1;
    else markRow(record, recomputed == null ? words.missing : fill(words.differs, { amount: figure(recomputed) }));
  }
  for (const element of elements)
    if (differences.has(element.getAttribute('data-figure') ?? '')) element.closest('tr')?.classList.add('differs');
  const areEqual = matching === lines.length;
  const lineText = fill(areEqual ? words.all : words.some, { matching, lines: lines.length });
  const isRight = isBalanced && differences.size === 0;
  return { text: `${lineText} ${isRight ? words.balances : words.unbalanced}`, isRight: areEqual && isRight };
};

/** Checks that the root shown on the page covers the statement. */
const checkRoot = async (given: StatementProof): Promise<Verdict> => {
  // Browsers provide hashing only in secure contexts: local files and https.
  if (!globalThis.crypto?.subtle) return { text: words.noCrypto, isRight: false };
  const root = document.querySelector('[data-root]')?.getAttribute('data-root') ?? '';
  const { problem } = await checkProof(given, root);
  const isRight = problem === null && shownIn('[data-root]').includes(root);
  return { text: isRight ? words.proved : words.notProved, isRight };
};

const show = (verdicts: readonly Verdict[]): void => {
  const element = document.getElementById('verdict');
  if (!element) return;
  element.className = verdicts.every(({ isRight }) => isRight) ? 'right' : 'wrong';
  element.textContent = verdicts.map(({ text }) => text).join(' ');
};

if (proof === null) show([checkFigures(embedded.figures)]);
else {
  const figures = checkFigures(JSON.parse(proof.leaf));
  void checkRoot(proof).then((root) => show([figures, root]));
}
