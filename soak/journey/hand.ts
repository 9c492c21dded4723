import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Locator, Page } from 'playwright-core';

/** A person's speed: seconds for an action, for a typed character, and for reading a page or a dialog. */
export const pace = { action: 3, character: 0.2, page: 15 } as const;
const MAX_TYPED = 60;

export type Step = { title: string; who: string; actions: number; characters: number; pages: number; seconds: number };
export const humanSeconds = ({ actions, characters, pages }: Pick<Step, 'actions' | 'characters' | 'pages'>): number =>
  actions * pace.action + characters * pace.character + pages * pace.page;

export type File = Readonly<{ name: string; text: string }>;

/** The actions of the people, counted and timed for each step. */
export const createTally = (shots: string) => {
  const steps: Step[] = [];
  mkdirSync(shots, { recursive: true });
  const current = (): Step => {
    const step = steps.at(-1);
    if (!step) throw new Error('no step has begun');
    return step;
  };
  const shoot = async (page: Page): Promise<void> => {
    const { title, pages } = current();
    const name = `${String(steps.length).padStart(2, '0')}-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${pages}.png`;
    await page.screenshot({ path: join(shots, name), fullPage: true });
  };
  return {
    steps: steps as readonly Step[],
    current,
    shoot,
    run: async (title: string, who: string, work: () => Promise<void>): Promise<void> => {
      steps.push({ title, who, actions: 0, characters: 0, pages: 0, seconds: 0 });
      const startedAt = performance.now();
      await work();
      current().seconds = (performance.now() - startedAt) / 1000;
    },
  };
};
export type Tally = ReturnType<typeof createTally>;

/** One person at their browser. */
export const createHand = (page: Page, { current, shoot }: Tally) => {
  const act = (characters = 0): void => {
    const step = current();
    step.actions += 1;
    step.characters += Math.min(MAX_TYPED, characters);
  };
  const press = async (locator: Locator): Promise<void> => {
    act();
    await locator.click();
  };
  return {
    page,
    press,
    button: (name: string | RegExp, within: Page | Locator = page): Promise<void> =>
      press(within.getByRole('button', { name, exact: true })),
    link: (name: string | RegExp, within: Page | Locator = page): Promise<void> => press(within.getByRole('link', { name })),
    fill: async (locator: Locator, text: string): Promise<void> => {
      act(text.length);
      await locator.fill(text);
    },
    choose: async (locator: Locator, label: string): Promise<void> => {
      act();
      await locator.selectOption({ label });
    },
    upload: async (locator: Locator, { name, text }: File): Promise<void> => {
      act();
      await locator.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    },
    /** Waits for the element that the person is looking for, and saves a screenshot of it. */
    read: async (locator: Locator): Promise<string> => {
      await locator.waitFor();
      current().pages += 1;
      await shoot(page);
      return locator.innerText();
    },
    download: async (locator: Locator): Promise<Download> => {
      const [download] = await Promise.all([page.waitForEvent('download'), press(locator)]);
      return download;
    },
  };
};
export type Hand = ReturnType<typeof createHand>;
