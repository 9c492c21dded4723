import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fill, messages } from '../../contract/messages.ts';
import type { Cents } from '../../contract/rules/money.ts';
import type { StatementFigures } from '../../contract/rules/statements/recompute.ts';
import type { FigureKey } from '../../contract/rules/statements/shownFigures.ts';
import { dayText, monthText } from '../../contract/rules/time/dayText.ts';
import type { ReadProof } from '../domain/statements/readProof.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import { statementCss } from './statementCss.ts';
import {
  adjustmentText,
  asOfText,
  attainmentText,
  customerText,
  draftText,
  drawDetails,
  drawTitle,
  expectedText,
  figure,
  nextRateOf,
  quotaTitle,
  rateText,
  rootText,
} from './wording.ts';

const t = messages.statementFile;
const check = messages.statementCheck;

/** Next to main.js in dist/server; when running from sources, bundled on first use. */
const BUILT = 'statementCheck.js';
const BUNDLER = 'bundleCheck.mjs';
let script: Promise<string> | null = null;
const checkScript = (): Promise<string> => {
  const built = fileURLToPath(new URL(BUILT, import.meta.url));
  const bundleFromSources = async (): Promise<string> =>
    (await import(/* @vite-ignore */ new URL(BUNDLER, import.meta.url).href)).bundleCheck();
  script ??= existsSync(built) ? readFile(built, 'utf8') : bundleFromSources();
  return script;
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
const cell = (value: string): string => `<td>${escapeHtml(value)}</td>`;
/** A cell that must not wrap: a date, a number, a formula. */
const shortCell = (value: string): string => `<td class="short">${escapeHtml(value)}</td>`;
const name = (value: string): string => `<td dir="auto">${escapeHtml(value)}</td>`;
/** The key by which the file and `statement:verify` compare a figure with the statement's data. */
const figureAttribute = (key: FigureKey): string => ` data-figure="${key}"`;
const money = (cents: Cents, key?: FigureKey): string => `<td class="amount"${key ? figureAttribute(key) : ''}>${figure(cents)}</td>`;
const row = (cells: readonly string[], attributes = ''): string => `<tr${attributes}>${cells.join('')}</tr>`;

/** A section with a table, or with a sentence that explains why it is empty. */
const section = (title: string, columnTitles: readonly string[], rows: readonly string[], foot: string, empty: string): string => {
  const headCells = columnTitles.map((columnTitle) => `<th scope="col">${escapeHtml(columnTitle)}</th>`).join('');
  const table = `<table><thead><tr>${headCells}</tr></thead><tbody>${rows.join('')}</tbody>${foot === '' ? '' : `<tfoot>${foot}</tfoot>`}</table>`;
  return `<section><h2>${escapeHtml(title)}</h2>${rows.length === 0 ? `<p class="quiet">${escapeHtml(empty)}</p>` : table}</section>`;
};
const totalRow = (columns: number, cents: Cents, key: FigureKey, moreCells = ''): string =>
  row([`<td colspan="${columns}">${escapeHtml(t.total)}</td>`, money(cents, key), moreCells]);

const balances = ({ opening, earned, adjusted, paid, closing }: StatementContent): string => {
  const tile = (label: string, cents: Cents, key: FigureKey): string =>
    `<div><dt>${escapeHtml(label)}</dt><dd${figureAttribute(key)}>${figure(cents)}</dd></div>`;
  const tiles = [
    tile(t.opening, opening, 'opening'),
    tile(t.earned, earned, 'earned'),
    tile(t.adjustments, adjusted, 'adjusted'),
    tile(t.payouts, 0 - paid, 'paid'),
    tile(t.closing, closing, 'closing'),
  ];
  return `<dl class="balances">${tiles.join('')}</dl>`;
};

const sections = (content: StatementContent): string => {
  const status = fill(t.status, { day: dayText(content.writtenOn) });
  const lines = content.lines.map((line) =>
    row(
      [
        ...[
          shortCell(dayText(line.date)),
          shortCell(line.invoice),
          name(customerText(line)),
          `<td class="figure"${figureAttribute(`line.${line.id}.net`)}>${figure(line.net)}</td>`,
        ],
        ...[shortCell(line.formula), money(line.amount, `line.${line.id}.amount`), cell(line.status), '<td class="check"></td>'],
      ],
      ` data-record="${line.id}"`,
    ),
  );
  const quotas = content.quotas.map((quota) =>
    row([
      ...[cell(quotaTitle(quota)), money(quota.sold), money(quota.quota), cell(attainmentText(quota)), cell(rateText(quota))],
      cell(nextRateOf(quota)),
    ]),
  );
  const waitingRows = content.waiting.map((line) =>
    row([...[shortCell(line.invoice), name(line.customer), money(line.amount)], shortCell(expectedText(line)), cell(line.why)]),
  );
  const adjustments = content.adjustments.map((adjustment, index) =>
    row([
      ...[
        shortCell(dayText(adjustment.effective_date)),
        shortCell(adjustmentText(adjustment)),
        name(adjustment.reason),
        money(adjustment.amount_cents, `adjustment.${index}`),
      ],
    ]),
  );
  const payouts = content.payouts.map(({ paid_on, method, reference, amount_cents }, index) =>
    row([shortCell(dayText(paid_on)), cell(method), cell(reference ?? ''), money(amount_cents, `payout.${index}`)]),
  );
  const draws = content.draws.map((draw) => row([cell(drawTitle(draw)), cell(drawDetails(draw)), money(draw.pays)]));
  const recordHeads = [t.booked, t.invoice, t.customer, t.net, t.formula, t.commission, status, check.column];
  return [
    section(t.byRecord, recordHeads, lines, totalRow(5, content.earned, 'total.earned', '<td></td><td></td>'), t.noRecords),
    section(t.attainment, [t.period, t.sold, t.quota, t.attained, t.rate, t.nextRate], quotas, '', t.noQuota),
    section(t.waiting, [t.invoice, t.customer, t.amount, t.expected, t.whyWaits], waitingRows, '', t.noWaiting),
    section(
      t.adjustments,
      [t.effective, t.invoice, t.reason, t.amount],
      adjustments,
      totalRow(3, content.adjusted, 'total.adjusted'),
      t.noAdjustments,
    ),
    section(t.payouts, [t.paidOn, t.method, t.reference, t.amount], payouts, totalRow(3, content.paid, 'total.paid'), t.noPayouts),
    ...(draws.length === 0 ? [] : [section(t.draw, [t.month, t.details, t.pays], draws, '', '')]),
  ].join('');
};

const hashOf = (value: string): string => `'sha256-${createHash('sha256').update(value).digest('base64')}'`;

const rootNote = (content: StatementContent, proof: ReadProof): string => {
  const text = escapeHtml(rootText(content, proof));
  return 'proof' in proof ? `<p data-root="${proof.proof.root}">${text}</p><p>${escapeHtml(t.proofInside)}</p>` : `<p>${text}</p>`;
};

/**
 * A statement as a single offline file (decisions 2.13): it contains the engine and all inputs of its lines, and on opening shows how many
 * of them recompute to the same amount.
 */
export const statementHtml = async (content: StatementContent, figures: StatementFigures, proof: ReadProof): Promise<Buffer> => {
  const code = await checkScript();
  const { column: _column, how: _how, unread: _unread, ...texts } = check;
  const words = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text, { month: monthText(content.start_date) })]));
  // The figures of a proved statement are in its proof.
  const data = 'proof' in proof ? { proof: proof.proof, words } : { proof: null, figures, words };
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(statementCss)}; base-uri 'none'; form-action 'none'`;
  const draft = draftText(content);
  const details = [
    [t.preparedFor, content.person],
    [t.email, content.email],
    [t.role, [content.role, content.territory].filter(Boolean).join(', ')],
    [t.period, `${dayText(content.start_date)} – ${dayText(content.end_date)}`],
    [t.plan, content.plans.join(', ') || t.noPlan],
    [t.writtenLabel, dayText(content.writtenOn)],
  ].map(([label = '', value = '']) => `<div><dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`);
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(fill(t.titleOf, { person: content.person }))}</title>
<style>${statementCss}</style></head><body><main>
<header><p>${escapeHtml(content.company)}</p><h1>${escapeHtml(t.title)}</h1></header>
${draft === '' ? '' : `<p class="draft">${escapeHtml(draft)}</p>`}
<p id="verdict" role="status">${escapeHtml(check.unread)}</p>
<dl class="about">${details.join('')}</dl>
${balances(content)}
<p>${escapeHtml(fill(t.dueNow, { closing: figure(content.closing), due: figure(content.due), day: dayText(content.writtenOn) }))}</p>
${sections(content)}
<footer>${rootNote(content, proof)}<p>${escapeHtml(t.sum)}</p><p>${escapeHtml(check.how)}</p><p>${escapeHtml(fill(t.hash, { hash: content.fingerprint, asOf: asOfText(content) }))}</p></footer>
</main><script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script><script>${code}</script></body></html>
`;
  return Buffer.from(page, 'utf8');
};
