import { type Setup, type SetupItem, type SetupItemKey, setupItems } from '../../../contract/entities/setup.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { SetupFactsRow } from '../../db/repositories/setup/setup.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { booksBegin } from '../plans/books.ts';
import { currentConfig, type VersionedConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import type { Services } from '../shared/services.ts';

type Repos = Pick<Repositories, 'config' | 'openingPosition' | 'setup'>;
/** The checklist's facts; `backedUpAt`: null if no backup was seen. */
export type SetupFacts = Readonly<{
  facts: SetupFactsRow;
  current: VersionedConfig;
  paid: Readonly<Record<'people' | 'amount' | 'draws' | 'above', number>>;
  sendsMail: boolean;
  backedUpAt: string | null;
}>;
type Fact = Readonly<{ done: boolean; fact: string }>;

const t = messages.setupFacts;
const refusals = messages.setupRefusals;

/** True if a plan was configured; the default plan alone does not count. */
export const hasPlan = ({ current: { config } }: SetupFacts): boolean => config.plans.some((plan) => plan !== defaultPlan);

/** `number` has separators: "12,075". */
const countWords = (count: number) => ({ count, number: count.toLocaleString('en-US') });

const createFact = (done: boolean, doneText: string, openText: string): Fact => ({ done, fact: done ? doneText : openText });

const factOf = (key: SetupItemKey, setup: SetupFacts): Fact => {
  const { facts, current, paid, sendsMail, backedUpAt } = setup;
  const { config } = current;
  const zone = config.timezone;
  switch (key) {
    case 'company': {
      const words = { company: facts.company_name, zone };
      return createFact(facts.company_name !== messages.company.fallback, fill(t.companyDone, words), fill(t.companyOpen, words));
    }
    case 'people':
      return createFact(facts.sellers > 0, fill(t.peopleDone, { count: facts.people, sellers: facts.sellers }), t.peopleOpen);
    case 'plan': {
      const names = config.plans.map(({ name }) => name).join(', ');
      return createFact(hasPlan(setup), fill(t.planDone, { count: config.plans.length, names }), t.planOpen);
    }
    case 'books': {
      const first = booksBegin(current);
      const words = { day: first === null ? '' : dayText(first) };
      return createFact(config.booksBeginOn !== null, fill(t.booksDone, words), fill(t.booksOpen, words));
    }
    case 'invoices':
      return createFact(facts.invoices > 0, fill(t.invoicesDone, countWords(facts.invoices)), t.invoicesOpen);
    case 'payments':
      return createFact(facts.payments > 0, fill(t.paymentsDone, countWords(facts.payments)), t.paymentsOpen);
    case 'paid_before':
      return createFact(
        paid.people > 0,
        fill(t.paidDone, { amount: dollars(paid.amount), draws: dollars(paid.draws), count: paid.people }),
        t.paidOpen,
      );
    case 'first_review':
      return createFact(facts.reviewed > 0, fill(t.reviewDone, { count: facts.reviewed }), t.reviewOpen);
    case 'connections':
      return createFact(facts.connections > 0, fill(t.connectionsDone, { count: facts.connections }), t.connectionsOpen);
    case 'email':
      return createFact(sendsMail, t.emailDone, t.emailOpen);
    case 'backup':
      return createFact(
        backedUpAt !== null,
        fill(t.backupDone, { day: backedUpAt === null ? '' : dayText(todayIn(zone, new Date(backedUpAt))) }),
        t.backupOpen,
      );
  }
};

export const readSetup = async (
  tx: Repos,
  { store, backedUpAt = async () => null }: Pick<Services, 'store' | 'backedUpAt'>,
): Promise<SetupFacts> => {
  const paid = await tx.openingPosition.paid();
  return {
    facts: await tx.setup.facts(),
    current: await currentConfig(tx),
    paid: { people: Math.max(paid.people, paid.draw_people), amount: paid.amount, draws: paid.draws, above: paid.above },
    sendsMail: store.outbox.sends,
    backedUpAt: await backedUpAt(),
  };
};

/** Sentences naming the steps required before going live. */
export const goLiveBlockersOf = (setup: SetupFacts): string[] => [
  ...(setup.facts.sellers > 0 ? [] : [refusals.noPeople]),
  ...(hasPlan(setup) ? [] : [refusals.noPlan]),
];

export const isDone = (key: SetupItemKey, setup: SetupFacts): boolean => factOf(key, setup).done;

const actionsOf = (actor: Actor, { live_at, live_undo_until }: SetupFactsRow, now: Date): Setup['actions'] => {
  const mayGoLive = can(actor, 'setup:go-live');
  if (live_at === null) return ['skip', ...(mayGoLive ? (['go_live'] as const) : [])];
  return mayGoLive && live_undo_until !== null && now.toISOString() <= live_undo_until ? ['undo'] : [];
};

/** The checklist, from facts and from what was skipped (decisions 4.08). */
export const getSetup = async (services: Pick<Services, 'store' | 'clock' | 'backedUpAt'>, actor: Actor): Promise<Setup> => {
  const { store, clock } = services;
  const setup = await readSetup(store, services);
  const skips = new Map((await store.setup.skips()).map((row) => [row.item, row]));
  const items = setupItems.map((key): SetupItem => {
    const { done, fact: sentence } = factOf(key, setup);
    const skip = done ? undefined : skips.get(key);
    const state = done ? 'done' : skip ? 'skipped' : 'open';
    return { key, state, fact: sentence, reason: skip?.reason ?? null, skipped_by: skip?.skipped_by ?? null };
  });
  const { live_at, live_undo_until } = setup.facts;
  const actions = actionsOf(actor, setup.facts, clock());
  return {
    live: live_at !== null,
    live_at,
    undo_until: actions.includes('undo') ? live_undo_until : null,
    items,
    blockers: goLiveBlockersOf(setup),
    actions,
  };
};
