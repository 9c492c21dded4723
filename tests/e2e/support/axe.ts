import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { takeScreenshot } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical violations as "rule: first element". `rules`: only these, otherwise all. */
export const violations = async (page: Page, rules: readonly string[] = []): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Waits for fades, so that final colors are checked; ignores infinite animations.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const only = rules.length > 0 ? `, runOnly: ${JSON.stringify(rules)}` : '';
  const result = (await page.evaluate(`axe.run(document, { resultTypes: ["violations"]${only} })`)) as AxeResults;
  return result.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`);
};

/** Checks a page in its current state in both color schemes; in dark mode only the colors, because nothing else differs. */
export const checkAccessibility = async (page: Page, name: string, size: 'desktop' | 'phone'): Promise<void> => {
  await page.mouse.move(0, 0);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await takeScreenshot(page, `axe-${name}-${size}-${scheme}`);
    expect(await violations(page, scheme === 'dark' ? ['color-contrast'] : []), `${name}, ${scheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
};
