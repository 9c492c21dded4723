import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { View, ViewQuestion, ViewScreen } from '../../../contract/entities/view.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { type NamedView, type ViewStep, viewsMachine } from '../../machines/views/views.machine.ts';
import { createViews } from '../../services/views.ts';
import { useLatest } from '../../ui/support/useLatest.ts';
import { useMachineRef } from '../useMachineRef.ts';

const t = messages.views;
const noViews: readonly View[] = [];
type ViewListeners = Readonly<{ onSaved: (view: View) => void; onRemoved: (view: View) => void }>;

/** Connects the saved views of a screen; `listeners` are notified of saves and deletions. Only the first `screen` is used. */
export const useViews = (screen: ViewScreen, listeners: ViewListeners) => {
  const { http } = useApp();
  const confirm = useConfirm();
  const toast = useToast();
  const latest = useLatest(listeners);
  const machine = useMemo(() => {
    const service = createViews(http);
    const save = async (step: ViewStep): Promise<View | null> => {
      if (step.kind === 'save') {
        const { view, name, shared, question } = step;
        return view ? service.change(view, { name, shared, question }) : service.save({ screen, name, shared, question });
      }
      await service.remove(step.view);
      return null;
    };
    return viewsMachine.provide({
      actors: {
        load: fromPromise(() => service.list(screen)),
        confirm: fromPromise(({ input: { step } }) =>
          confirm({ title: fill(t.remove, { name: step.view?.name ?? '' }), text: t.removeText, accept: t.removeYes }),
        ),
        save: fromPromise(({ input: { step } }) => save(step)),
      },
      actions: {
        reportSaved: (_, { step, saved }) => {
          toast(step.kind === 'save' ? t.saved : t.removed);
          if (saved) latest.current.onSaved(saved);
          else if (step.view) latest.current.onRemoved(step.view);
        },
      },
    });
  }, [http, screen, confirm, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { content, form, error } = snapshot.context;
  const open = (view: NamedView): void => ref.send({ type: 'form.open', form: view });
  const submit = (step: ViewStep): void => ref.send({ type: 'step.submit', step });
  return {
    views: content ?? noViews,
    form,
    saving: snapshot.matches('saving') || snapshot.matches('rereading'),
    error,
    failed: snapshot.matches('failed'),
    busy: !snapshot.matches('shown'),
    retry: () => ref.send({ type: 'desk.reload' }),
    add: (question: ViewQuestion) => open({ view: null, question }),
    edit: (view: View) => open({ view, question: view.question }),
    /** Replaces the view's question with the one on the screen. */
    update: (view: View, question: ViewQuestion) => submit({ kind: 'save', view, name: view.name, shared: view.shared, question }),
    remove: (view: View) => submit({ kind: 'remove', view }),
    submit: (values: Readonly<{ name: string; shared: boolean }>) => form && submit({ kind: 'save', ...form, ...values }),
    cancel: () => ref.send({ type: 'form.close' }),
  };
};
export type Views = ReturnType<typeof useViews>;
