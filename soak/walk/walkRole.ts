import type { Browser, Page } from 'playwright-core';
import type { Role } from '../../contract/entities/user.ts';
import { complaintsOf, openContext } from '../../tests/e2e/support/browser.ts';
import { emails, enter } from '../../tests/e2e/support/people.ts';
import { type Action, chooseAction, randomOf } from './actions.ts';
import { faultsOf, type Look, settle } from './properties.ts';

export type Finding = Readonly<{
  property: string;
  detail: string;
  role: Role;
  seed: number;
  step: number;
  url: string;
  trail: readonly string[];
}>;

const TRAIL = 6;

/** Properties of single actions: focus is kept, Back goes back, Escape closes a dialog, and typed text is not lost without asking. */
const faultsOfAction = (action: Action, before: Look, after: Look, typed: boolean): [property: string, detail: string][] => {
  if (action.kind === 'escape' && before.dialogs > 0) {
    if (typed && after.dialogs === 0) return [['unsaved text is asked about', 'Escape closed the dialog']];
    if (!typed && after.dialogs >= before.dialogs) return [['dialogs close by Escape', `${after.dialogs} open`]];
  }
  if (action.kind === 'click' && after.focusLost) return [['focus is never lost', 'on the body']];
  return [];
};

/** Walks one role through the app at random. Reports each fault once per property and page. */
export const walkRole = async (
  browser: Browser,
  url: string,
  { role, seed, actions, deadline }: Readonly<{ role: Role; seed: number; actions: number; deadline: number }>,
): Promise<Readonly<{ done: number; findings: readonly Finding[] }>> => {
  const random = randomOf(seed);
  const context = await openContext(browser);
  // Functions that run in the page call this helper, which tsx adds.
  await context.addInitScript('globalThis.__name = (named) => named');
  const findings = new Map<string, Finding>();
  const failed: string[] = [];
  const open = async (): Promise<readonly [Page, string[]]> => {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on(
      'response',
      (response) =>
        response.status() >= 500 && failed.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`),
    );
    const complaints = complaintsOf(page);
    await enter(page, url, emails[role]);
    return [page, complaints];
  };
  let [page, complaints] = await open();
  let before = await settle(page);
  let [typed, moves, done] = [false, 0, 0];
  const trail: string[] = [];
  for (; done < actions && performance.now() < deadline; done += 1) {
    const note = (property: string, detail: string): void => {
      const key = `${property} ${before.path.replaceAll(/\d+/g, '#')} ${property === 'focus is never lost' ? trail.at(-1) : ''}`;
      if (!findings.has(key)) findings.set(key, { property, detail, role, seed, step: done, url: page.url(), trail: trail.slice(-TRAIL) });
    };
    try {
      const action = await chooseAction(page, random, moves > 0);
      trail.push(action.name);
      const from = page.url();
      const isDone = await action.run().then(
        () => true,
        // The control is covered or gone by now, so no person could have clicked it.
        () => false,
      );
      const after = await settle(page);
      if (isDone) {
        for (const [property, detail] of faultsOfAction(action, before, after, typed)) note(property, detail);
        if (action.kind === 'back' && (page.url() === from || page.url() === 'about:blank')) note('Back works', `still at ${from}`);
      }
      moves = action.kind === 'back' ? moves - 1 : moves + Number(page.url() !== from);
      typed = after.dialogs > 0 && (typed || (action.kind === 'type' && action.isText === true));
      if (action.kind !== 'type' && after.dialogs < before.dialogs) typed = false;
      for (const [property, detail] of faultsOf(after)) note(property, detail);
      for (const text of complaints.splice(0)) note('no script error', text);
      for (const text of failed.splice(0)) note('no request fails with 5xx', text);
      before = after;
      if (/^\/(login|sign-in)/.test(after.path)) {
        await enter(page, url, emails[role]);
        before = await settle(page);
        moves = 0;
      }
    } catch (error) {
      note('the page answers', String(error).split('\n')[0] ?? '');
      await page.close();
      [page, complaints] = await open();
      before = await settle(page);
      [typed, moves] = [false, 0];
    }
  }
  await context.close();
  return { done, findings: [...findings.values()] };
};
