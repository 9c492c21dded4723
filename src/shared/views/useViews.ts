import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { View, ViewQuestion, ViewScreen } from '../../../contract/entities/view.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { viewsMachine } from '../../machines/views/views.machine.ts';
import { createViews } from '../../services/views.ts';
import { useLatest } from '../../ui/support/useLatest.ts';
import { useMachineRef } from '../useMachineRef.ts';

const text = messages.views;
type Follow = Readonly<{ onSaved: (view: View) => void; onRemoved: (view: View) => void }>;

/** Binds the saved views of a screen; the screen follows what is saved and deleted. `screen` is that of the first render. */
export const useViews = (screen: ViewScreen, follow: Follow) => {
  const { http } = useApp();
  const confirm = useConfirm();
  const toast = useToast();
  const latest = useLatest(follow);
  const machine = useMemo(() => {
    const service = createViews(http);
    return viewsMachine.provide({
      actors: {
        loadViews: fromPromise(() => service.list(screen)),
        saveView: fromPromise(({ input: { view, name, shared, question } }) =>
          view ? service.change(view, { name, shared, question }) : service.save({ screen, name, shared, question }),
        ),
        removeView: fromPromise(async ({ input }) => {
          const yes = await confirm({ title: fill(text.remove, { name: input.name }), text: text.removeText, accept: text.removeYes });
          if (yes) await service.remove(input);
          return yes;
        }),
      },
      actions: {
        reportSaved: (_, { view }) => {
          toast(text.saved);
          latest.current.onSaved(view);
        },
        reportRemoved: (_, { view }) => {
          toast(text.removed);
          if (view) latest.current.onRemoved(view);
        },
      },
    });
  }, [http, screen, confirm, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { views, draft, error } = snapshot.context;
  const naming = snapshot.matches('naming') || snapshot.matches({ saving: 'named' });
  return {
    views,
    form: naming ? draft : null,
    saving: snapshot.matches('saving'),
    error,
    failed: snapshot.matches('failed'),
    busy: !snapshot.matches('ready'),
    retry: () => ref.send({ type: 'views.retry' }),
    add: (question: ViewQuestion) => ref.send({ type: 'view.new', question }),
    edit: (view: View) => ref.send({ type: 'view.edit', view }),
    update: (view: View, question: ViewQuestion) => ref.send({ type: 'view.update', view, question }),
    remove: (view: View) => ref.send({ type: 'view.remove', view }),
    submit: (form: Readonly<{ name: string; shared: boolean }>) => ref.send({ type: 'form.submit', ...form }),
    cancel: () => ref.send({ type: 'form.cancel' }),
  };
};
export type Views = ReturnType<typeof useViews>;
