import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Role } from '../../contract/entities/user.ts';
import { randomOf } from '../../server/demo/random.ts';
import { openContext, pageErrorsOf } from '../../tests/e2e/support/browser.ts';
import { emails, signInByApi } from '../../tests/e2e/support/people.ts';
import { type Action, chooseAction } from './actions.ts';
import { type Fault, faultsOf, type Look, type Property, settle } from './properties.ts';

export type Finding = Readonly<{ property: Property; detail: string; role: Role; step: number; url: string; trail: readonly string[] }>;
type Order = Readonly<{ role: Role; seed: string; actions: number; deadline: number }>;

const TRAIL = 6;
const SIGN_IN = /^\/(login|sign-in)/;

/** Properties of single actions: focus is kept, Back goes back, Escape closes a dialog, and typed text is not lost without asking. */
const faultsOfAction = (action: Action, before: Look, after: Look, typed: boolean): Fault[] => {
  if (action.kind === 'escape' && before.dialogs > 0) {
    if (typed && after.dialogs === 0) return [['unsaved text is asked about', 'Escape closed the dialog']];
    if (!typed && after.dialogs >= before.dialogs) return [['dialogs close by Escape', `${after.dialogs} open`]];
  }
  if (action.kind === 'back' && (after.url === before.url || after.url === 'about:blank'))
    return [['Back works', `still at ${before.url}`]];
  return action.kind === 'click' && after.focusLost ? [['focus is never lost', 'on the body']] : [];
};

/** Findings of one walk, each once per property and page. */
const createFindings = (role: Role) => {
  const byKey = new Map<string, Finding>();
  const trail: string[] = [];
  return {
    trail,
    list: (): readonly Finding[] => [...byKey.values()],
    add: ([property, detail]: Fault, { path, url }: Pick<Look, 'path' | 'url'>, step: number): void => {
      const key = `${property} ${path.replaceAll(/\d+/g, '#')} ${property === 'focus is never lost' ? trail.at(-1) : ''}`;
      if (!byKey.has(key)) byKey.set(key, { property, detail, role, step, url, trail: trail.slice(-TRAIL) });
    },
  };
};

/** A page of the signed-in person. `reported`: script errors and failed requests since the last call. */
const openPage = async (context: BrowserContext, url: string, role: Role) => {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 500) failed.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  const complaints = pageErrorsOf(page);
  await signInByApi(page, url, emails[role]);
  return {
    page,
    reported: (): Fault[] => [
      ...complaints.splice(0).map((text): Fault => ['no script error', text]),
      ...failed.splice(0).map((text): Fault => ['no request fails with 5xx', text]),
    ],
  };
};

/** State of the walk on its page: the last look, whether text was typed into a dialog, and how often Back may be pressed. */
type Progress = Readonly<{ before: Look; typed: boolean; moves: number }>;
const startAt = async (page: Page): Promise<Progress> => ({ before: await settle(page), typed: false, moves: 0 });

const isTypedAfter = (action: Action, { before, typed }: Progress, after: Look): boolean => {
  if (action.kind !== 'type' && after.dialogs < before.dialogs) return false;
  return after.dialogs > 0 && (typed || (action.kind === 'type' && action.isText === true));
};

/** Walks one role through the app at random. */
export const walkRole = async (browser: Browser, url: string, { role, seed, actions, deadline }: Order) => {
  const random = randomOf(seed).next;
  const context = await openContext(browser);
  // Functions that run in the page call this helper, which tsx adds.
  await context.addInitScript('globalThis.__name = (named) => named');
  const findings = createFindings(role);
  let opened = await openPage(context, url, role);
  let progress = await startAt(opened.page);
  /** One action, and the faults of the page after it. */
  const takeStep = async (step: number): Promise<Progress> => {
    const { page, reported } = opened;
    const action = await chooseAction(page, random, progress.moves > 0);
    findings.trail.push(action.name);
    const isDone = await action.run().then(
      () => true,
      // Covered or gone by now: no person could have clicked it.
      () => false,
    );
    const after = await settle(page);
    const ofAction = isDone ? faultsOfAction(action, progress.before, after, progress.typed) : [];
    for (const fault of [...ofAction, ...faultsOf(after), ...reported()]) findings.add(fault, after, step);
    const moves = action.kind === 'back' ? progress.moves - 1 : progress.moves + Number(after.url !== progress.before.url);
    if (!SIGN_IN.test(after.path)) return { before: after, typed: isTypedAfter(action, progress, after), moves };
    await signInByApi(page, url, emails[role]);
    return startAt(page);
  };
  let done = 0;
  for (; done < actions && performance.now() < deadline; done += 1) {
    try {
      progress = await takeStep(done);
    } catch (error) {
      findings.add(['the page answers', String(error).split('\n')[0] ?? ''], progress.before, done);
      await opened.page.close();
      opened = await openPage(context, url, role);
      progress = await startAt(opened.page);
    }
  }
  await context.close();
  return { done, findings: findings.list() };
};
