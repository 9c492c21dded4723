import type { Insertable } from 'kysely';
import type { DealMovesTable, DealsTable } from '../../db/schema/index.ts';
import { demoDayText, instantOn } from '../calendar.ts';
import type { DemoSale } from '../money/sales.ts';
import type { DemoSeller } from '../people/people.ts';
import { randomOf } from '../random.ts';
import type { DemoSpan } from '../span.ts';
import { type Customer, randomCustomer } from './customers.ts';

export type DemoDealRow = Insertable<DealsTable> & { id: number; stage_entered_at: string };
type DealMoveRow = Insertable<DealMovesTable>;

const stages = [
  ['Prospecting', 30, '0.1'],
  ['Qualified', 26, '0.25'],
  ['Proposal', 22, '0.5'],
  ['Negotiation', 13, '0.75'],
  ['Verbal', 9, '0.9'],
] as const;
const programs = [
  'Minecraft coding camp',
  'Roblox game design',
  'Python after school',
  'Scratch for beginners',
  'Web design for teens',
  'Code in Class pilot',
  'Sphero robotics week',
  'Summer reading coding series',
  'District STEM renewal',
  'Teen tech nights',
];
const reasons = ['Budget was cut', 'Chose another vendor', 'No decision', 'Grant was not awarded', 'Staffing changed', 'Dates did not fit'];

const DEALS_PER_SELLER = 20;
/** Indexes of open deals without an amount, a close date, or an owner. */
const WITHOUT_AMOUNT = 17;
const WITHOUT_DATE = 18;
const WITHOUT_OWNER = 19;
const WON_DEALS = 9;
const LOST_DEALS = 4;
/** This many deals are won within the last few weeks, so that this month and the previous one have some. */
const [RECENT_WINS, RECENT_DAYS] = [4, 50];

/** The deal's path through the stages in order, from its creation to its current stage or its close. */
const movesOf = ({ id, stage, state, owner_id }: DemoDealRow, openedOn: number, enteredOn: number): DealMoveRow[] => {
  const lastStage = stages.findIndex(([name]) => name === stage);
  const steps = state === 'open' ? lastStage : lastStage + 1;
  const passedStages = stages
    .slice(0, lastStage + 1)
    .map(([name, , probability], index) => ({ stage: name, state: 'open' as const, probability, at: index }));
  const endMove = state === 'open' ? [] : [{ stage, state, probability: state === 'won' ? '1' : '0', at: steps }];
  return [...passedStages, ...endMove].map(({ at: index, ...stageEntry }) => ({
    deal_id: id,
    moved_by: owner_id,
    ...stageEntry,
    moved_at: instantOn(openedOn + Math.round(((enteredOn - openedOn) * index) / Math.max(1, steps)), id),
  }));
};

type Random = ReturnType<typeof randomOf>;

/** When a deal was opened and closed (null if it is open), and when its closing is or was expected. */
const daysOf = (random: Random, { until }: DemoSeller, today: number, sale: DemoSale | null, isLost: boolean) => {
  const lostOn = isLost ? Math.min(until, today) - random.int(2, 500) : null;
  const closedOn = sale ? sale.booking.day : lostOn;
  const openedOn = closedOn === null ? today - random.int(2, 110) : closedOn - random.int(14, 95);
  const expectedOn = closedOn === null ? today + random.int(-12, 95) : closedOn + random.int(-10, 12);
  return { closedOn, openedOn, expected: expectedOn };
};

/** The amount of a deal that is not won; null for a few. */
const openAmount = (random: Random, customer: Customer, index: number, firstId: number): number | null =>
  index === WITHOUT_AMOUNT && firstId % 40 === 1
    ? null
    : Math.round((180_000 * customer.size * Math.exp(Math.min(1.8, random.normal(0.2, 0.7)))) / 5000) * 5000;

/** How a deal ended: won by its sale, lost, or open with the probability of its stage. */
const endOf = (random: Random, sale: DemoSale | null, isLost: boolean, probability: string) => {
  if (sale) return { probability: '1', state: 'won', lost_reason: null } as const;
  return isLost
    ? ({ probability: '0', state: 'lost', lost_reason: random.pick(reasons) } as const)
    : ({ probability, state: 'open', lost_reason: null } as const);
};

/** The stage, and the days of creation and of entering it: an open deal has spent the last two fifths of its life there. */
const stageTimes = (stage: string, today: number, openedOn: number, closedOn: number | null) => {
  const enteredOn = closedOn ?? today - Math.round((today - openedOn) * 0.4);
  // A deal in the first stage entered it at its creation.
  const createdOn = closedOn === null && stage === stages[0][0] ? enteredOn : openedOn;
  return { enteredOn, createdOn };
};

/**
 * A seller's deals; each won deal belongs to one of their invoices. @returns the rows, the customer of each, their moves, and deal ids by
 * invoice id
 */
export const dealsOf = (seller: DemoSeller, sales: readonly DemoSale[], { today }: DemoSpan, firstId: number) => {
  const random = randomOf(`deals ${seller.id}`);
  const dealsByInvoice = new Map<number, number>();
  const rows: DemoDealRow[] = [];
  const customers: Customer[] = [];
  const dealMoves: DealMoveRow[] = [];
  const soldSales = sales.filter(({ booking }) => booking.state === 'sent' && booking.creditOf === null);
  const recentSales = soldSales.filter(({ booking }) => booking.day > today - RECENT_DAYS);
  const saleOf = (index: number): DemoSale | null => {
    if (index >= WON_DEALS || soldSales.length === 0) return null;
    return random.pick(index < RECENT_WINS && recentSales.length > 0 ? recentSales : soldSales);
  };
  for (let index = 0; index < DEALS_PER_SELLER; index += 1) {
    const id = firstId + index;
    const sale = saleOf(index);
    const isLost = index >= WON_DEALS && index < WON_DEALS + LOST_DEALS;
    const customer = sale?.booking.customer ?? randomCustomer(random, seller.territory);
    customers.push(customer);
    const { closedOn, openedOn, expected } = daysOf(random, seller, today, sale, isLost);
    const [stage, , probability] = random.weighted(stages.map((choice) => [choice, choice[1]] as const));
    const { enteredOn, createdOn } = stageTimes(stage, today, openedOn, closedOn);
    const changedOn = (day: number): string => (closedOn === null && day <= createdOn ? instantOn(createdOn, id) : instantOn(day, id + 7));
    if (sale && !dealsByInvoice.has(sale.id)) dealsByInvoice.set(sale.id, id);
    const row: DemoDealRow = {
      id,
      name: `${random.pick(programs)}, ${customer.name}`,
      customer_name: customer.name,
      owner_id: index === WITHOUT_OWNER && firstId % 100 === 1 ? null : seller.id,
      stage,
      amount_cents: sale ? sale.booking.gross : openAmount(random, customer, index, firstId),
      ...endOf(random, sale, isLost, probability),
      expected_close_date: index === WITHOUT_DATE && firstId % 60 === 1 ? null : demoDayText(expected),
      closed_on: closedOn === null ? null : demoDayText(closedOn),
      stage_entered_at: instantOn(enteredOn, id),
      created_at: instantOn(createdOn, id),
      updated_at: changedOn(closedOn ?? Math.min(today - 1, openedOn + random.int(0, 30))),
    };
    rows.push(row);
    dealMoves.push(...movesOf(row, createdOn, enteredOn));
  }
  return { rows, customers, moves: dealMoves, ofInvoice: dealsByInvoice };
};
