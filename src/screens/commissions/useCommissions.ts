import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import { commissionStatuses } from '../../../contract/entities/commission.ts';
import { limits } from '../../../contract/limits.ts';
import { reachOf } from '../../../contract/permissions.ts';
import { pageSizeFor } from '../../../contract/rules/page.ts';
import { useApp, useFeature, useToday, useUser } from '../../app/context.ts';
import { commissionsMachine, type Opened, type PageDialog } from '../../machines/commissions/commissions.machine.ts';
import { cursorPagesMachine } from '../../machines/lists/cursorPages.machine.ts';
import { onResize, windowHeight } from '../../services/browser.ts';
import { createCommissions } from '../../services/commissions.ts';
import { readAllPages } from '../../services/pages.ts';
import { pageFrom, pageInUrl } from '../../shared/lists/connectPages.ts';
import { openingPeriod } from '../../shared/period/openingPeriod.ts';
import { periodFrom } from '../../shared/period/periodInUrl.ts';
import { useFollowDay } from '../../shared/period/useFollowDay.ts';
import { commissionColumnKeys } from './columns.tsx';
import { connectCommissions, found } from './connectCommissions.ts';

const rowsThatFit = (): number => pageSizeFor(windowHeight(), limits.table.commissions);

const statusFrom = (search: string): string => {
  const status = new URLSearchParams(search).get('status') ?? '';
  return commissionStatuses.some((each) => each === status) ? status : '';
};

/** The id of a person, where the server narrows by one. */
const personFrom = (search: string, narrows: boolean): string => (narrows && new URLSearchParams(search).get('person')) || '';

/** `key.asc` or `key.desc` of a column that there is. */
const sortFrom = (search: string): { key: string; direction: 'asc' | 'desc' } | null => {
  const [key, direction] = (new URLSearchParams(search).get('sort') ?? '').split('.');
  if (!key || !commissionColumnKeys.includes(key)) return null;
  return { key, direction: direction === 'desc' ? 'desc' : 'asc' };
};

/** The open row of an address; `record` is what links to questions name, with the questions in front. */
const openedFrom = (search: string): Opened | null => {
  const query = new URLSearchParams(search);
  const [row, record] = [query.get('row'), query.get('record')];
  return row ? { id: row, front: 'why' } : record ? { id: record, front: 'question' } : null;
};

/** What the address searches for. */
const searchFrom = (search: string): string => (new URLSearchParams(search).get('search') ?? '').slice(0, limits.list.searchLength);

/** Binds the Commissions page: its machine, the service, the window's height and the address. */
export const useCommissions = () => {
  const { inspect, serviceOf } = useApp();
  const user = useUser();
  const today = useToday();
  const searches = useFeature('commission-search');
  const search = useSearch();
  const service = serviceOf(createCommissions);
  const machine = useMemo(() => {
    const pages = cursorPagesMachine.provide({ actors: { loadPage: fromPromise(({ input }) => service.page(input)) } });
    return commissionsMachine.provide({ actors: { pages } });
  }, [service]);
  const ref = useActorRef(machine, {
    input: {
      today,
      period: openingPeriod(user, today, search),
      status: statusFrom(search),
      sort: sortFrom(search),
      opened: openedFrom(search),
      search: searchFrom(search),
      page: pageFrom(search),
      // spec 6.04: a user who may see only their own commissions asks for their own.
      userId: reachOf(user, 'commission:read') === 'own' ? user.id : null,
      pageSize: rowsThatFit(),
      searches,
      person: personFrom(search, searches),
    },
    ...(inspect ? { inspect } : {}),
  });
  const { period, pages } = useSelector(ref, (snapshot) => snapshot.children);
  if (!period || !pages) throw new Error('commissions runs without its children');
  useFollowDay(today, period);
  useEffect(() => onResize(() => pages.send({ type: 'size.changed', pageSize: rowsThatFit() })), [pages]);

  const screen = useSelector(ref, (snapshot) => snapshot);
  const pagesSnapshot = useSelector(pages, (snapshot) => snapshot);
  const chosen = useSelector(period, (snapshot) => snapshot.context.period);
  const { status, sort, person, opened } = screen.context;
  const link = {
    period: chosen,
    others: {
      status,
      person,
      search: screen.context.search.trim(),
      page: pageInUrl(pagesSnapshot),
      sort: sort ? `${sort.key}.${sort.direction}` : '',
      ...(opened ? { [opened.front === 'why' ? 'row' : 'record']: opened.id } : {}),
    },
    follow: (address: string) => {
      const linked = periodFrom(address);
      if (linked) period.send({ type: 'period.set', period: linked });
      ref.send({ type: 'status.choose', status: statusFrom(address) });
      ref.send({ type: 'person.choose', person: personFrom(address, searches) });
      ref.send({ type: 'search.set', text: searchFrom(address) });
      const linkedSort = sortFrom(address);
      ref.send({ type: 'sort.set', sort: linkedSort });
      pages.send({ type: 'page.go', page: pageFrom(address) });
      const linkedRow = openedFrom(address);
      ref.send(linkedRow ? { type: 'details.open', opened: linkedRow } : { type: 'details.close' });
    },
  };
  // The same function as long as the page lives: columns that hold it keep what the grid measured.
  const openDialog = useCallback((dialog: PageDialog) => ref.send({ type: 'dialog.open', dialog }), [ref]);
  return {
    view: connectCommissions(screen, pagesSnapshot),
    period,
    /** For the address of the page. */
    link,
    next: () => pages.send({ type: 'page.next' }),
    previous: () => pages.send({ type: 'page.previous' }),
    retry: () => pages.send({ type: 'page.retry' }),
    /** All that the period and status find, narrowed by the search. */
    readAll: async () => {
      const all = await readAllPages(service.page, pages.getSnapshot().context.question ?? {});
      return searches ? all : found(all, screen.context.search);
    },
    /** Something that the figures depend on was changed. */
    readAgain: () => {
      service.forget();
      pages.send({ type: 'page.reload' });
    },
    chooseStatus: (status: string) => ref.send({ type: 'status.choose', status }),
    choosePerson: (person: string) => ref.send({ type: 'person.choose', person }),
    type: (text: string) => ref.send({ type: 'search.type', text }),
    clearSearch: () => ref.send({ type: 'search.set', text: '' }),
    sort: (key: string) => ref.send({ type: 'sort.toggle', key }),
    open: (id: string, front: Opened['front'] = 'why') => ref.send({ type: 'details.open', opened: { id, front } }),
    close: () => ref.send({ type: 'details.close' }),
    openDialog,
    closeDialog: () => ref.send({ type: 'dialog.close' }),
  };
};
