import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import { reachOf } from '../../../contract/permissions.ts';
import type { TeamRow, TeamSummary } from '../../../contract/rules/performance/team.ts';
import { useApp, useFeature, useToday, useUser } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { teamDashboardMachine } from '../../machines/performance/teamDashboard.machine.ts';
import { createPerformance } from '../../services/performance.ts';
import { parseLens, toLensQuery } from '../../shared/lens/lensInUrl.ts';
import { parseList } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { getOpeningPeriod, includesFutureDays } from '../../shared/period/getOpeningPeriod.ts';
import { parsePeriod, toPeriodQuery } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useScope } from '../../shared/scope/useScope.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { connectTeam, names, searchWordsOfMember, teamSortValue } from './connectTeam.ts';
import { loadTeamAtOnce, loadTeamByPerson, type TeamLoadingRef } from './loadTeam.ts';

const SKELETON_ROWS = 10;
const parseUserIds = (search: string): readonly string[] =>
  (new URLSearchParams(search).get('users') ?? '').split(',').filter((id) => id !== '');

/** Connects the Team Dashboard to the single call (or the calls of spec 7.34) and to the URL. */
export const useTeam = () => {
  const { http, inspect } = useApp();
  const user = useUser();
  const today = useToday();
  const hasTeamSummary = useFeature('team-summary');
  const canShowPastDays = useFeature('as-of') && reachOf(user, 'commission:read') === 'all';
  const search = useSearch();
  const [progress, setProgress] = useState<TeamLoadingRef | null>(null);
  const machine = useMemo(() => {
    const service = createPerformance(http);
    const pages = cursorPagesOf<TeamRow, TeamSummary>().provide({
      actors: {
        loadPage: fromPromise(({ input: { question }, signal }) => {
          const range = { start_date: question.start_date ?? '', end_date: question.end_date ?? '' };
          return hasTeamSummary
            ? loadTeamAtOnce(service, { ...range, asOf: question.asOf }, signal)
            : loadTeamByPerson(service, range, { signal, inspect, onStart: setProgress });
        }),
      },
    });
    return teamDashboardMachine.provide({ actors: { list: listOf<TeamRow, TeamSummary>().provide({ actors: { pages } }) } });
  }, [http, hasTeamSummary, inspect]);
  const ref = useMachineRef(machine, {
    today,
    period: getOpeningPeriod(user, today, search),
    includesFutureDays: includesFutureDays(user),
    selectedUsers: parseUserIds(search),
    ...(canShowPastDays ? { lens: parseLens(search) } : {}),
    list: { ...parseList(search, names), pageSize: SKELETON_ROWS, searches: 'page', sorts: 'page' },
  });
  const { period, lens, list: listRef } = useSelector(ref, (snapshot) => snapshot.children);
  if (!period || !lens || !listRef) throw new Error('the team dashboard runs without its children');
  const selectedUsers = useSelector(ref, (snapshot) => snapshot.context.selectedUsers);
  const chosenPeriod = useSelector(period, (snapshot) => snapshot.context.period);
  const days = useSelector(lens, (snapshot) => snapshot.context);
  useBroadcastDay(today, period, lens);
  const list = useList<TeamRow, TeamSummary>(listRef, { names, words: searchWordsOfMember, sortValue: teamSortValue });
  useQueryInUrl({
    question: toPeriodQuery(chosenPeriod, {
      ...list.address,
      asOf: toLensQuery(days).asOf ?? '',
      users: selectedUsers.join(','),
    }),
    search,
    follow: (address) => {
      const linkedPeriod = parsePeriod(address);
      if (linkedPeriod) period.send({ type: 'period.set', period: linkedPeriod });
      if (canShowPastDays) lens.send({ type: 'lens.set', asOf: parseLens(address).asOf, comparedDay: null });
      ref.send({ type: 'users.set', ids: parseUserIds(address) });
      list.follow(address);
    },
  });
  const hasReports = list.view.loaded.some(({ manager_id }) => manager_id === user.id);
  // Some providers send no managers, or only sample data.
  const scope = useScope({ canNarrow: hasTeamSummary || hasReports, hasReports });
  const canReset = useSelector(ref, (snapshot) => snapshot.can({ type: 'filters.reset' }));
  const { sort, type, retry, reload } = list.act;
  return {
    period,
    lens,
    asOf: days.asOf,
    looksBack: canShowPastDays,
    progress,
    // Without paging actions, because the list has a single page.
    act: { sort, type, retry, reload },
    scope,
    view: connectTeam(list.view, {
      scope: scope.scope,
      selected: selectedUsers,
      userId: user.id,
      period: chosenPeriod,
      today: days.asOf ?? today,
    }),
    toggleUser: (id: string) => ref.send({ type: 'user.toggle', id }),
    setUsers: (ids: readonly string[]) => ref.send({ type: 'users.set', ids }),
    canReset,
    reset: () => ref.send({ type: 'filters.reset' }),
  };
};
export type BoundTeam = ReturnType<typeof useTeam>;
