import { type Flow, type FlowName, type Flows, flowNames } from '../../../contract/entities/flow.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { FlowRow, FlowSum } from '../../db/repositories/flows/flows.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { createHeadCache, type Heads } from '../shared/heads.ts';
import type { Services } from '../shared/services.ts';
import { daysSince } from './daysSince.ts';
import { chartOf, waitingStates } from './flowCharts.ts';

/** Records listed per waiting state. */
const MAX_OLDEST = 3;

type Moment = Readonly<{ now: Date; zone: string }>;

const flowOf = (name: FlowName, sums: readonly FlowSum[], oldest: readonly FlowRow[], { now, zone }: Moment): Flow => {
  const states = chartOf(name).map((state) => {
    const sum = sums.find((candidate) => candidate.flow === name && candidate.state === state.name);
    return {
      ...state,
      waits: waitingStates[name].includes(state.name),
      records: sum?.records ?? 0,
      amount: fromCents(sum?.cents ?? 0),
      oldest_days: sum ? daysSince(sum.oldest, now, zone) : null,
      median_days: sum ? daysSince(sum.median, now, zone) : null,
      oldest: oldest
        .filter((row) => row.state === state.name)
        .map(({ id, label, cents, since }) => ({ id, label, amount: fromCents(cents), days: daysSince(since, now, zone) })),
    };
  });
  const waiting = sums.filter((sum) => sum.flow === name && waitingStates[name].includes(sum.state));
  return {
    name,
    states,
    waiting_records: waiting.reduce((total, { records }) => total + records, 0),
    waiting_amount: fromCents(waiting.reduce((total, { cents }) => total + cents, 0)),
  };
};

const readFlows = async (tx: Pick<Repositories, 'flows'>, moment: Moment): Promise<Flow[]> => {
  const day = { zone: moment.zone, today: todayIn(moment.zone, moment.now) };
  const sums = await tx.flows.sums(day);
  const flows: Flow[] = [];
  for (const name of flowNames) {
    const oldest = await tx.flows.oldest(day, name, waitingStates[name], MAX_OLDEST);
    flows.push(flowOf(name, sums, oldest, moment));
  }
  return flows;
};

const cache = createHeadCache<Flows>();

/** decisions 2.37: the lifecycles with the records, amounts and days of each state; cached until somebody commits a write. */
export const listFlows = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, heads: Heads): Promise<Flows> => {
  const { config } = await currentConfig(store, heads);
  const moment = { now: clock(), zone: config.timezone };
  const today = todayIn(moment.zone, moment.now);
  return cache(store.flows, `${heads.moment} ${today}`, async () => ({
    as_of: today,
    data: await store.snapshot((tx) => readFlows(tx, moment)),
  }));
};
