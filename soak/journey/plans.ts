import type { Locator } from 'playwright-core';
import { contest, development, executive, newHire, overrides } from './arithmetic.ts';
import type { Months, Person } from './company.ts';
import type { Hand } from './hand.ts';

const box = (within: Locator, name: string | RegExp): Locator => within.getByRole('textbox', { name, exact: true });
const list = (within: Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true });
const percent = (perMille: number): string => String(perMille / 10);

/** One person's plan builder, which builds every plan from clauses without typing JSON. */
const createBuilder = (hand: Hand) => {
  const main = hand.page.getByRole('main');
  const card = (key: string): Locator => main.locator(`[data-clause="${key}"]`);
  const add = async (key: string, name: string): Promise<Locator> => {
    if ((await card(key).count()) === 0) await hand.button(name, main);
    return card(key);
  };
  const head = async (id: string, name: string): Promise<void> => {
    await hand.fill(box(main, 'Id').first(), id);
    await hand.fill(box(main, 'Name').first(), name);
  };
  const who = async (people: readonly Person[]): Promise<void> => {
    const clause = await add('applies_to', 'Who');
    for (const { first, last } of people) await hand.choose(list(clause, 'People'), `${first} ${last}`);
  };
  const quota = async (period: string, amount: number): Promise<Locator> => {
    const clause = await add('quota', 'Quota');
    await hand.choose(list(clause, 'Period'), period);
    await hand.fill(box(clause, 'Amount, $'), String(amount));
    return clause;
  };
  const steps = async (): Promise<void> => {
    const clause = card('pay');
    await hand.button('Add a step', clause);
    for (const [index, { from, rate }] of executive.steps.entries()) {
      const step = clause.getByRole('group', { name: `Step ${index + 1}`, exact: true });
      if (index > 0) await hand.fill(box(step, 'From, % of the quota'), String(from * 100));
      await hand.fill(box(step, 'Rate, %'), percent(rate));
    }
  };
  const bothOverrides = async (): Promise<void> => {
    const clause = await add('team_override', 'Manager override');
    await hand.button('Use several', clause);
    for (const [index, rate] of [overrides.manager, overrides.vp].entries()) {
      const entry = clause.getByRole('group', { name: `Manager override ${index + 1}`, exact: true });
      await hand.fill(box(entry, 'Rate, %'), percent(rate));
    }
  };
  return { main, card, add, head, who, quota, steps, bothOverrides };
};
type Builder = ReturnType<typeof createBuilder>;

const executives = async (hand: Hand, builder: Builder, people: readonly Person[]): Promise<void> => {
  await hand.button('Start from the default plan', builder.main);
  await builder.head('executives', 'Account executives');
  await builder.who(people.filter(({ kind }) => kind === 'executive'));
  await builder.quota('Quarter', executive.quota);
  await builder.steps();
  await builder.bothOverrides();
  const caps = await builder.add('caps', 'Caps');
  await hand.fill(box(caps, 'At most per quota period, $'), String(executive.cap));
  await builder.add('clawback', 'Clawback');
  const contests = await builder.add('contests', 'Contests');
  await hand.fill(box(contests, 'Id'), 'first-sale');
  await hand.choose(list(contests, 'Measured by'), 'First sale');
  await hand.choose(list(contests, 'Within a'), 'Month');
  await hand.fill(box(contests, 'Prizes, first place first, $'), String(contest.prize));
};

const developers = async (hand: Hand, builder: Builder, people: readonly Person[]): Promise<void> => {
  await hand.button('Add a plan', builder.main);
  await builder.head('development', 'Sales development');
  await builder.who(people.filter(({ kind }) => kind === 'development'));
  await builder.quota('Month', development.quota);
  const pay = await builder.add('pay', 'Rates');
  await hand.fill(box(pay, 'Up to the quota, %'), percent(development.rate));
  await hand.fill(box(pay, 'Above the quota, %'), percent(development.rate));
  await builder.bothOverrides();
  const bonuses = await builder.add('bonuses', 'Bonuses');
  await hand.choose(list(bonuses, 'Measured by'), 'Net revenue');
  await hand.fill(box(bonuses, /^Level/), String(development.level));
  await hand.choose(list(bonuses, 'Within a'), 'Month');
  await hand.fill(box(bonuses, 'Amount, $'), String(development.bonus));
};

const starters = async (hand: Hand, builder: Builder, people: readonly Person[]): Promise<void> => {
  await hand.choose(list(builder.main, 'Plan'), 'Account executives');
  await hand.button('Copy this plan', builder.main);
  await builder.head('new-hires', 'New hires');
  await builder.who(people.filter(({ kind }) => kind === 'new'));
  const quota = await builder.quota('Month', newHire.quota);
  await hand.choose(list(quota, 'Add to “Quota”'), 'Ramp of new people, %');
  await hand.fill(box(quota, 'Ramp of new people, %'), newHire.ramp.map((part) => part * 100).join('; '));
  for (const clause of ['Caps', 'Contests']) await hand.button(`Remove ${clause}`, builder.main);
  const draw = await builder.add('draw', 'Draw');
  await hand.fill(box(draw, 'Amount, $'), String(newHire.draw));
  await hand.fill(box(draw, 'Months of employment'), String(newHire.drawMonths));
};

const publish = async (hand: Hand, from: string): Promise<void> => {
  const dialog = hand.page.getByRole('dialog');
  await hand.button('Publish…');
  const day = await dialog.getByLabel('Effective date').inputValue();
  if (day !== from) throw new Error(`the first plans would take effect on ${day} instead of ${from}`);
  await hand.button('Calculate impact', dialog);
  const total = dialog.getByLabel('Type the new total to confirm');
  await hand.read(total);
  await hand.fill(total, '0.00');
  await hand.button(/^(Save|Publish)/, dialog);
  await dialog.waitFor({ state: 'hidden' });
};

const publishButton = (main: Locator): Locator => main.getByRole('button', { name: 'Publish…' });

/** If drafts are stored, a new one must be named first. */
const openDraft = async (hand: Hand, { main }: Builder): Promise<void> => {
  const add = main.getByRole('button', { name: 'New draft' });
  await add
    .or(main.getByRole('heading', { level: 1, name: 'Plan builder' }))
    .first()
    .waitFor();
  if (!(await add.isVisible())) return;
  await hand.press(add);
  const dialog = hand.page.getByRole('dialog');
  await hand.fill(box(dialog, 'Name'), 'Plans of our company');
  await hand.button('Create the draft', dialog);
};

/** Builds the plans of the company and publishes them. */
export const buildPlans = async (hand: Hand, people: readonly Person[], { first }: Months): Promise<void> => {
  const builder = createBuilder(hand);
  await openDraft(hand, builder);
  await hand.read(publishButton(builder.main));
  await executives(hand, builder, people);
  await hand.read(builder.card('contests'));
  await developers(hand, builder, people);
  await hand.read(builder.card('bonuses'));
  await starters(hand, builder, people);
  await hand.read(builder.card('draw'));
  await hand.press(builder.main.locator('summary', { hasText: 'Company-wide settings' }));
  await hand.choose(list(builder.main, 'Add to “Company-wide settings”'), 'Books begin on');
  await hand.fill(box(builder.main, 'Books begin on'), `${first}-01`);
  await publish(hand, `${first}-01`);
};
