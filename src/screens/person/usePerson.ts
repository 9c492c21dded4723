import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { PersonPage } from '../../../contract/entities/personPage.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useToday, useUser } from '../../app/context.ts';
import { periodMachine } from '../../machines/lists/period.machine.ts';
import type { AnswerQuestion } from '../../machines/support/answer.machine.ts';
import { createPersons } from '../../services/persons.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { MISSING, orMissing } from '../../shared/orMissing.ts';
import { getOpeningPeriod } from '../../shared/period/getOpeningPeriod.ts';
import { parsePeriod, toPeriodQuery } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

/** Connects the page of one person, fixed at the first render; the period is in the URL. */
export const usePerson = (id: string) => {
  const { http } = useApp();
  const user = useUser();
  const today = useToday();
  const search = useSearch();
  const period = useMachineRef(periodMachine, { today, period: getOpeningPeriod(user, today, search) });
  const chosen = useSelector(period, (snapshot) => snapshot.context.period);
  useBroadcastDay(today, period);
  useQueryInUrl({
    question: toPeriodQuery(chosen, {}),
    search,
    follow: (address) => {
      const linkedPeriod = parsePeriod(address);
      if (linkedPeriod) period.send({ type: 'period.set', period: linkedPeriod });
    },
  });
  const load = ({ start_date = '', end_date = '' }: AnswerQuestion) => orMissing(createPersons(http).read(id, { start_date, end_date }));
  const { start_date, end_date } = chosen;
  const { answer, loading, stale, error, refused, retry } = useAnswerTo<PersonPage | typeof MISSING>(
    load,
    { start_date, end_date },
    messages.personPage.loadFailed,
  );
  return {
    person: answer === MISSING ? null : answer,
    isMissing: answer === MISSING,
    isWaiting: loading && (answer === null || stale),
    error,
    retry: refused ? undefined : retry,
    isOwn: id === user.id,
    today,
    period,
    chosen,
  };
};
export type PersonView = ReturnType<typeof usePerson>;
export type ShownPerson = Readonly<{ person: PersonPage }> & Pick<PersonView, 'chosen' | 'today'>;
