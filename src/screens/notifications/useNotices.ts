import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { Notification } from '../../../contract/entities/notification.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useFeature, useToast } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { notificationsMachine } from '../../machines/notifications/notifications.machine.ts';
import type { Http } from '../../services/http.ts';
import { notifyAllTabs, onNotices } from '../../services/noticeSync.ts';
import { createNotifications } from '../../services/notifications.ts';
import { type PageRequest, readAllPages } from '../../services/pages.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { noticeNames } from './noticeNames.ts';

const t = messages.notificationsPage;

type Service = Readonly<{
  page: (
    request: PageRequest,
  ) => Promise<{ data: readonly Notification[]; pagination: { cursor: string | null; limit: number; total: number | null } }>;
  /** @returns the number of notifications that were unread */
  mark: (id: string) => Promise<number>;
}>;

const createLiveService = (http: Http): Service => {
  const service = createNotifications(http);
  const markOne = (id: string): Promise<number> => service.markRead(id).then(() => 1);
  return { page: service.page, mark: (id) => (id === 'all' ? service.markAll() : markOne(id)) };
};

/** A service that uses only the calls of spec 7.24 and 7.25: the newest ten notices, marked as read one by one (decisions 1.03). */
const createNewestService = (http: Http): Service => {
  const service = createNotifications(http);
  let latestNotices: readonly Notification[] = [];
  const page = async () => {
    latestNotices = await service.latest();
    return { data: latestNotices, pagination: { cursor: null, limit: limits.notifications.items, total: latestNotices.length } };
  };
  const mark = async (id: string): Promise<number> => {
    const ids = id === 'all' ? latestNotices.filter(({ read }) => !read).map((notice) => notice.id) : [id];
    for (const unreadId of ids) await service.markRead(unreadId);
    return ids.length;
  };
  return { page, mark };
};

const toReport = (count: number): string => {
  if (count === 0) return t.markedNone;
  return count === 1 ? t.markedOne : fill(t.markedAll, { count });
};

/** Connects the page to the server, and keeps it in sync with the bell and other tabs. */
export const useNotices = () => {
  const { http } = useApp();
  const toast = useToast();
  const isLive = useFeature('notifications-page');
  const service = useMemo(() => (isLive ? createLiveService(http) : createNewestService(http)), [http, isLive]);
  const onNotice = useRef(() => {});
  const machine = useMemo(() => {
    const pages = cursorPagesOf<Notification>().provide({
      actors: { loadPage: fromPromise(({ input }) => service.page(input)) },
    });
    const mark = async (id: string): Promise<number> => {
      const count = await service.mark(id);
      notifyAllTabs(onNotice.current);
      return count;
    };
    return notificationsMachine.provide({
      actors: {
        list: listOf<Notification>().provide({ actors: { pages } }),
        mark: fromPromise(({ input }) => mark(input.id)),
      },
      actions: {
        report: (_, { id, count }) => {
          if (id === 'all') toast(toReport(count));
        },
      },
    });
  }, [service, toast]);
  const search = useSearch();
  const { filters, page } = parseList(search, noticeNames);
  const ref = useMachineRef(machine, { opening: { filters, page } });
  useEffect(() => {
    onNotice.current = () => ref.send({ type: 'notices.changed' });
    return onNotices(onNotice.current);
  }, [ref]);
  useEffect(
    () => () => {
      for (const { id } of ref.getSnapshot().context.marks.slice(1)) service.mark(id).catch((error: unknown) => console.warn(error));
    },
    [ref, service],
  );
  const listRef = useSelector(ref, (snapshot) => snapshot.children.list);
  if (!listRef) throw new Error('notifications run without their list');
  const list = useList<Notification>(listRef, { names: noticeNames });
  const marks = useSelector(ref, (snapshot) => snapshot.context.marks);
  const errorText = useSelector(ref, (snapshot) => snapshot.context.error);
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true });
  return {
    ...list,
    isLive,
    failed: errorText,
    isMarkingAll: marks.some(({ id }) => id === 'all'),
    read: (id: string) => ref.send({ type: 'notice.read', id }),
    readEverything: () => ref.send({ type: 'all.read' }),
    dismissFailed: () => ref.send({ type: 'error.dismiss' }),
    readAll: () => readAllPages(service.page, list.question),
  };
};
