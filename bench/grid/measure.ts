import type { Browser, CDPSession, Page } from 'playwright-core';

const STEPS = 150;
const STEP_PX = 400;
const EDITS = 15;
const COLUMN = 'sling_shift_time';

export type Figures = Record<'firstRows' | 'frame' | 'script' | 'layout' | 'edit' | 'heap', number>;

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
export const median = (values: readonly number[]): number => quantile(values, 0.5);

const metric = async (cdp: CDPSession): Promise<(name: string) => number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const values = new Map(metrics.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? 0;
};
const heapOf = async (cdp: CDPSession): Promise<number> => {
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await metric(cdp))('JSHeapUsedSize') / 1e6;
};

/** Milliseconds from the committing key press to the painted new text in its cell. */
const editOf = async (page: Page, row: number, value: string): Promise<number> => {
  await page.evaluate(([row, key]) => window.bench.focusCell(row, key), [row, COLUMN] as const);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(value);
  await page.evaluate(([row, key, text]) => window.bench.watch(row, key, text), [row, COLUMN, value] as const);
  await page.keyboard.press('Enter');
  return page.evaluate(() => window.bench.edited());
};

/** All figures of one page in a fresh context; `slower` is the CPU slowdown factor. */
export const measure = async (browser: Browser, url: string, slower: number): Promise<Figures> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in window);
    if (slower > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const before = await heapOf(cdp);
    const firstRows = await page.evaluate(() => window.bench.mount());
    await page.waitForTimeout(500);
    const from = await metric(cdp);
    const frames = await page.evaluate(([steps, px]) => window.bench.scroll(steps, px), [STEPS, STEP_PX] as const);
    const to = await metric(cdp);
    const spent = (...names: readonly string[]): number => names.reduce((sum, name) => sum + to(name) - from(name), 0);
    const heap = (await heapOf(cdp)) - before;
    await page.evaluate(() => window.bench.toTop());
    await page.waitForTimeout(300);
    const edits: number[] = [];
    for (let edit = 0; edit < EDITS; edit += 1) edits.push(await editOf(page, edit % 10, `edit ${edit}`));
    return {
      firstRows,
      frame: quantile(frames, 0.95),
      script: (spent('ScriptDuration') * 1000) / STEPS,
      layout: (spent('LayoutDuration', 'RecalcStyleDuration') * 1000) / STEPS,
      edit: median(edits),
      heap,
    };
  } finally {
    await context.close();
  }
};
