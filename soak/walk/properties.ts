import type { Page } from 'playwright-core';

export const properties = [
  ...(['no dead end', 'no empty page', 'a title', 'one h1', 'no broken text', 'no contradicting figures', 'no horizontal scroll'] as const),
  ...(['a menu', 'no spinner over 10 s', 'no script error', 'no request fails with 5xx', 'the page answers', 'Back works'] as const),
  ...(['focus is never lost', 'dialogs close by Escape', 'unsaved text is asked about'] as const),
] as const;
export type Property = (typeof properties)[number];
export type Fault = readonly [property: Property, detail: string];

/** The page at one moment. */
export type Look = Readonly<{
  url: string;
  path: string;
  title: string;
  headings: number;
  text: number;
  ways: number;
  menu: boolean;
  wide: number;
  focusLost: boolean;
  dialogs: number;
  busy: boolean;
  broken: readonly string[];
  contradictions: readonly string[];
}>;

/** Runs in the page. */
const read = (): Look => {
  const isVisible = (element: Element): boolean => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isVisible);
  const main = document.querySelector('main');
  const text = document.body.innerText;
  const values = new Map<string, Set<string>>();
  for (const list of main?.querySelectorAll('dl') ?? []) {
    const own = new Map([...list.querySelectorAll('dt')].map((term) => [(term as HTMLElement).innerText.trim(), term.nextElementSibling]));
    for (const [term, value] of own) {
      const label = `${list.getAttribute('aria-label') ?? list.closest('section')?.getAttribute('aria-label') ?? ''} ${term}`;
      values.set(label, (values.get(label) ?? new Set()).add((value as HTMLElement | null)?.innerText.trim() ?? ''));
    }
  }
  const pager = /\b(\d[\d,]*)\s*[–-]\s*(\d[\d,]*) of (\d[\d,]*)/.exec(main?.innerText ?? '');
  const [from = 0, to = 0, total = 0] = (pager ?? []).slice(1).map((part) => Number(part.replaceAll(',', '')));
  return {
    url: location.href,
    path: location.pathname,
    title: document.title,
    headings: all('h1').length,
    text: text.trim().length,
    ways: all('a[href], button:not([disabled])').length,
    menu: all('nav').length > 0,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    focusLost: document.activeElement === document.body || document.activeElement === null,
    dialogs: all('[role="dialog"], [role="alertdialog"]').length,
    busy: all('.p-progress-spinner, .p-skeleton, main [aria-busy="true"]').length > 0,
    broken: text.match(/\bundefined\b|\bNaN\b|\[object \w+\]?|\{[a-z][a-zA-Z_]*(?:\|[^}]*)?\}|Invalid Date/g) ?? [],
    contradictions: [
      ...[...values].filter(([, shown]) => shown.size > 1).map(([label, shown]) => `${label}: ${[...shown].join(' and ')}`),
      ...(pager && (from > to || to > total) ? [pager[0]] : []),
    ],
  };
};

export const look = (page: Page): Promise<Look> => page.evaluate(read);

const SPINNER_MS = 10_000;
const STEP_MS = 150;

/** Waits up to ten seconds for spinners and skeletons to disappear. @returns the last snapshot */
export const settle = async (page: Page): Promise<Look> => {
  await page.waitForTimeout(STEP_MS);
  let seen = await look(page);
  for (let waited = 0; seen.busy && waited < SPINNER_MS; waited += STEP_MS) {
    await page.waitForTimeout(STEP_MS);
    seen = await look(page);
  }
  return seen;
};

/** The properties that a settled page violates, each with details. Properties of single actions are checked by the walk itself. */
export const faultsOf = (seen: Look): Fault[] => {
  const faults: Fault[] = [];
  const must = (property: Property, holds: boolean, detail: string | number): unknown => holds || faults.push([property, String(detail)]);
  must('no dead end', seen.ways > 0, 'neither a link nor a button');
  must('no empty page', seen.text > 40, `${seen.text} characters`);
  must('a title', seen.title.trim() !== '', 'none');
  must('one h1', seen.headings === 1, seen.headings);
  must('no broken text', seen.broken.length === 0, seen.broken.join(', '));
  must('no contradicting figures', seen.contradictions.length === 0, seen.contradictions.join('; '));
  must('no horizontal scroll', seen.wide <= 1, `${seen.wide} px`);
  must('a menu', seen.menu || seen.dialogs > 0, 'none');
  must('no spinner over 10 s', !seen.busy, 'still busy');
  return faults;
};
