import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { notificationsMenuMachine } from '../../machines/shell/notificationsMenu.machine.ts';
import { onVisibility } from '../../services/browser.ts';
import { onNotices, tellEverywhere, tellHere } from '../../services/noticesHeard.ts';
import { createNotifications } from '../../services/notifications.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useApp, useFeature, useLive } from '../context.ts';
import { connectNotifications } from './connectNotifications.ts';

/** Binds the bell to the server, to the tab's visibility, and to what is marked elsewhere. */
export const useNotifications = () => {
  const { http } = useApp();
  const counts = useFeature('notifications-count');
  const hear = useRef(() => {});
  const machine = useMemo(() => {
    const service = createNotifications(http);
    let known: number | null = null;
    /** What the bell counts again, the page may show: it is read again there. */
    const count = async (signal: AbortSignal): Promise<number> => {
      const before = known;
      known = await service.unread(signal);
      if (before !== null && before !== known) tellHere(hear.current);
      return known;
    };
    const mark = async (id: string): Promise<void> => {
      await service.markRead(id);
      tellEverywhere(hear.current);
    };
    return notificationsMenuMachine.provide({
      actors: {
        countUnread: fromPromise(({ signal }) => count(signal)),
        loadItems: fromPromise(({ signal }) => service.latest(signal)),
        // Closing the menu does not take back that it was read.
        markRead: fromPromise(({ input }) => mark(input.id)),
      },
      actions: { logFailure: (_, { error }) => console.warn(error) },
    });
  }, [http]);
  const ref = useMachineRef(machine, { counts });
  useEffect(() => onVisibility((visible) => ref.send({ type: visible ? 'tab.shown' : 'tab.hidden' })), [ref]);
  useEffect(() => {
    hear.current = () => {
      ref.send({ type: 'count.refresh' });
      ref.send({ type: 'items.renew' });
    };
    return onNotices(hear.current);
  }, [ref]);
  useLive(({ notices }) => {
    if (notices) tellHere();
  });
  const snapshot = useSelector(ref, (current) => current);
  return {
    ...connectNotifications(snapshot),
    setOpen: (open: boolean) => ref.send({ type: open ? 'menu.open' : 'menu.close' }),
    choose: (id: string) => ref.send({ type: 'item.choose', id }),
    retry: () => ref.send({ type: 'menu.retry' }),
  };
};
