import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { notificationsMenuMachine } from '../../machines/shell/notificationsMenu.machine.ts';
import { onVisibility } from '../../services/browser.ts';
import { notifyAllTabs, notifyListeners, onNotices } from '../../services/noticeSync.ts';
import { createNotifications } from '../../services/notifications.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useApp, useFeature, useLiveChanges } from '../context.ts';
import { connectNotifications } from './connectNotifications.ts';

/** Connects the bell to the server, to the tab's visibility, and to notices marked as read elsewhere. */
export const useNotifications = () => {
  const { http } = useApp();
  const hasCounts = useFeature('notifications-count');
  const onNotice = useRef(() => {});
  const machine = useMemo(() => {
    const service = createNotifications(http);
    let lastCount: number | null = null;
    /** A changed count makes the notifications page of this tab reload. */
    const count = async (signal: AbortSignal): Promise<number> => {
      const previousCount = lastCount;
      lastCount = await service.unread(signal);
      if (previousCount !== null && previousCount !== lastCount) notifyListeners(onNotice.current);
      return lastCount;
    };
    const mark = async (id: string): Promise<void> => {
      await service.markRead(id);
      notifyAllTabs(onNotice.current);
    };
    return notificationsMenuMachine.provide({
      actors: {
        countUnread: fromPromise(({ signal }) => count(signal)),
        loadItems: fromPromise(({ signal }) => service.latest(signal)),
        // No signal: closing the menu must not cancel the mark.
        markRead: fromPromise(({ input }) => mark(input.id)),
      },
      actions: { logFailure: (_, { error }) => console.warn(error) },
    });
  }, [http]);
  const ref = useMachineRef(machine, { counts: hasCounts });
  useEffect(() => onVisibility((visible) => ref.send({ type: visible ? 'tab.shown' : 'tab.hidden' })), [ref]);
  useEffect(() => {
    onNotice.current = () => {
      ref.send({ type: 'count.refresh' });
      ref.send({ type: 'items.renew' });
    };
    return onNotices(onNotice.current);
  }, [ref]);
  useLiveChanges(({ notices }) => {
    if (notices) notifyListeners();
  });
  const snapshot = useSelector(ref, (current) => current);
  return {
    ...connectNotifications(snapshot),
    setOpen: (open: boolean) => ref.send({ type: open ? 'menu.open' : 'menu.close' }),
    choose: (id: string) => ref.send({ type: 'item.choose', id }),
    retry: () => ref.send({ type: 'menu.retry' }),
  };
};
