import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { Plans } from '../../../contract/entities/plan.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useToday, useUser } from '../../app/context.ts';
import { periodMachine } from '../../machines/lists/period.machine.ts';
import { createPlans } from '../../services/plans.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { getOpeningPeriod } from '../../shared/period/getOpeningPeriod.ts';
import { parsePeriod } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { type PlanChoice, parsePlanChoice, toPlansUrl } from './plansInUrl.ts';

/** Connects the plan page: its period, the choices in the URL, and the plans of the chosen version. */
export const usePlans = () => {
  const { http } = useApp();
  const user = useUser();
  const today = useToday();
  const search = useSearch();
  const service = useMemo(() => createPlans(http), [http]);
  const [choice, setChoice] = useState<PlanChoice>(() => parsePlanChoice(search));
  const ref = useMachineRef(periodMachine, { today, period: getOpeningPeriod(user, today, search) });
  useBroadcastDay(today, ref);
  const period = useSelector(ref, (snapshot) => snapshot.context.period);
  const { version, compare } = choice;
  const plans = useAnswerTo<Plans>((question) => service.read(question), { version, compare }, messages.planPage.failed);
  useQueryInUrl({
    question: toPlansUrl(period, choice),
    search,
    follow: (address) => {
      const linkedPeriod = parsePeriod(address);
      if (linkedPeriod) ref.send({ type: 'period.set', period: linkedPeriod });
      setChoice(parsePlanChoice(address));
    },
  });
  return {
    service,
    plans,
    period: ref,
    range: period,
    choice,
    choose: (change: Partial<PlanChoice>) => setChoice((previous) => ({ ...previous, ...change })),
  };
};
export type PlansBinding = ReturnType<typeof usePlans>;
