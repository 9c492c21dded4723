import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Activity } from '../../../contract/entities/goal.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { infiniteListOf } from '../../machines/lists/infiniteList.machine.ts';
import { createGoals } from '../../services/goals.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

/** Connects the activity list of one person, fixed at the first render. If `live` is false, shows the specified sample. */
export const useActivity = (userId: string, live: boolean) => {
  const { http } = useApp();
  const machine = useMemo(() => {
    const service = createGoals(http);
    return infiniteListOf<Activity>().provide({
      actors: {
        loadPage: fromPromise(async ({ input: { question, cursor, limit }, signal }) => {
          const page = live
            ? await service.activity(question.user_id ?? '', cursor, signal)
            : { data: (await import('./sample.ts')).sampleActivity, cursor: null };
          return { data: page.data, pagination: { cursor: page.cursor, limit, total: null } };
        }),
      },
    });
  }, [http, live]);
  const ref = useMachineRef(machine, {
    question: { user_id: userId },
    pageSize: limits.activityPage,
    fallback: messages.activity.loadFailed,
  });
  const snapshot = useSelector(ref, (state) => state);
  return {
    items: snapshot.context.items,
    error: snapshot.context.error,
    stale: snapshot.hasTag('stale'),
    busy: snapshot.hasTag('busy'),
    canMore: snapshot.can({ type: 'list.more' }),
    more: () => ref.send({ type: 'list.more' }),
    retry: () => ref.send({ type: 'list.retry' }),
  };
};
export type ActivityView = ReturnType<typeof useActivity>;
