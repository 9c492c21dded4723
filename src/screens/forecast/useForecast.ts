import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { type CommissionCosts, type CostBreakdown, costBreakdowns, type Forecast } from '../../../contract/entities/forecast.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useToday, useUser } from '../../app/context.ts';
import { periodMachine } from '../../machines/lists/period.machine.ts';
import { createForecast } from '../../services/forecast.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { getOpeningPeriod } from '../../shared/period/getOpeningPeriod.ts';
import { parsePeriod, toPeriodQuery } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useAnswer, useAnswerTo } from '../../shared/useAnswer.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.forecast;
const parseBreakdown = (search: string): CostBreakdown =>
  costBreakdowns.find((candidate) => candidate === new URLSearchParams(search).get('by')) ?? 'territory';

/** Connects the expected commission and the open invoices, both as of today. */
export const useForecast = () => {
  const { http } = useApp();
  return useAnswer<Forecast>(() => createForecast(http).read(), {}, t.loadFailed);
};

/** Connects the cost of commission; its period and breakdown are in the URL. */
export const useCosts = () => {
  const { http } = useApp();
  const user = useUser();
  const today = useToday();
  const search = useSearch();
  const [breakdown, setBreakdown] = useState(() => parseBreakdown(search));
  const period = useMachineRef(periodMachine, { today, period: getOpeningPeriod(user, today, search) });
  const chosenPeriod = useSelector(period, (snapshot) => snapshot.context.period);
  useBroadcastDay(today, period);
  useQueryInUrl({
    question: toPeriodQuery(chosenPeriod, { by: breakdown }),
    search,
    follow: (address) => {
      const linkedPeriod = parsePeriod(address);
      if (linkedPeriod) period.send({ type: 'period.set', period: linkedPeriod });
      setBreakdown(parseBreakdown(address));
    },
  });
  const { start_date, end_date } = chosenPeriod;
  const costs = useAnswerTo<CommissionCosts>(
    (query) => createForecast(http).costs(query),
    { start_date, end_date, by: breakdown },
    t.costsFailed,
  );
  return { ...costs, by: breakdown, chooseBy: setBreakdown, period, chosen: chosenPeriod };
};
