import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import { commissionFilterStatuses } from '../../../contract/entities/commission.ts';
import { limits } from '../../../contract/limits.ts';
import { reachOf } from '../../../contract/permissions.ts';
import { pageSizeFor } from '../../../contract/rules/pageSize.ts';
import type { Period } from '../../../contract/rules/period.ts';
import { useApp, useUser } from '../../app/context.ts';
import { periodFrom, searchOf } from '../../app/period/periodInUrl.ts';
import { commissionsMachine } from '../../machines/commissions.machine.ts';
import { cursorPagesMachine } from '../../machines/cursorPages.machine.ts';
import { onResize, today, windowHeight } from '../../services/browser.ts';
import { createCommissions } from '../../services/commissions.ts';
import { connectCommissions } from './connectCommissions.ts';

const rowsThatFit = (): number => pageSizeFor(windowHeight(), limits.table.commissions);

const statusFrom = (search: string): string => {
  const status = new URLSearchParams(search).get('status') ?? '';
  return commissionFilterStatuses.some((each) => each === status) ? status : '';
};

/** Keeps period and status in the address, so that a link shows the same rows. */
const useDeepLink = (period: Period | undefined, status: string): void => {
  const search = period ? searchOf(period, { status }) : '';
  useEffect(() => {
    if (search !== '' && search !== window.location.search) window.history.replaceState(window.history.state, '', search);
  }, [search]);
};

/** Binds the Commissions page: its machine, the service, the window's height and the address. */
export const useCommissions = () => {
  const { http, inspect, forgetOnSignOut } = useApp();
  const user = useUser();
  const search = useSearch();
  const service = useMemo(() => {
    const made = createCommissions(http);
    forgetOnSignOut(made.forget);
    return made;
  }, [http, forgetOnSignOut]);
  const machine = useMemo(() => {
    const pages = cursorPagesMachine.provide({ actors: { loadPage: fromPromise(({ input }) => service.page(input)) } });
    return commissionsMachine.provide({ actors: { pages } });
  }, [service]);
  const ref = useActorRef(machine, {
    input: {
      today: today(),
      period: periodFrom(search),
      status: statusFrom(search),
      // spec 6.04: who may see only their own asks for their own.
      userId: reachOf(user, 'commission:read') === 'own' ? user.id : null,
      pageSize: rowsThatFit(),
    },
    ...(inspect ? { inspect } : {}),
  });
  const { period, pages } = useSelector(ref, (snapshot) => snapshot.children);
  if (!period || !pages) throw new Error('commissions runs without its children');
  useEffect(() => onResize(() => pages.send({ type: 'size.changed', pageSize: rowsThatFit() })), [pages]);

  const screen = useSelector(ref, (snapshot) => snapshot);
  const pagesSnapshot = useSelector(pages, (snapshot) => snapshot);
  const chosen = useSelector(period, (snapshot) => snapshot.context.period);
  useDeepLink(chosen, screen.context.status);
  return {
    view: connectCommissions(screen, pagesSnapshot),
    period,
    next: () => pages.send({ type: 'page.next' }),
    previous: () => pages.send({ type: 'page.previous' }),
    retry: () => pages.send({ type: 'page.retry' }),
    /** Something that the figures depend on was changed. */
    readAgain: () => {
      service.forget();
      pages.send({ type: 'page.reload' });
    },
    chooseStatus: (status: string) => ref.send({ type: 'status.choose', status }),
    type: (text: string) => ref.send({ type: 'search.type', text }),
    sort: (key: string) => ref.send({ type: 'sort.toggle', key }),
    open: (id: string) => ref.send({ type: 'details.open', id }),
    close: () => ref.send({ type: 'details.close' }),
  };
};
