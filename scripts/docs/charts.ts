import { fileURLToPath } from 'node:url';
import { type Page, chromium as playwright } from 'playwright-core';
import { chromium, hashOf, readStamp, writeStamp } from '../lib.mjs';

/** A mermaid chart, and the label of every declared transition in it, one per target. */
export type Chart = Readonly<{ name: string; code: string; transitions: readonly string[] }>;
type RenderedChart = Readonly<{ failure: string; arrows: readonly Readonly<{ id: string; label: string }>[] }>;

const library = fileURLToPath(import.meta.resolve('mermaid/dist/mermaid.min.js'));

/** Ignores line breaks, which only the layout needs. */
const withoutLineBreaks = (text: string): string => text.replace(/<br\/>|\s/g, '');

/** The arrows in the rendered picture and their labels; runs in the page, where our named functions don't exist. */
const draw = (page: Page, code: string): Promise<RenderedChart> =>
  page.evaluate(async (text): Promise<RenderedChart> => {
    const { mermaid } = globalThis as unknown as { mermaid: { render(id: string, code: string): Promise<{ svg: string }> } };
    try {
      const { svg } = await mermaid.render('chart', text);
      const picture = new DOMParser().parseFromString(svg, 'text/html');
      const labels = [...picture.querySelectorAll('.edgeLabel .label')].map((label) => ({
        id: label.getAttribute('data-id') ?? '',
        label: label.textContent ?? '',
      }));
      const ids = [...picture.querySelectorAll('.edgePaths path')]
        .filter((path) => (path.getAttribute('d') ?? '').length > 'M0,0'.length)
        .map((path) => path.getAttribute('data-id') ?? '');
      return { failure: '', arrows: [...new Set(ids)].map((id) => ({ id, label: labels.find((label) => label.id === id)?.label ?? '' })) };
    } catch (error) {
      return { failure: String(error), arrows: [] };
    }
  }, code);

/** Transitions of the machine itself, not of the chart's source text, that are missing from a picture. */
export const missingIn = ({ name, code, transitions }: Chart, { failure, arrows }: RenderedChart): string[] => {
  if (failure !== '') return [`${name}: mermaid cannot draw it: ${failure.split('\n')[0]}`];
  const lines = code.split('\n').filter((line) => line.includes(' --> ')).length;
  const labels = arrows.map(({ label }) => withoutLineBreaks(label));
  const missing = [...transitions]
    .map(withoutLineBreaks)
    .sort((a, b) => b.length - a.length)
    .filter((transition) => {
      const index = labels.findIndex((label) => label.includes(transition));
      if (index >= 0) labels[index] = labels[index]!.replace(transition, '\n');
      return index < 0;
    });
  return [
    ...missing.map((transition) => `${name}: no arrow says ${transition}`),
    ...labels.flatMap((rest) =>
      withoutLineBreaks(rest) === '' ? [] : [`${name}: an arrow says ${withoutLineBreaks(rest)}, which no transition does`],
    ),
    ...(arrows.length === lines ? [] : [`${name}: ${lines} arrows written, ${arrows.length} drawn`]),
  ];
};

const drawAll = async (charts: readonly Chart[]): Promise<string[]> => {
  const browser = await playwright.launch({ executablePath: chromium!, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ path: library });
    const problems: string[] = [];
    for (const chart of charts) problems.push(...missingIn(chart, await draw(page, chart.code)));
    return problems;
  } finally {
    await browser.close();
  }
};

/** Draws every chart in Chromium and counts its arrows; complete charts are skipped until one of them changes. */
export const checkCharts = async (charts: readonly Chart[]): Promise<boolean> => {
  const count = charts.reduce((sum, { transitions }) => sum + transitions.length, 0);
  const hash = hashOf(JSON.stringify([charts, hashOf(missingIn.toString())]));
  const report = `${charts.length} charts, ${count} transitions, 0 missing`;
  if (readStamp('charts') === hash) {
    console.log(`${report} (drawn before)`);
    return true;
  }
  if (chromium === undefined) {
    console.error(
      'No Chromium found (CHROMIUM_PATH, /usr/bin/chromium-headless-shell, /usr/bin/chromium): the charts were not drawn, nobody knows whether they are whole',
    );
    return !process.env.CI;
  }
  const problems = await drawAll(charts);
  if (problems.length === 0) writeStamp('charts', hash);
  console[problems.length === 0 ? 'log' : 'error'](problems.length === 0 ? report : `Charts:\n  ${problems.join('\n  ')}`);
  return problems.length === 0;
};
