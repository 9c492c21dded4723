import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { fullName, type User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { useApp, useFeature, useToday, useUser } from '../../app/context.ts';
import { periodMachine } from '../../machines/lists/period.machine.ts';
import type { AnswerQuestion } from '../../machines/support/answer.machine.ts';
import { createPerformance, type PersonFigures } from '../../services/performance.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';
import { getOpeningPeriod, includesFutureDays } from '../../shared/period/getOpeningPeriod.ts';
import { parsePeriod, toPeriodQuery } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.performance;
const parseUserId = (search: string): string | null => new URLSearchParams(search).get('person');

/** Connects My Performance to the person and the days in the URL. */
export const useIndividual = () => {
  const user = useUser();
  const today = useToday();
  const search = useSearch();
  const [userId, setUserId] = useState(() => parseUserId(search) ?? user.id);
  const period = useMachineRef(periodMachine, {
    today,
    period: getOpeningPeriod(user, today, search),
    includesFutureDays: includesFutureDays(user),
  });
  const chosenPeriod = useSelector(period, (snapshot) => snapshot.context.period);
  useBroadcastDay(today, period);
  useQueryInUrl({
    question: toPeriodQuery(chosenPeriod, { person: userId === user.id ? '' : userId }),
    search,
    follow: (address) => {
      const linkedPeriod = parsePeriod(address);
      if (linkedPeriod) period.send({ type: 'period.set', period: linkedPeriod });
      setUserId(parseUserId(address) ?? user.id);
    },
  });
  const hasMyCheck = useFeature('my-check');
  const canChoosePerson = reachOf(user, 'commission:read') === 'all';
  // spec 6.02
  const listedUsers = useAllUsers(canChoosePerson);
  // Some providers omit the signed-in user from the list; the picker would then show another person.
  const people = listedUsers.length === 0 || listedUsers.some(({ id }) => id === user.id) ? listedUsers : [user, ...listedUsers];
  const person = userId === user.id ? user : people.find(({ id }) => id === userId);
  const toOwner = ({ id, manager_id }: User) => ({ owner_id: id, owner_manager_id: manager_id ?? null });
  return {
    user,
    userId,
    isOwn: userId === user.id,
    name: person ? fullName(person) : '',
    today,
    period,
    chosen: chosenPeriod,
    /** Hides goals the user may not read: finance sees everyone's figures but no goals, a manager only the team's goals. */
    seesGoals: person !== undefined && can(user, 'goal:read', toOwner(person)),
    /** True if the user may read this person's payouts and open the page that shows them (decisions 2.29). */
    readsPayouts: hasMyCheck && can(user, 'screen:payouts') && person !== undefined && can(user, 'payout:read', toOwner(person)),
    people: canChoosePerson
      ? people
          .filter((candidate) => candidate.id === userId || (candidate.active && can(user, 'report:about', toOwner(candidate))))
          .map((candidate) => ({ value: candidate.id, label: candidate.id === user.id ? t.me : fullName(candidate) }))
      : [],
    choose: (id: string) => setUserId(id),
  };
};
export type Individual = ReturnType<typeof useIndividual>;

/** Loads the figures of spec 7.23. */
export const useFigures = ({ userId, chosen: { start_date, end_date } }: Pick<Individual, 'userId' | 'chosen'>) => {
  const { http } = useApp();
  const load = ({ user_id = '', ...range }: AnswerQuestion): Promise<PersonFigures> =>
    createPerformance(http).person(user_id, { start_date: range.start_date ?? '', end_date: range.end_date ?? '' });
  return useAnswerTo(load, { user_id: userId, start_date, end_date }, t.loadFailed);
};
export type IndividualFigures = ReturnType<typeof useFigures>;
