import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise, type SnapshotFrom } from 'xstate';
import type { Analytics } from '../../../contract/entities/analytics.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { View } from '../../../contract/entities/view.ts';
import { type Day, type Period, wholeMonth } from '../../../contract/rules/time/period.ts';
import { useApp, useToday, useUser } from '../../app/context.ts';
import { type AnalyticsQuestion, analyticsMachine } from '../../machines/analytics/analytics.machine.ts';
import { answerMachine } from '../../machines/support/answer.machine.ts';
import { createAnalytics } from '../../services/analytics.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';
import { getOpeningPeriod, includesFutureDays } from '../../shared/period/getOpeningPeriod.ts';
import { parsePeriod } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useScope } from '../../shared/scope/useScope.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { usePendingFigures } from '../../shared/usePendingFigures.ts';
import { createCharts } from './charts.ts';
import { everybodyScope, isScope, parseQuestion, toAnalyticsUrl, toQuestion, toView } from './question.ts';

const connectAnalytics = (
  answerState: SnapshotFrom<typeof answerMachine>,
  { by, of: scope }: AnalyticsQuestion,
  user: User,
  today: Day,
) => {
  const page = answerState.context.answer as Analytics | null;
  // If the loaded answer belongs to the previous question, it is drawn for that question and dimmed as stale.
  const question = answerState.context.answered;
  const request = { by: (question?.by ?? by) as AnalyticsQuestion['by'], of: question?.of ?? scope, today };
  return {
    answer: page,
    charts: page ? createCharts(page, request, user.preferences?.dashboard_settings?.preferred_charts ?? []) : [],
    stale: answerState.hasTag('stale'),
    loading: answerState.matches('loading'),
    failure: answerState.matches('failed') || answerState.matches('refused') ? answerState.context.error : null,
    mayRetry: answerState.matches('failed'),
  };
};

/** Connects the Analytics page to its single API call and to the URL. */
export const useAnalytics = () => {
  const { http } = useApp();
  const user = useUser();
  const today = useToday();
  const search = useSearch();
  const people = useAllUsers(user.role !== 'sales_manager');
  const scopeChoice = useScope({
    canNarrow: true,
    hasReports: people.some(({ manager_id }) => manager_id === user.id),
  });
  const { scope, isOffered, choose } = scopeChoice;
  const defaultScope = isOffered && scope === 'team' ? 'team' : everybodyScope;
  const machine = useMemo(() => {
    const service = createAnalytics(http);
    const answerLoader = answerMachine.provide({ actors: { loadAnswer: fromPromise(({ input, signal }) => service.ask(input, signal)) } });
    return analyticsMachine.provide({ actors: { answer: answerLoader } });
  }, [http]);
  const ref = useMachineRef(machine, {
    today,
    period: getOpeningPeriod(user, today, search),
    includesFutureDays: includesFutureDays(user),
    ...parseQuestion(search, defaultScope),
  });
  const snapshot = useSelector(ref, (current) => current);
  const { period, answer: answerState } = snapshot.children;
  if (!period || !answerState) throw new Error('analytics runs without its children');
  useBroadcastDay(today, period);
  const chosenPeriod = useSelector(period, (current) => current.context.period);
  const { by, of: requestedScope, view } = snapshot.context;
  const page = connectAnalytics(
    useSelector(answerState, (current) => current),
    snapshot.context,
    user,
    today,
  );
  const open = ({ period: linkedPeriod, ...next }: AnalyticsQuestion & { period: Period }): void => {
    const openedPeriod = includesFutureDays(user) ? wholeMonth(linkedPeriod) : linkedPeriod;
    ref.send({ type: 'question.open', period: openedPeriod, ...next });
    period.send({ type: 'period.set', period: openedPeriod });
  };
  useQueryInUrl({
    question: toAnalyticsUrl(chosenPeriod, { by, of: requestedScope, view }),
    search,
    follow: (address) => open({ period: parsePeriod(address) ?? chosenPeriod, ...parseQuestion(address, defaultScope) }),
  });
  // Reads the URL first, because it may already contain the new scope. A chosen person or territory stays chosen.
  useEffect(() => {
    const { of: scope } = ref.getSnapshot().context;
    if (isScope(scope)) ref.send({ type: 'of.choose', of: defaultScope });
  }, [ref, defaultScope]);
  return {
    ...page,
    period,
    scope: scopeChoice,
    first: defaultScope,
    question: { by, of: requestedScope, view, changed: snapshot.matches('changed') },
    pending: usePendingFigures(page.answer, page.answer?.pending ?? 0, () =>
      answerState.send({ type: 'question.ask', question: answerState.getSnapshot().context.question }),
    ),
    openView: (savedView: View) => {
      const { of: scope = defaultScope } = savedView.question;
      const { period: openedPeriod, ...question } = toQuestion(savedView, defaultScope, today);
      // A view of the other scope is opened through the URL, so Back undoes it in one step.
      if (isOffered && isScope(scope) && scope !== defaultScope)
        choose(scope === 'team' ? 'team' : 'company', toAnalyticsUrl(openedPeriod, question));
      else open({ period: openedPeriod, ...question });
    },
    viewQuestion: () => toView(chosenPeriod, { by, of: requestedScope, view }, today),
    chooseBreakdown: (value: AnalyticsQuestion['by']) => ref.send({ type: 'by.choose', by: value }),
    chooseSubject: (value: string) => ref.send({ type: 'of.choose', of: value }),
    retry: () => answerState.send({ type: 'answer.retry' }),
    keepView: (id: string) => ref.send({ type: 'view.saved', id }),
    forgetView: () => ref.send({ type: 'view.forget' }),
  };
};
export type AnalyticsPage = ReturnType<typeof useAnalytics>;
