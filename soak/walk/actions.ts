import type { ElementHandle, Page } from 'playwright-core';

/** Labels of controls that would end the walk's own session or leave the app. */
const AVOIDED = /sign out|log out|end (all|this|other|every)|deactivate|switch (it )?off|revoke|delete (my|your)|connect\b|enable two/i;
const CONTROLS =
  'a[href], button, input:not([type="file"]):not([type="hidden"]), textarea, select, [role="tab"], [role="menuitem"], [role="option"], [role="combobox"]';
const texts = ['Contract unclear', '100', '-5', '2026-11-03', '<b>x</b>', 'Ωμέγα 測試', '  ', 'a'.repeat(60)];

export type Action = Readonly<{ name: string; kind: 'click' | 'type' | 'escape' | 'back'; run: () => Promise<void>; isText?: boolean }>;

/** The controls that a person could use now: those of the topmost dialog if there is one, otherwise those of the page. */
const controlsOf = async (page: Page): Promise<ElementHandle<HTMLElement>[]> => {
  const dialogs = page.locator('[role="dialog"]:visible, [role="alertdialog"]:visible');
  const scope = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body');
  const handles = (await scope.locator(CONTROLS).elementHandles()) as ElementHandle<HTMLElement>[];
  const usable = await page.evaluate(
    (elements) =>
      (elements as HTMLElement[]).map((element) => {
        const box = element.getBoundingClientRect();
        const isUsable =
          box.width > 1 && box.height > 1 && !element.hasAttribute('disabled') && element.getAttribute('aria-disabled') !== 'true';
        return isUsable && element.getAttribute('target') !== '_blank' && !element.hasAttribute('download');
      }),
    handles,
  );
  return handles.filter((_, index) => usable[index]);
};

const describeControl = (handle: ElementHandle<HTMLElement>) =>
  handle.evaluate((element) => {
    const isField = element.matches('textarea, input:not([type="checkbox"]):not([type="radio"]):not([type="button"])');
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.innerText ?? element.innerText;
    return {
      name: `${element.tagName.toLowerCase()} ${(label || element.getAttribute('placeholder') || '').trim().replace(/\s+/g, ' ').slice(0, 50)}`,
      isField: isField && !(element as HTMLInputElement).readOnly,
      isSearch: element.matches('[type="search"], [role="combobox"], [role="searchbox"]'),
      isAway: element.matches('a[href^="http"], a[href^="mailto"]'),
    };
  });

const CLICK_MS = 2500;

/** Chooses the next action; the same seed makes the same choices on the same page. */
export const chooseAction = async (page: Page, random: () => number, mayGoBack: boolean): Promise<Action> => {
  const pressEscape: Action = { name: 'Escape', kind: 'escape', run: () => page.keyboard.press('Escape') };
  const roll = random();
  if (roll < 0.06) return pressEscape;
  if (roll < 0.12 && mayGoBack) return { name: 'Back', kind: 'back', run: async () => void (await page.goBack({ timeout: 15_000 })) };
  const controls = await controlsOf(page);
  for (let tries = 0; tries < 8 && controls.length > 0; tries += 1) {
    const handle = controls[Math.floor(random() * controls.length)] as ElementHandle<HTMLElement>;
    const control = await describeControl(handle);
    if (AVOIDED.test(control.name) || control.isAway) continue;
    if (!control.isField) return { name: `click ${control.name}`, kind: 'click', run: () => handle.click({ timeout: CLICK_MS }) };
    const text = texts[Math.floor(random() * texts.length)] ?? '';
    return {
      name: `type ${text.slice(0, 12)} in ${control.name}`,
      kind: 'type',
      isText: !control.isSearch,
      run: () => handle.fill(text, { timeout: CLICK_MS }),
    };
  }
  return pressEscape;
};
