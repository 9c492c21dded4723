import { loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { servePages } from './grid/build.ts';
import { type Figures, measure, median } from './grid/measure.ts';
import { type Result, tableOf } from './result.ts';

const ROUNDS = 3;
const SLOWER = 4;

type Key = keyof Figures;
/** Upper limits, as a fraction of AG Grid's figure in the same run. */
const limits: Readonly<Partial<Record<Key, number>>> = { frame: 1, script: 0.7, layout: 0.8, edit: 1.2, heap: 0.5, firstRows: 0.5 };
const names: Readonly<Record<Key, string>> = {
  frame: 'frame p95 while scrolling, ms',
  script: 'script a step of 400 px, ms',
  layout: 'style and layout a step, ms',
  edit: 'edit committed and painted, ms',
  heap: 'heap added after scrolling, MB',
  firstRows: 'first rows, ms',
};
const keys: readonly Key[] = ['frame', 'script', 'layout', 'edit', 'heap', 'firstRows'];
/** Rounds to one decimal: frames follow the screen's refresh rate, which the clock does not measure exactly. */
const tenths = (value: number): number => Math.round(value * 10) / 10;

const compareFigures = (own: readonly Figures[], ag: readonly Figures[], suffix: string): Result[] =>
  keys.map((key) => {
    const medianOf = (all: readonly Figures[]): number => tenths(median(all.map((figures) => figures[key])));
    const peer = medianOf(ag);
    const part = limits[key];
    return { what: `grid, ${names[key]}${suffix}`, value: medianOf(own), peer, ...(part === undefined ? {} : { limit: peer * part }) };
  });

/** The product's grid against AG Grid Community: 10,000 rows × 27 columns in the same page, alternating runs, medians. */
export const benchGrid = async (): Promise<Result[]> => {
  const pages = await servePages();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info'],
  });
  try {
    const results: Result[] = [];
    for (const slower of [1, SLOWER]) {
      const own: Figures[] = [];
      const ag: Figures[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        own.push(await measure(browser, `${pages.url}own.html`, slower));
        ag.push(await measure(browser, `${pages.url}ag.html`, slower));
      }
      results.push(...compareFigures(own, ag, slower === 1 ? '' : `, CPU ${slower} × slower`));
    }
    return results;
  } finally {
    await browser.close();
    await pages.stop();
  }
};

if (import.meta.filename === process.argv[1]) {
  console.log(tableOf(await benchGrid()));
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}
